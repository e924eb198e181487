// Reads that begin at the same time share a snapshot; each answers as it would alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MINUTES, dayOf, MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { SampleGenerator } from '../../bench/series/data.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'

const END = WEEK_MINUTES * 2_946
const BEGIN = END - 2 * WEEK_MINUTES
/** More than fit into one snapshot; the last one has no samples. */
const IDS = Array.from({ length: 121 }, (_, index) => index + 1)
/** For a column of the database. */
const TOO_LARGE = 2 ** 70
const range = { start: dayOf(BEGIN), end: dayOf(END - 1) }
const view = { interval: 5, until: END }

let database: TestDatabase
let store: PostgresStore
beforeAll(async () => {
  database = await createDatabase()
  const clock = { now: () => END * MINUTE_MS, monotonic: () => END * MINUTE_MS }
  store = await openPostgresStore(database.url, { clock, clockState: () => 'correct' })
  for (const id of IDS.slice(0, -1)) await store.series.importBlock(new SampleGenerator(id, BEGIN).block(DAY_MINUTES))
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

describe('reads of many universes at once', () => {
  it('answer as each of them does alone', async () => {
    const alone = []
    for (const id of IDS) alone.push(await readAll(id))
    expect(alone.filter(({ days }) => days.length > 0)).toHaveLength(IDS.length - 1)
    expect(await Promise.all(IDS.map(readAll))).toEqual(alone)
  })

  it('fail only where what they need cannot be read', async () => {
    const ids = [1, TOO_LARGE, 2]
    const results = await Promise.allSettled(ids.map((id) => store.series.rollups(id, range, view)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[0]).toMatchObject({ value: await store.series.rollups(1, range, view) })
  })
})

async function readAll(id: number) {
  const [days, closing, gaps] = await Promise.all([
    store.series.rollups(id, range, view),
    store.series.closingBefore(id, END, view.interval),
    store.series.gaps(id, BEGIN, END),
  ])
  return { days, closing, gaps }
}
