// Log lines that the store writes while it works for a request have the request's id.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { flipBit } from '../../support/store/damage-file.js'
import { DAMAGED, dateOf, writeWeeks } from './weeks.js'

const line = z.object({ msg: z.string(), requestId: z.string().optional() })

let http: TestHttp
let game: Game

beforeEach(async () => {
  http = await startHttpApp({ isWholeLog: true })
  game = await http.track(0)
  await writeWeeks(http, game)
  for (const minute of [DAMAGED, DAMAGED + WEEK_MINUTES])
    flipBit({ file: http.databaseFile, universeId: game.universeId, minute })
})
afterEach(() => http.stop())

const damageLines = () =>
  http.logged
    .map((text) => line.parse(JSON.parse(text)))
    .filter(({ msg }) => msg === 'A week of samples is damaged and cannot be read.')

it.each([
  ['a download', () => `/games/${game.id}/export?start_date=${dateOf(0)}&end_date=${dateOf(1)}&format=csv`],
  ['a summary', () => `/games/${game.id}/summary?start_date=${dateOf(0)}&end_date=${dateOf(1)}`],
  ['the current stats', () => `/games/${game.id}/stats`],
])('a line that the store logs carries the id of the response: %s', async (_, path) => {
  const answers = await Promise.all([http.ask(path()), http.ask('/games'), http.ask('~/healthz', { key: null })])
  const [id] = answers.map(({ headers }) => headers['x-request-id'])
  expect(damageLines()[0]).toMatchObject({ requestId: id })
})

it('a line that no request caused carries no id, whatever was requested before', async () => {
  await http.ask('/games')
  await http.ask('~/readyz', { key: null })
  await http.store.series.damage(game.universeId, { from: DAMAGED, until: DAMAGED + WEEK_MINUTES }, 'fresh')
  expect(damageLines()).toEqual([{ msg: expect.any(String) }])
})
