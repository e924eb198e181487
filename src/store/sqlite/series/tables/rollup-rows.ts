// The table `rollup`: for each universe and week, how many samples its segment has, to which slot it was thinned, and the sums of
// its days.
import { EARLIEST_WEEK, keyOf, LATEST_WEEK, numberOfKey, weekOfKey } from '../../../../series/tables/keys.js'
import type { RollupRow, RollupRows, WeekRetention } from '../../../../series/tables/rollup-table.js'
import type { Connection } from '../../connection.js'
import { decodedRollups } from './decoded-rollups.js'
import { rowsAround } from './rows-around.js'

export function rollupRows({ raw }: Pick<Connection, 'raw'>): RollupRows {
  const select = raw
    .prepare<[number, number], RollupRow>(
      'SELECT key, slot, CAST(data AS BLOB) FROM rollup WHERE key BETWEEN ? AND ? ORDER BY key',
    )
    .raw()
  const put = raw.prepare<[number, number, Buffer]>(
    'INSERT OR REPLACE INTO rollup (key, samples, slot, data) VALUES (?, ?, 1, ?)',
  )
  const replaceData = raw.prepare<[Buffer, number]>('UPDATE rollup SET data = ? WHERE key = ?')
  const thinned = raw.prepare<[number, number, number]>('UPDATE rollup SET samples = ?, slot = ? WHERE key = ?')
  const retentions = raw.prepare<[number, number], WeekRetention & { key: number }>(
    'SELECT key, samples, slot FROM rollup WHERE key BETWEEN ? AND ? ORDER BY key',
  )
  // slot = 1 means not thinned.
  const markStale = raw.prepare<[number, number]>(`
    UPDATE rollup SET data = NULL WHERE key BETWEEN ? AND ? AND slot = 1
      AND key NOT IN (SELECT key FROM damaged_segment)`)
  const markOneStale = raw.prepare<[number]>('UPDATE rollup SET data = NULL WHERE key = ? AND slot = 1')
  const stale = raw.prepare<[], number>('SELECT key FROM rollup WHERE data IS NULL').pluck()
  const keys = raw.prepare<[], number>('SELECT key FROM rollup').pluck()
  const keysOf = raw
    .prepare<[number, number], number>('SELECT key FROM rollup WHERE key BETWEEN ? AND ? ORDER BY key')
    .pluck()
  const withDecoded = decodedRollups()
  return {
    between: (number, from, until) =>
      rowsAround(
        () => select.all(keyOf(number, from), keyOf(number, until)),
        { from, until },
        (week) => select.get(keyOf(number, week), keyOf(number, week)),
      ).map(withDecoded),
    put: (key, samples, data) => void put.run(key, samples, data),
    replaceData: (key, data) => void replaceData.run(data, key),
    setRetention: (key, { samples, slot }) => void thinned.run(samples, slot, key),
    slotOf: (key) => retentions.get(key, key)?.slot,
    retentions: (number, from, until) =>
      rowsAround(
        () => retentions.all(keyOf(number, from), keyOf(number, until)),
        { from, until },
        (week) => retentions.get(keyOf(number, week), keyOf(number, week)),
      ).map(({ key, ...row }) => ({ ...row, week: weekOfKey(key) })),
    markStale: (number, from, until) => void markStale.run(keyOf(number, from), keyOf(number, until)),
    markDamagedStale: (key) => void markOneStale.run(key),
    staleKeys: () => stale.all(),
    weeks: (number) => keysOf.all(keyOf(number, EARLIEST_WEEK), keyOf(number, LATEST_WEEK)).map(weekOfKey),
    numbers: () => [...new Set(keys.all().map(numberOfKey))],
  }
}
