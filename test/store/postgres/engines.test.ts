// A call of the series takes an engine, which keeps megabytes; a process keeps about as many as it has connections.
import { setImmediate as nextTurn } from 'node:timers/promises'
import v8 from 'node:v8'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { DAY, record, sample } from '../contract/support.js'

const IDS = Array.from({ length: 300 }, (_, index) => index + 1)
let database: TestDatabase
let store: PostgresStore
beforeAll(async () => {
  database = await createDatabase()
  const clock = { now: () => DAY * MINUTE_MS, monotonic: () => DAY * MINUTE_MS }
  store = await openPostgresStore(database.url, { clock, clockState: () => 'correct' })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

describe('the memory of a process', () => {
  it('stays small after hundreds of reads that waited for the database', async () => {
    await record(store, DAY, { samples: IDS.map((id) => sample(id, DAY)) })
    const blocker = new pg.Client({ connectionString: database.url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE head_row IN ACCESS EXCLUSIVE MODE')
    const before = v8.queryObjects(LRUCache, { format: 'count' })
    const reads: Promise<number>[] = []
    for (const id of IDS) {
      reads.push(countSamples(id))
      await nextTurn()
    }
    await blocker.end()
    expect(await Promise.all(reads)).toEqual(IDS.map(() => 1))
    expect(Number(v8.queryObjects(LRUCache, { format: 'count' })) - Number(before)).toBeLessThanOrEqual(10)
  })
})

async function countSamples(universeId: number): Promise<number> {
  let count = 0
  for await (const { minutes } of store.series.blocks(universeId, DAY, DAY + 1)) count += minutes.length
  return count
}
