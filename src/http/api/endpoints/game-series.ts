// GET /games/{id}/series: points of one game by interval.
import { z } from 'zod'
import { seriesJson } from '../../../files/series/series-json.js'
import { endpoint } from '../define.js'
import { id } from '../parameters.js'
import { type SeriesParameters, seriesQuery } from '../series/parameters.js'
import { seriesExample, seriesRecord } from '../series/schema.js'
import { csvFile, seriesTag } from '../series/series-answer.js'

/** What is asked of the service. */
export const toSeriesQuery = ({ interval, tz, from, to, last, metrics, compare }: SeriesParameters) => ({
  grid: { interval, timeZone: tz },
  range: { from, to, last },
  metrics,
  compare,
})

/** CSV is written from columns. */
export const shapeOf = ({ metrics, shape, format }: SeriesParameters) =>
  ({ metrics, shape: format === 'csv' ? 'columns' : shape }) as const

export const gameSeries = endpoint({
  path: '/games/:id/series',
  tag: 'History',
  summary: 'Points of one game by minute, hour, day or week',
  access: 'full',
  example: {
    call: '/games/1/series?metrics=ccu,visits&interval=1d&from=2026-01-30&to=2026-01-31&tz=Europe/Berlin',
    answer: { series: seriesExample },
  },
  csvExample: 'game_id,time,coverage,ccu,ccu_min,ccu_max\r\n4,2026-01-30T00:00:00.000Z,1,1203.5,980,1410\r\n',
  headers: ['X-Resolution'],
  params: z.object({ id }),
  query: seriesQuery,
  response: z.object({ series: seriesRecord.meta({ description: 'The points of the game' }) }),
  handle: async ({ caller, params, query, services }) => {
    const selection = toSeriesQuery(query)
    await services.readSeries.check(caller.account, selection, 1)
    const game = await services.findGame.byNumber(caller.account, params.id)
    const series = await services.readSeries.readOne(caller.account, game, selection)
    return { series: seriesJson(series, shapeOf(query)) }
  },
  tagOf: async ({ series }, { query, ...reader }) =>
    query.to === undefined ? seriesTag([series], query, reader) : undefined,
  csv: ({ series }, { query }) => (query.format === 'csv' ? csvFile([series]) : undefined),
})
