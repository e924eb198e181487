// The records on PostgreSQL keep the same contract as those on SQLite.
import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { describeMarketMovedBack } from '../contract/series/market.js'
import { NOW } from '../contract/support.js'
import { recordContract } from '../contract.js'

const KEY = '5c'.repeat(32)

let database: TestDatabase
let store: PostgresStore
beforeAll(async () => {
  database = await createDatabase()
  const clock = { now: () => NOW, monotonic: () => NOW }
  store = await openPostgresStore(database.url, { clock, clockState: () => 'correct', secretKeys: { current: KEY } })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const open = async () => {
  await database.empty()
  return { store, dispose: async () => undefined }
}

recordContract('PostgreSQL', open)
describeMarketMovedBack(open)
