// What several processes that write series to one PostgreSQL database may rely on. Each store here is as one of them.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import { connect } from '../../../src/store/postgres/connection.js'
import { PARTITION_MINUTES } from '../../../src/store/postgres/series/loading/load-head-rows.js'
import { dropPartition } from '../../../src/store/postgres/series/writing/partitions.js'
import { PARTITION_LOCK_CODE } from '../../../src/store/postgres/server/lock-codes.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { blockOf, DAY, gap, readSamples, record, sample } from '../contract/support.js'

const IDS = [5, 6, 70, 71]
let database: TestDatabase
let one: PostgresStore
let other: PostgresStore
let now = DAY

beforeAll(async () => {
  database = await createDatabase()
  const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
  const options = { clock, clockState: () => 'correct' as const }
  one = await openPostgresStore(database.url, options)
  other = await openPostgresStore(database.url, options)
})
beforeEach(async () => {
  now = DAY
  await database.empty()
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await database.drop()
})

const samplesAt = (minute: number, ccu: number) => IDS.map((id) => sample(id, minute, ccu))

describe('the series of several processes on one PostgreSQL database', () => {
  it('hold a minute of a universe once, however many record it', async () => {
    const stores = [one, other, one, other]
    await Promise.all(stores.map((store, index) => record(store, DAY, { samples: samplesAt(DAY, index + 1) })))
    const stored = await readSamples(other, 5, DAY, DAY + 1)
    expect(stored).toHaveLength(1)
    for (const id of IDS)
      expect(await readSamples(one, id, DAY, DAY + 1)).toEqual(stored.map((row) => ({ ...row, universeId: id })))
  })

  it('lose nothing where one process records and imports while two others compact', async () => {
    const hours = 20
    const expected = new Set<number>()
    for (let hour = 0; hour < hours; hour++) {
      const recording = async () => {
        for (let minute = now; minute < now + HOUR_MINUTES; minute += 10) {
          await record(one, minute, { samples: samplesAt(minute, 1) })
          expected.add(minute)
        }
        const imported = now - 7 * HOUR_MINUTES + 1
        await one.series.importBlock(blockOf(5, [sample(5, imported)]))
        expected.add(imported)
      }
      await Promise.all([recording(), one.series.maintain(), other.series.maintain()])
      now += HOUR_MINUTES
    }
    const [from, until] = [DAY - 10 * HOUR_MINUTES, now]
    expect((await readSamples(other, 5, from, until)).map(({ minute }) => minute)).toEqual(
      [...expected].sort((a, b) => a - b),
    )
    expect(await readSamples(one, 70, from, until)).toHaveLength(hours * 6)
    const partitions = await database.run(`SELECT relid FROM pg_partition_tree('head_row') WHERE isleaf`)
    expect(partitions.length).toBeLessThan(6)
  })

  it('drop a partition once where another process drops it in the same moment', async () => {
    const partition = DAY / PARTITION_MINUTES
    const connections = [connect(database.url), connect(database.url)]
    const blocker = new pg.Client({ connectionString: database.url })
    await blocker.connect()
    await record(one, DAY, { samples: samplesAt(DAY, 3) })
    // The partition has other rows than these, so it stays, and the sessions remember its name.
    for (const connection of connections) expect(await dropPartition(connection, partition, 0)).toBe(false)
    await blocker.query(`SELECT pg_advisory_lock(${PARTITION_LOCK_CODE})`)
    const drops = connections.map((connection) => dropPartition(connection, partition, IDS.length))
    await expect
      .poll(() =>
        database.run(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())`),
      )
      .toHaveLength(2)
    await blocker.end()
    expect(await Promise.all(drops)).toEqual([true, true])
    await Promise.all(connections.map((connection) => connection.close()))
  })

  it('show a reader each sample once while its partition is compacted and dropped', async () => {
    for (let minute = DAY; minute < DAY + 12 * HOUR_MINUTES; minute += 5)
      await record(one, minute, { samples: samplesAt(minute, minute % 50) })
    now = DAY + 13 * HOUR_MINUTES
    const before = await readSamples(one, 6, DAY, now)
    let isCompacting = true
    const compacting = other.series.maintain().finally(() => {
      isCompacting = false
    })
    do expect(await readSamples(one, 6, DAY, now)).toEqual(before)
    while (isCompacting)
    await compacting
    expect(await readSamples(one, 6, DAY, now)).toEqual(before)
  })

  it('take a sample that comes after its partition was dropped', async () => {
    await record(one, DAY, { samples: samplesAt(DAY, 3) })
    now = DAY + 13 * HOUR_MINUTES
    await other.series.maintain()
    await record(one, DAY + 1, { samples: samplesAt(DAY + 1, 4), gaps: [gap(8, DAY + 1, DAY + 2)] })
    expect((await readSamples(other, 5, DAY, now)).map(({ ccu }) => ccu)).toEqual([3, 4])
    expect(await other.series.gaps(8, DAY, now)).toEqual([gap(8, DAY + 1, DAY + 2)])
  })
})
