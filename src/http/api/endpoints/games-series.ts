// GET /series: points of up to 50 games by interval.
import { z } from 'zod'
import { rejection } from '../../../domain/error.js'
import type { Game } from '../../../domain/game.js'
import { seriesJson } from '../../../files/series/series-json.js'
import { endpoint } from '../define.js'
import { field } from '../fields.js'
import { gameIds, seriesQuery } from '../series/parameters.js'
import { seriesExample, seriesRecord } from '../series/schema.js'
import { csvFile, seriesTag } from '../series/series-answer.js'
import { shapeOf, toSeriesQuery } from './game-series.js'

export const gamesSeries = endpoint({
  path: '/series',
  tag: 'History',
  summary: 'Points of up to 50 games by minute, hour, day or week',
  access: 'full',
  example: {
    call: '/series?games=1&metrics=ccu,visits&interval=1d&from=2026-01-30&to=2026-01-31&tz=Europe/Berlin',
    answer: { series: [seriesExample] },
  },
  csvExample:
    'game_id,time,coverage,ccu,ccu_min,ccu_max\r\n4,2026-01-30T00:00:00.000Z,1,1203.5,980,1410\r\n5,2026-01-30T00:00:00.000Z,1,87.25,60,104\r\n',
  headers: ['X-Resolution'],
  params: z.object({}),
  query: seriesQuery.extend({ games: gameIds }),
  response: z.object({ series: field('In the order in which the games were asked for', z.array(seriesRecord)) }),
  handle: async ({ caller: { account }, query, services }) => {
    const selection = toSeriesQuery(query)
    await services.readSeries.check(account, selection, query.games.length)
    const games = await differentGames(query.games, (id) => services.findGame.byNumber(account, id))
    const series = await services.readSeries.read(account, games, selection)
    return { series: series.map((one) => seriesJson(one, shapeOf(query))) }
  },
  tagOf: async ({ series }, { query, ...reader }) =>
    query.to === undefined ? seriesTag(series, query, reader) : undefined,
  csv: ({ series }, { query }) => (query.format === 'csv' ? csvFile(series) : undefined),
})

/** Throws where two of the numbers name one game: it may be named by its internal id and by its universe id (API-10). */
async function differentGames(ids: readonly number[], find: (id: number) => Promise<Game>): Promise<Game[]> {
  const games: Game[] = []
  const named = new Map<number, number>()
  for (const second of ids) {
    const game = await find(second)
    const first = named.get(game.id)
    if (first !== undefined)
      throw rejection('INVALID_PARAMETERS', { name: 'game named twice', facts: { first, second } })
    named.set(game.id, second)
    games.push(game)
  }
  return games
}
