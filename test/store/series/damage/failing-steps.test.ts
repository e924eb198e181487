// Maintenance goes on where one universe, or one of its steps, fails each time.
import { expect, it } from 'vitest'
import { blockOf, DAY, sample } from '../../contract/support.js'
import { openAgingStore } from '../aging-store.js'

const rejectRows = (when: string, table: string) =>
  `CREATE TRIGGER rejected BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'rejected'); END`

const THINNED = 'SELECT universe_id, count(*) FROM removed_segment GROUP BY 1 ORDER BY 1'

it('thins out all universes but the one that fails, and that one once it does not', async () => {
  const aging = await openAgingStore([5, 6])
  aging.run(rejectRows('NEW.universe_id = 5', 'removed_segment'))
  await aging.store.series.maintain()
  expect(aging.rows(THINNED)).toEqual(['6 7'])
  aging.run('DROP TRIGGER rejected')
  await aging.maintainTomorrow()
  expect(aging.rows(THINNED)).toEqual(['5 7', '6 7'])
})

it('computes sums again of all universes but the one that fails', async () => {
  const aging = await openAgingStore([5, 6])
  const stale = 'SELECT key / 1000000, count(*) FROM rollup WHERE data IS NULL GROUP BY 1'
  aging.run('UPDATE rollup SET data = NULL WHERE key % 1000000 = (SELECT min(key % 1000000) FROM rollup)')
  expect(aging.rows(stale)).toHaveLength(2)
  const [first = ''] = aging.rows('SELECT min(key / 1000000) FROM rollup')
  aging.run(rejectRows(`NEW.key / 1000000 = ${first}`, 'rollup'))
  await aging.store.series.maintain()
  expect(aging.rows(stale)).toEqual([`${first} 1`])
})

it('runs all steps after one that fails, and then throws its error', async () => {
  const aging = await openAgingStore([5, 6])
  await aging.store.series.importBlock(blockOf(5, [sample(5, DAY)]))
  aging.run('DELETE FROM hour_samples')
  aging.run(rejectRows('true', 'hour_samples'))
  await expect(aging.store.series.maintain()).rejects.toThrow('rejected')
  expect(aging.rows(THINNED)).toEqual(['5 7', '6 7'])
})
