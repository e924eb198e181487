// Adding a game reads that game, however many others there are: rows are counted, because milliseconds say nothing on a
// busy machine.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const OTHER_GAMES = 200
/** Some statements read a row or two each: the account, its plan, the universe, its schedule, the cursor. */
const MAX_ROWS = 60

type StatementMethod = (...values: unknown[]) => unknown

const raw = new Database(':memory:')
const statements = Object.getPrototypeOf(raw.prepare('SELECT 1')) as Record<'get' | 'all', StatementMethod>
const original = { get: statements.get, all: statements.all }
let rows = 0

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
  // A game is sampled at once only in a minute whose tick is stored.
  await http.tick()
  const { account } = await http.tenant()
  for (let id = 1; id <= OTHER_GAMES; id++) {
    const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    await http.store.games.add({ accountId: account.id, channelId: null, createdAt: NOON, maxGames: 500, universe })
  }
  statements.get = function get(this: unknown, ...values: unknown[]) {
    rows++
    return original.get.apply(this, values)
  }
  statements.all = function all(this: unknown, ...values: unknown[]) {
    const found = original.all.apply(this, values) as unknown[]
    rows += found.length
    return found
  }
}, 60_000)
afterAll(async () => {
  Object.assign(statements, original)
  raw.close()
  await http.stop()
})

it('samples a game that is added at once, and reads no other game for it', async () => {
  rows = 0
  const game = await http.track(0)
  expect(await http.services.sampleNewGame(game.universeId)).toBe(true)
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThanOrEqual(MAX_ROWS)
  expect((await http.store.series.latest([game.universeId])).size).toBe(1)
})
