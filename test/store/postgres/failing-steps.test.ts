// On PostgreSQL too, maintenance goes on where one universe, or one of its steps, fails each time.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { blockOf, DAY, NOW, sample } from '../contract/support.js'
import { oldSamples } from '../series/aging-store.js'

let database: TestDatabase
let store: PostgresStore
const errors: object[] = []
const log = { info: () => undefined, warn: () => undefined, error: (details: object) => void errors.push(details) }

beforeEach(async () => {
  database = await createDatabase()
  errors.length = 0
  const clock = { now: () => NOW, monotonic: () => NOW }
  store = await openPostgresStore(database.url, { clock, clockState: () => 'correct', log })
  for (const id of [5, 6]) await store.series.importBlock(blockOf(id, [...oldSamples(id), sample(id, DAY)]))
  await database.run(`CREATE FUNCTION reject_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'rejected'; END $$`)
})
afterEach(async () => {
  await store.close()
  await database.drop()
})

async function rejectRows(table: string, when: string): Promise<void> {
  await database.run(`CREATE OR REPLACE TRIGGER rejected BEFORE INSERT OR UPDATE ON ${table}
    FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION reject_row()`)
}

const thinnedIds = async () =>
  (await database.run('SELECT DISTINCT universe_id::float8 AS id FROM removed_segment ORDER BY 1')).map(({ id }) => id)

it.each([
  ['is thinned out', 'removed_segment', ''],
  ['gets its sums again', 'rollup', 'UPDATE rollup SET data = NULL'],
  ['gets its hours', 'hour_samples', 'DELETE FROM hour_samples'],
])('a universe that fails where it %s is reported, and all others are maintained', async (_, table, prepare) => {
  if (prepare !== '') await database.run(prepare)
  await rejectRows(table, 'NEW.universe_id = 5')
  await store.series.maintain()
  await database.run(`DROP TRIGGER rejected ON ${table}`)
  expect(errors).toMatchObject([{ universeId: 5 }])
  expect(await thinnedIds()).toContain(6)
})

it('all steps run after one that fails, whose error is thrown then', async () => {
  await database.run('INSERT INTO restored_week (universe_id, week, restored_at) VALUES (5, 1, -1000000000000)')
  await database.run(`CREATE OR REPLACE TRIGGER rejected BEFORE DELETE ON restored_week
    FOR EACH ROW EXECUTE FUNCTION reject_row()`)
  await expect(store.series.maintain()).rejects.toThrow('rejected')
  await database.run('DROP TRIGGER rejected ON restored_week')
  expect(await thinnedIds()).toEqual([5, 6])
})
