// The table `sample`, in which an older Headcount kept a row for each sample. It is emptied at the first start.
import type { Minute } from '../../../../domain/clock.js'
import { MEASURE_NAMES } from '../../../../domain/measures.js'
import type { Sample } from '../../../../domain/sample.js'
import { type HeadRow, HeadRows } from '../../../../series/head-rows.js'
import type { Connection } from '../../connection.js'

export interface OldRows {
  /** How many are before this minute. */
  count(until: Minute): number
  /** The first minute with a row before `until`. */
  first(until: Minute): Minute | null
  /** The minute of the row that has so many rows before it. */
  minuteAfter(rows: number): Minute | undefined
  /** The rows with `from` ≤ minute < `until`. */
  read(from: Minute, until: Minute): HeadRows
  samplesAt(minute: Minute): Sample[]
  /** Deletes the rows of a minute. Returns false, and deletes nothing, where these are not `count` rows. */
  remove(minute: Minute, count: number): boolean
}

/** The columns have the names of the measures. */
const COLUMNS = ['universe_id', 'minute', ...MEASURE_NAMES].join(', ')

export function oldRowTable({ raw }: Pick<Connection, 'raw'>): OldRows {
  const count = raw.prepare<[Minute], number>('SELECT count(*) FROM sample WHERE minute < ?').pluck()
  const first = raw.prepare<[Minute], Minute | null>('SELECT min(minute) FROM sample WHERE minute < ?').pluck()
  const far = raw.prepare<[number], Minute>('SELECT minute FROM sample ORDER BY minute LIMIT 1 OFFSET ?').pluck()
  const between = raw
    .prepare<[Minute, Minute], HeadRow>(`SELECT ${COLUMNS} FROM sample WHERE minute >= ? AND minute < ?`)
    .raw()
  const at = raw.prepare<[Minute], Sample>(
    `SELECT ${COLUMNS.replace('universe_id', 'universe_id AS universeId')} FROM sample WHERE minute = ?`,
  )
  const present = raw.prepare<[Minute], number>('SELECT count(*) FROM sample WHERE minute = ?').pluck()
  const drop = raw.prepare<[Minute]>('DELETE FROM sample WHERE minute = ?')
  return {
    count: (until) => count.get(until) ?? 0,
    first: (until) => first.get(until) ?? null,
    minuteAfter: (rows) => far.get(rows),
    read(from, until) {
      const rows = new HeadRows()
      for (const row of between.iterate(from, until)) rows.addRow(row)
      return rows
    },
    samplesAt: (minute) => at.all(minute),
    remove(minute, expected) {
      if (present.get(minute) !== expected) return false
      drop.run(minute)
      return true
    },
  }
}
