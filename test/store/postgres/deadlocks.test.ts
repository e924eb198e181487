// Transactions that wait for each other: which of them do not, and what becomes of a tick that loses.
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import type { Tick } from '../../../src/domain/ports/series.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { createAccount, DAY, facts, gap, NOW, record } from '../contract/support.js'

const EVENT_TIMEOUT_MS = 20_000
const ending: (() => Promise<unknown>)[] = []
let database: TestDatabase
let blocker: pg.Client

beforeEach(async () => {
  database = await createMigratedDatabase()
  ending.push(database.drop)
  blocker = new pg.Client({ connectionString: database.url })
  await blocker.connect()
  ending.push(() => blocker.end())
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function openProcess(): Promise<PostgresStore> {
  const store = await openPostgresStore(database.url, { clock: { now: () => NOW, monotonic: () => NOW } })
  ending.push(async () => store.close())
  return store
}

const tickOf = (minute: number, tick: Partial<Tick> = {}): Tick => ({
  ...{ minute, samples: [], gaps: [], facts: [], schedules: [], cursor: { minute, clockWasWrong: false } },
  ...tick,
})

/** How many sessions wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(
      async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return (await database.run(waiting)).length
      },
      { timeout: EVENT_TIMEOUT_MS, interval: 20 },
    )
    .toBe(count)

const lockSessions = async (): Promise<unknown> =>
  (
    await database.run(
      `SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = 4839032
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  ).map(({ pid }) => pid)

it('A tick that loses a deadlock is stored by the same session', async () => {
  const store = await openProcess()
  await store.leases.shards.start()
  const sessions = await lockSessions()
  await store.leases.shards.during(async (parts) => {
    for (const part of parts) await part.record(tickOf(DAY - 1))
  })
  // The session of the tick is the one that notices.
  await blocker.query("SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE schedule IN ACCESS EXCLUSIVE MODE")
  const recording = store.leases.shards.during(async ([part]) => {
    const universeId = Array.from({ length: 64 }, (_, id) => id).find((id) => part?.includes(id)) ?? 0
    await part?.record(tickOf(DAY, { facts: [facts(universeId)], gaps: [gap(universeId, DAY, DAY + 1)] }))
  })
  await untilWaiting(1)
  await blocker.query('SELECT * FROM shard_cursor FOR UPDATE; SELECT * FROM tick_cursor FOR UPDATE')
  await blocker.query('ROLLBACK')
  await recording
  expect(await store.leases.shards.areBehind(DAY)).toBe(false)
  expect(await lockSessions()).toEqual(sessions)
})

it('A tick and a game that is added wait for each other without a deadlock', async () => {
  await database.run(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''1h''', current_database()); END $$`,
  )
  const store = await openProcess()
  const { id: accountId } = await createAccount(store)
  const before = [1, 2].map((id) => facts(id, { updatedAt: NOW }))
  const schedules = [1, 2].map((universeId) => ({ universeId, since: DAY, interval: 1 }))
  await record(store, DAY, { facts: before, schedules })
  await blocker.query('INSERT INTO event_change VALUES (1, 1) ON CONFLICT DO NOTHING')
  await blocker.query('BEGIN; SELECT * FROM event_change FOR UPDATE')
  const after = before.map((universe) => ({ ...universe, updatedAt: NOW + MINUTE_MS }))
  const recording = record(store, DAY + 1, { facts: after })
  await untilWaiting(1)
  const [, universe] = after.map((row) => ({ ...row, updatedAt: NOW + 2 * MINUTE_MS }))
  const adding = store.games.add({
    ...{ accountId, universe: universe ?? expect.unreachable(), channelId: null, createdAt: NOW, maxGames: 9 },
  })
  await untilWaiting(2)
  await blocker.query('COMMIT')
  expect(await Promise.allSettled([recording, adding])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled', value: { outcome: 'added' } },
  ])
})
