// Requests of an account with hundreds of games: how much is read between two turns of the event loop, in items, because
// milliseconds say nothing on a busy machine.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { needsFile } from '../support/test-run.js'

const NOW = NOON / 60_000
const DAY = 1_440
const GAMES = 300
/** Segments, week sums and hours that are decoded in one turn; a segment takes about a millisecond. */
const MAX_BLOBS = 70
/** Far less than the number of games, so a read of all games for each game would fail the test. */
const MAX_ROWS_A_GAME = 60

/** Counts the blobs that all statements read, for each turn of the event loop. */
class BlobCount {
  longest = 0
  /** The number of rows in all turns. */
  rows = 0
  private inTurn = 0
  private isRunning = true

  constructor() {
    const next = (): void => {
      this.inTurn = 0
      if (this.isRunning) setImmediate(next)
    }
    next()
  }
  add(rows: readonly unknown[]): void {
    this.rows += rows.length
    for (const row of rows) {
      const values = typeof row === 'object' && row !== null && !Buffer.isBuffer(row) ? Object.values(row) : [row]
      this.inTurn += values.filter((value) => Buffer.isBuffer(value)).length
    }
    this.longest = Math.max(this.longest, this.inTurn)
  }
  stop(): void {
    this.isRunning = false
  }
}

type ReadMethod = (...values: unknown[]) => unknown

let count: BlobCount | undefined
const raw = new Database(':memory:')
const statements = Object.getPrototypeOf(raw.prepare('SELECT 1')) as Record<'get' | 'all', ReadMethod>
const original = { get: statements.get, all: statements.all }

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { checkAnswers: false } })
  for (let id = 1; id <= GAMES; id++) {
    const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    const game = { accountId: http.account.id, channelId: null, createdAt: NOON, maxGames: GAMES, universe }
    await http.store.games.add(game)
    const minutes = [2 * DAY, DAY + 5, DAY, 65, 5, 0].map((ago) => NOW - ago)
    await http.write(id, minutes, { ccu: id })
  }
  statements.get = function get(this: unknown, ...values: unknown[]) {
    const row = original.get.apply(this, values)
    count?.add([row])
    return row
  }
  statements.all = function all(this: unknown, ...values: unknown[]) {
    const rows = original.all.apply(this, values) as unknown[]
    count?.add(rows)
    return rows
  }
}, 120_000)
afterAll(async () => {
  Object.assign(statements, original)
  raw.close()
  await http.stop()
})

/** The import did not fill any cache, so the reads are those after a start. */
async function readOf(path: string): Promise<BlobCount> {
  const counting = new BlobCount()
  count = counting
  const answer = await http.ask(path)
  counting.stop()
  count = undefined
  expect(answer.status).toBe(200)
  return counting
}

describe('a request of an account with hundreds of games', () => {
  it.each([
    '/rankings?by=change',
    '/rankings',
    '/games/summary',
    '/games/summary?start_date=2026-06-16',
    '/games/stats',
    '/rankings?at=2026-06-17T11:00Z',
  ])(
    'reads a few of them between two turns of the event loop, and nothing of all games for each of them: %s [API-81]',
    async (path) => {
      for (let id = 1; id <= GAMES; id++) {
        await http.write(id, [NOW - 5], { ccu: id + path.length })
        // Client and server share this event loop, so the client sees a closed connection only after a turn.
        await yieldToEventLoop()
      }
      const { longest, rows } = await readOf(path)
      expect(longest).toBeLessThanOrEqual(MAX_BLOBS)
      expect(rows, 'rows that are read in all').toBeLessThanOrEqual(MAX_ROWS_A_GAME * GAMES)
    },
    120_000,
  )

  it('reads all of them in one turn where nothing takes turns, which this test would notice', needsFile, async () => {
    const counting = new BlobCount()
    const file = http.store
    count = counting
    for (let id = 1; id <= GAMES; id++) void file.series.closingBefore(id, NOW, 1)
    counting.stop()
    count = undefined
    expect(counting.longest).toBeGreaterThan(MAX_BLOBS)
  })
})
