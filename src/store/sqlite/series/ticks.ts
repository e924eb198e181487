// A tick as the tables take it: rows of the open hours, schedules, gaps, facts and the cursor, in one transaction.
import type { Minute } from '../../../domain/clock.js'
import type { Tick, TickCursor } from '../../../domain/ports/series.js'
import type { Changes } from '../changes.js'
import type { Connection } from '../connection.js'
import { universeWriter } from '../universes.js'
import type { Gaps } from './gaps/gaps.js'
import { sampleInserter } from './tables/columns.js'
import type { Directory } from './tables/keys.js'
import type { Notices } from './tables/notices.js'
import type { RollupTable } from './tables/rollup-table.js'
import type { Schedules } from './tables/schedules.js'

export interface TickTables {
  readonly schedules: Schedules
  readonly gaps: Gaps
  readonly directory: Directory
  readonly rollups: RollupTable
  readonly notices: Notices
  readonly cursor: CursorRow
}

/** To be called inside a transaction. Answers the number of the notice. */
export function tickWriter(connection: Connection, changes: Changes, tables: TickTables): (tick: Tick) => number {
  const { schedules, gaps, directory, rollups, notices, cursor } = tables
  const insert = sampleInserter(connection)
  const putUniverse = universeWriter(connection)

  return (tick) => {
    // Schedules first: they say how far a sample's slot reaches.
    for (const schedule of tick.schedules) {
      schedules.put(schedule)
      const entry = directory.find(schedule.universeId)
      if (entry !== undefined) rollups.spoil(entry.number, schedule.since)
    }
    insert(tick.samples)
    gaps.settle(tick.samples, tick.gaps)
    for (const facts of tick.facts) putUniverse(facts, tick.minute)
    cursor.set(tick.cursor)
    if (tick.facts.length > 0 || tick.schedules.length > 0) changes.bump('universes')
    return notices.post({ universeId: null, ...rangeOf(tick) })
  }
}

function rangeOf({ minute, samples }: Tick): { from: Minute; until: Minute } {
  let [from, until] = [minute, minute + 1]
  for (const sample of samples) {
    if (sample.minute < from) from = sample.minute
    if (sample.minute >= until) until = sample.minute + 1
  }
  return { from, until }
}

export interface CursorRow {
  get(): TickCursor | undefined
  set(cursor: TickCursor): void
}

export function cursorRow({ raw }: Connection): CursorRow {
  const select = raw.prepare<[], [Minute, number]>('SELECT minute, clock_was_wrong FROM tick_cursor WHERE id = 1').raw()
  // Another process may have been further already (`poll once` beside the service).
  const upsert = raw.prepare<[Minute, number]>(`
    INSERT INTO tick_cursor (id, minute, clock_was_wrong) VALUES (1, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      minute = max(minute, excluded.minute), clock_was_wrong = excluded.clock_was_wrong`)
  return {
    get: () => {
      const row = select.get()
      return row && { minute: row[0], clockWasWrong: row[1] === 1 }
    },
    set: (cursor) => void upsert.run(cursor.minute, Number(cursor.clockWasWrong)),
  }
}
