// The table `segment`: one BLOB for each universe and week.
import { keyOf, weekOfKey } from '../../../../series/tables/keys.js'
import type { SegmentRows } from '../../../../series/tables/segments.js'
import { type Connection, isUnreadable } from '../../connection.js'
import { rowsAround } from './rows-around.js'

export function segmentRows({ raw }: Pick<Connection, 'raw'>): SegmentRows {
  // CAST is needed because a flipped bit in the row's header may turn the BLOB into a text, with all its bytes intact.
  const select = raw.prepare<[number], Buffer | null>('SELECT CAST(data AS BLOB) FROM segment WHERE key = ?').pluck()
  const size = raw.prepare<[number], number>('SELECT length(CAST(data AS BLOB)) FROM segment WHERE key = ?').pluck()
  const put = raw.prepare<[number, Buffer]>('INSERT OR REPLACE INTO segment (key, data) VALUES (?, ?)')
  const keys = raw
    .prepare<[number, number], number>('SELECT key FROM segment WHERE key BETWEEN ? AND ? ORDER BY key')
    .pluck()
  const after = raw
    .prepare<[number, number], number>('SELECT key FROM segment WHERE key > ? ORDER BY key LIMIT ?')
    .pluck()
  const one = raw.prepare<[number], number>('SELECT key FROM segment WHERE key = ?').pluck()
  const last = raw
    .prepare<[number, number], number | null>('SELECT max(key) FROM segment WHERE key BETWEEN ? AND ?')
    .pluck()
  return {
    read: (key) => select.get(key),
    size: (key) => size.get(key),
    put: (key, bytes) => void put.run(key, bytes),
    isUnreadable,
    keysAfter(key, limit) {
      try {
        return after.all(key, limit)
      } catch (error) {
        if (!isUnreadable(error)) throw error
        return []
      }
    },
    weeks: (number, from, until) =>
      rowsAround(
        () => keys.all(keyOf(number, from), keyOf(number, until)).map(weekOfKey),
        { from, until },
        (week) => (one.get(keyOf(number, week)) === undefined ? undefined : week),
        (week) => week,
      ),
    before(number, week, first) {
      for (let until = week - 1; until >= first; until--)
        try {
          const key = last.get(keyOf(number, first), keyOf(number, until)) ?? undefined
          return key === undefined ? undefined : weekOfKey(key)
        } catch (error) {
          if (!isUnreadable(error)) throw error
        }
      return undefined
    },
  }
}
