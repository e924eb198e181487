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
  one = await openStore()
  other = await openStore()
})
beforeEach(async () => {
  now = DAY
  await database.empty()
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await database.drop()
})

const openStore = () => {
  const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
  return openPostgresStore(database.url, { clock, clockState: () => 'correct' })
}

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

  it('take a tick of held shards whose partition another process dropped meanwhile', async () => {
    await one.leases.shards.start()
    await recordHeld(one, DAY)
    now = DAY + 13 * HOUR_MINUTES
    await other.series.maintain()
    await recordHeld(one, DAY + 1)
    expect((await readSamples(other, 5, DAY, now)).map(({ minute }) => minute)).toEqual([DAY, DAY + 1])
    await one.leases.shards.stop()
  })

  it('take the next tick of held shards after the first tick of a partition failed', async () => {
    now = DAY + 100 * HOUR_MINUTES
    const store = await openStore()
    await store.leases.shards.start()
    await expect(recordHeld(store, now, Number.NaN)).rejects.toThrow('no ccu')
    await recordHeld(store, now)
    expect(await readSamples(other, 71, now, now + 1)).toHaveLength(1)
    await store.close()
  })

  it('are written and read while a long reader keeps a partition from being dropped', async () => {
    await record(one, DAY, { samples: samplesAt(DAY, 3) })
    now = DAY + 200 * HOUR_MINUTES
    const dump = new pg.Client({ connectionString: database.url })
    await dump.connect()
    await dump.query('BEGIN; LOCK TABLE head_row IN ACCESS SHARE MODE')
    const began = performance.now()
    let isDone = false
    const maintaining = other.series.maintain().finally(() => {
      isDone = true
    })
    for (let minute = now; !isDone; minute++) await record(one, minute, { samples: samplesAt(minute, 4) })
    await maintaining
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await readSamples(one, 5, DAY, DAY + 1)).toHaveLength(1)
    expect(await partitionNames()).toContain(`head_row_p${DAY / PARTITION_MINUTES}`)
    await dump.end()
    await other.series.maintain()
    expect(await partitionNames()).not.toContain(`head_row_p${DAY / PARTITION_MINUTES}`)
    expect(await readSamples(one, 5, DAY, DAY + 1)).toHaveLength(1)
  })

  it('keep the other universes readable where the bytes of a head row are damaged, and report it', async () => {
    for (const minute of [DAY, DAY + 1]) await record(one, minute, { samples: samplesAt(minute, 3) })
    now = DAY + 2
    await database.run(`UPDATE head_row SET data = '\\x07' WHERE universe_id = 5 AND minute = ${DAY + 1}`)
    const found = await one.series.latest(IDS)
    expect([...found].map(([id, { minute }]) => [id, minute])).toEqual([
      [5, DAY],
      ...IDS.slice(1).map((id) => [id, DAY + 1]),
    ])
    const span = { from: DAY, until: now }
    const damage = [{ what: 'samples', from: DAY + 1, until: DAY + 2 }]
    expect(await one.series.damage(5, span, 'known')).toEqual(damage)
    expect(await other.series.damage(5, span, 'fresh')).toEqual(damage)
    expect(await other.series.damage(6, span, 'fresh')).toEqual([])
    const read = async (id: number) => {
      const minutes = []
      for await (const block of one.series.wholeBlocks(id, { from: DAY, until: now })) minutes.push(...block.minutes)
      return minutes
    }
    await expect(read(5)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(await read(6)).toEqual([DAY, DAY + 1])
  })

  it('keep a partition with a damaged head row, and all samples of the others', async () => {
    await record(one, DAY, { samples: samplesAt(DAY, 3) })
    await database.run(`UPDATE head_row SET data = '\\x07' WHERE universe_id = 5`)
    now = DAY + 13 * HOUR_MINUTES
    await one.series.maintain()
    await record(one, now, { samples: samplesAt(now, 4), gaps: [gap(5, DAY, DAY + 1)] })
    expect(await partitionNames()).toContain(`head_row_p${DAY / PARTITION_MINUTES}`)
    expect(await readSamples(other, 6, DAY, now + 1)).toHaveLength(2)
    expect(await readSamples(other, 5, DAY, now + 1)).toHaveLength(1)
    expect(await other.series.findDamage()).toContainEqual(
      expect.objectContaining({ what: 'samples', universeId: 5, from: DAY, samples: 1 }),
    )
    await database.run('DELETE FROM head_row WHERE universe_id = 5')
    expect(await other.series.damage(5, { from: DAY, until: now }, 'fresh')).toEqual([])
    await one.series.maintain()
    expect(await partitionNames()).not.toContain(`head_row_p${DAY / PARTITION_MINUTES}`)
  })
})

const partitionNames = async () =>
  (await database.run(`SELECT relid::regclass::text AS name FROM pg_partition_tree('head_row') WHERE isleaf`)).map(
    ({ name }) => name,
  )

/** As a process does that holds the shards. */
const recordHeld = ({ leases }: PostgresStore, minute: number, ccu = 1) =>
  leases.shards.during(async (parts) => {
    for (const part of parts) {
      const samples = samplesAt(minute, 1).filter(({ universeId }) => part.includes(universeId))
      await part.record({
        ...{ minute, gaps: [], facts: [], schedules: [] },
        samples: samples.map((one) => ({ ...one, ccu })),
        cursor: { minute, clockWasWrong: false },
      })
    }
  })
