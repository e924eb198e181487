// The series on PostgreSQL keep the same contract as those on SQLite, and give the answers of plain rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { rounds } from '../../support/test-run.js'
import { describeGapEvents } from '../contract/series/gap-events.js'
import { NOW } from '../contract/support.js'
import { seriesContract } from '../contract.js'
import { expectAnswersOfRows } from '../series/equivalence.js'

let database: TestDatabase
let store: PostgresStore
beforeAll(async () => {
  database = await createDatabase()
  const clock = { now: () => NOW, monotonic: () => NOW }
  store = await openPostgresStore(database.url, { clock, clockState: () => 'correct' })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const open = async () => {
  await database.empty()
  return { store, dispose: async () => undefined }
}
seriesContract('PostgreSQL', open)
describeGapEvents(open)

describe('the series engine on PostgreSQL', () => {
  const RUNS = Number(process.env.SERIES_RUNS ?? rounds({ short: 3, long: 20 }))
  it(
    'answers as the row store does, on random histories',
    async () => {
      let emptied = 0
      await expectAnswersOfRows(async (round, options) => {
        if (round > emptied) await database.empty()
        emptied = round
        return openPostgresStore(database.url, options)
      }, RUNS)
    },
    60_000 + RUNS * 60_000,
  )
})

describe('the tables of the series on PostgreSQL', () => {
  it('have the universe in their primary key, so that the rows of a universe can be on a server of their own', async () => {
    const rows = await database.run(`
      SELECT c.relname AS name, bool_or(a.attname = 'universe_id') AS has_universe
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
      WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND EXISTS (
        SELECT 1 FROM pg_attribute u WHERE u.attrelid = c.oid AND u.attname = 'universe_id')
      GROUP BY c.relname ORDER BY c.relname`)
    const tables = ['damaged_segment', 'gap', 'head_row', 'hour_samples', 'import_cadence', 'removed_segment']
    for (const name of [...tables, 'restored_week', 'rollup', 'schedule', 'segment', 'series', 'series_version'])
      expect(rows).toContainEqual({ name, has_universe: true })
  })
})
