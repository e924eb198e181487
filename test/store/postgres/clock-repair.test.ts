// A process whose clock is correct moves back what another one wrote far ahead, and leaves what the other's correct clock wrote.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import type { Tick } from '../../../src/domain/ports/series.js'
import type { ClockRepair } from '../../../src/domain/ports/store.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { DAY, facts, gap, sample } from '../contract/support.js'

const EVENT_TIMEOUT_MS = 20_000
/** The clock of one process is in the minute after `DAY`, that of the other still 2 s before it. */
const BEHIND_MS = DAY * MINUTE_MS + 58_000
const NOTHING: ClockRepair = { cursor: null, gaps: 0, schedules: 0, times: 0 }
const ID = 5

let database: TestDatabase
let one: PostgresStore
let other: PostgresStore

beforeAll(async () => {
  database = await createDatabase()
})
beforeEach(async () => {
  const clock = { now: () => BEHIND_MS, monotonic: () => BEHIND_MS }
  const options = { clock, clockState: () => 'correct' as const }
  one = await openPostgresStore(database.url, options)
  other = await openPostgresStore(database.url, options)
  await database.empty()
  await one.leases.shards.start()
})
afterEach(async () => {
  await Promise.all([one.close(), other.close()])
})
afterAll(async () => database.drop())

const tickOf = (minute: number, tick: Partial<Tick> = {}): Tick => ({
  ...{ minute, samples: [], gaps: [], facts: [], schedules: [], cursor: { minute, clockWasWrong: false } },
  ...tick,
})
const recordAll = (minute: number, tick?: Partial<Tick>) =>
  one.leases.shards.during(async (parts) => {
    for (const part of parts) await part.record(tickOf(minute, tick))
  })

describe('the repair of times that lie in the future', () => {
  it('leaves a tick of a process whose correct clock is some minutes ahead', async () => {
    const minute = DAY + 4
    await recordAll(minute, {
      samples: [sample(ID, minute)],
      gaps: [gap(ID + 1, minute, minute + 1)],
      facts: [facts(ID), facts(ID + 1)],
      schedules: [ID, ID + 1].map((universeId) => ({ universeId, since: minute, interval: 1 })),
    })
    const link = { since: null, playersBefore: 1, playersNow: 1, members: 1, players: 1 }
    await one.market.record('charts', { minute, ...link }, new Map([[ID, 7]]))
    expect(await other.moveBack(BEHIND_MS)).toEqual(NOTHING)
    expect(await one.leases.shards.areBehind(minute)).toBe(false)
    expect(await one.series.gaps(ID + 1, 0, minute + 9)).toEqual([gap(ID + 1, minute, minute + 1)])
    expect(await one.series.schedules(ID, 0, minute + 9)).toHaveLength(1)
    const counts = await one.market.countsOf('charts', [ID], { from: minute, until: minute + 1 })
    expect(counts.get(ID)?.get(minute)).toBe(7)
  })

  it('moves back what a clock years ahead wrote, and then the shards are sampled again', async () => {
    const minute = DAY + 10_000 * HOUR_MINUTES
    await recordAll(minute, {
      gaps: [gap(ID, minute, minute + 1)],
      facts: [facts(ID)],
      schedules: [{ universeId: ID, since: minute, interval: 1 }],
    })
    expect(await other.moveBack(BEHIND_MS)).toMatchObject({ cursor: minute, gaps: 1, schedules: 1 })
    expect(await one.leases.shards.areBehind(DAY)).toBe(false)
    expect(await one.leases.shards.areBehind(DAY + 1)).toBe(true)
    expect(await other.moveBack(BEHIND_MS)).toEqual(NOTHING)
  })

  it('and a tick that is stored meanwhile wait for each other without a deadlock', async () => {
    await recordAll(DAY)
    // Another process, whose clock was ahead, had one of the shards.
    const ahead = DAY + 10_000 * HOUR_MINUTES
    await database.run('UPDATE shard_cursor SET minute = $1 WHERE shard = 63', [ahead])
    await database.run('UPDATE tick_cursor SET minute = $1', [ahead])
    const blocker = new pg.Client({ connectionString: database.url })
    await blocker.connect()
    // A series that is being written: the repair has begun, and waits for it.
    await blocker.query('BEGIN; SELECT pg_advisory_xact_lock(4839022, 0)')
    const repair = other.moveBack(BEHIND_MS)
    await untilWaiting(1)
    const tick = one.leases.shards.during(([part]) =>
      part === undefined ? expect.unreachable() : part.record(tickOf(DAY + 1)),
    )
    await untilWaiting(2)
    await blocker.end()
    expect(await Promise.allSettled([repair, tick])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    expect((await database.run('SELECT DISTINCT minute FROM shard_cursor ORDER BY 1')).map(Object.values)).toEqual([
      [`${DAY}`],
      [`${DAY + 1}`],
    ])
  })
})

/** How many sessions wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(
      async () =>
        (
          await database.run(
            `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).length,
      { timeout: EVENT_TIMEOUT_MS },
    )
    .toBe(count)
