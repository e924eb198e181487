// A process remembers the weeks that it read, while other processes write them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, dayOf, MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { SeriesStore } from '../../../src/domain/ports/series.js'
import { openPostgresStore, type PostgresOptions, type PostgresStore } from '../../../src/store/postgres/store.js'
import { SampleGenerator } from '../../bench/series/data.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { rounds } from '../../support/test-run.js'
import { expectAnswersOfRows } from '../series/equivalence.js'
import { UNIVERSES } from '../series/histories.js'

const END = WEEK_MINUTES * 2_946
const BEGIN = END - 2 * WEEK_MINUTES
const range = { start: dayOf(BEGIN), end: dayOf(END - 1) }
const view = { interval: 1, until: END }
const clock = { now: () => END * MINUTE_MS, monotonic: () => END * MINUTE_MS }
const options: PostgresOptions = { clock, clockState: () => 'correct' }

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await (await openPostgresStore(database.url, options)).close()
})
afterAll(() => database.drop())

describe('a process that only reads', () => {
  const RUNS = Number(process.env.SERIES_RUNS ?? rounds({ short: 3, long: 20 }))
  it(
    'answers as the row store does while another process writes, on random histories',
    async () => {
      let emptied = 0
      await expectAnswersOfRows(async (round, options) => {
        if (round > emptied) await database.empty()
        emptied = round
        const stores = [await openPostgresStore(database.url, options), await openPostgresStore(database.url, options)]
        const [reader, writer] = stores as [PostgresStore, PostgresStore]
        const close = async (): Promise<void> => {
          for (const store of stores) await store.close()
        }
        return { series: readBeforeWriting(reader.series, writer.series), close }
      }, RUNS)
    },
    60_000 + RUNS * 60_000,
  )
})

describe('weeks that a process remembers', () => {
  let reader: PostgresStore
  let writer: PostgresStore
  const daysOf = async ({ series }: PostgresStore) => await series.rollups(1, range, view)
  const block = (from: number) => new SampleGenerator(1, from).block(DAY_MINUTES)
  beforeEach(async () => {
    await database.empty()
    reader = await openPostgresStore(database.url, options)
    writer = await openPostgresStore(database.url, options)
    await writer.series.importBlock(block(BEGIN))
    // The first read finds partitions that the process does not know yet, and remembers nothing.
    await daysOf(reader)
    await daysOf(reader)
    return async () => {
      await reader.close()
      await writer.close()
    }
  })

  it('are not those of a transaction that was rolled back', async () => {
    const change = async (): Promise<void> => {
      await reader.series.importBlock(block(BEGIN + DAY_MINUTES))
      expect(await daysOf(reader)).toHaveLength(2)
      throw new Error('for the test')
    }
    const failed = reader.audit.commit(change, () => undefined)
    await expect(failed).rejects.toThrow('for the test')
    expect(await daysOf(reader)).toHaveLength(1)
    await writer.series.importBlock(block(BEGIN + WEEK_MINUTES))
    expect(await daysOf(reader)).toHaveLength(2)
  })

  it('are read again after a crash of the server, which empties tables that are not logged', async () => {
    await database.run('TRUNCATE series_version')
    expect(await daysOf(reader)).toHaveLength(1)
    await writer.series.importBlock(block(BEGIN + DAY_MINUTES))
    expect(await daysOf(reader)).toHaveLength(2)
  })

  it('are read again where an older program, which writes no versions, added samples', async () => {
    await writer.series.importBlock(block(BEGIN + DAY_MINUTES))
    const before = await database.run('SELECT * FROM series_version')
    await daysOf(reader)
    await daysOf(reader)
    await writer.series.importBlock(block(BEGIN + 2 * DAY_MINUTES))
    await database.run('UPDATE series_version SET version = $1', [before[0]?.version])
    expect(await daysOf(reader)).toHaveLength(3)
  })

  it('keep the sums of each interval apart', async () => {
    const five = await reader.series.rollups(1, range, { interval: 5, until: END })
    expect(five).toEqual(await writer.series.rollups(1, range, { interval: 5, until: END }))
    expect(five).not.toEqual(await daysOf(reader))
  })
})

/** Reads by `reader`, also before each write, so that it has something to remember, and writes by `writer`. */
function readBeforeWriting(reader: SeriesStore, writer: SeriesStore): SeriesStore {
  const read = async (): Promise<void> => {
    const days = { start: dayOf(BEGIN) - 10_000, end: dayOf(BEGIN) + 10_000 }
    for (const id of UNIVERSES) await reader.rollups(id, days, { interval: 1, until: Number.MAX_SAFE_INTEGER })
  }
  return {
    ...reader,
    recordTick: async (tick) => {
      await read()
      await writer.recordTick(tick)
    },
    importBlock: async (...block) => {
      await read()
      return writer.importBlock(...block)
    },
    maintain: async (...how) => {
      await read()
      return writer.maintain(...how)
    },
  }
}
