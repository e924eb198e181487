// The records on PostgreSQL keep the same contract as those on SQLite.
import { afterAll, beforeAll } from 'vitest'
import { openPostgresRecords, type PostgresRecords } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { NOW } from '../contract/support.js'
import { recordContract } from '../contract.js'

let database: TestDatabase
let store: PostgresRecords
beforeAll(async () => {
  database = await createDatabase()
  const clock = { now: () => NOW, monotonic: () => NOW }
  store = await openPostgresRecords(database.url, { clock, clockState: () => 'correct' })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

recordContract('PostgreSQL', async () => {
  await database.empty()
  return { store, dispose: async () => undefined }
})
