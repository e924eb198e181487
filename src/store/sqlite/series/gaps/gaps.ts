// The table of gaps. Ranges are read, changed as values (ranges.ts), and the difference is written.
import type { Minute } from '../../../../domain/clock.js'
import type { Gap } from '../../../../domain/gap.js'
import type { Sample } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import type { Schedules } from '../tables/schedules.js'
import { groupBy } from './group-by.js'
import { add, type Range, type Span, subtract } from './ranges.js'

export interface Gaps {
  /** Takes the slots of new samples out of the gaps, then adds gaps where no sample stands. */
  settle(samples: readonly Sample[], gaps: readonly Gap[]): void
  /** Ends the gaps of one universe at these minutes, ascending. */
  cut(universeId: number, minutes: Int32Array): void
  /** The ranges, as far as they lie between the two minutes. */
  between(universeId: number, from: Minute, until: Minute): Gap[]
}

const COLUMNS = 'universe_id AS universeId, from_minute AS "from", until_minute AS "until", reason'

function prepareStatements({ raw }: Connection) {
  return {
    // INDEXED BY: for the order's sake SQLite would walk the whole table at every tick.
    since: raw.prepare<[Minute], Gap>(
      `SELECT ${COLUMNS} FROM gap INDEXED BY gap_by_until WHERE until_minute >= ? ORDER BY universe_id, from_minute`,
    ),
    between: raw.prepare<[number, Minute, Minute], Gap>(
      `SELECT ${COLUMNS} FROM gap WHERE universe_id = ? AND until_minute > ? AND from_minute < ? ORDER BY from_minute`,
    ),
    put: raw.prepare<[number, Minute, Minute, string]>(
      'INSERT OR REPLACE INTO gap (universe_id, from_minute, until_minute, reason) VALUES (?, ?, ?, ?)',
    ),
    remove: raw.prepare<[number, Minute]>('DELETE FROM gap WHERE universe_id = ? AND from_minute = ?'),
  }
}

/** The minutes of a universe that have a sample, ascending; those of the tick that is being written may be missing. */
export type SampledMinutes = (universeId: number, from: Minute, until: Minute) => ArrayLike<Minute>

export function gapTable(connection: Connection, schedules: Schedules, sampledMinutes: SampledMinutes): Gaps {
  const statements = prepareStatements(connection)

  function rewrite(universeId: number, before: readonly Range[], after: readonly Range[]): void {
    const kept = new Map(after.map((range) => [range.from, range]))
    for (const range of before) {
      const next = kept.get(range.from)
      if (next === undefined) statements.remove.run(universeId, range.from)
      else if (next.until === range.until && next.reason === range.reason) kept.delete(range.from)
    }
    for (const range of kept.values()) statements.put.run(universeId, range.from, range.until, range.reason)
  }

  return {
    settle(samples, gaps) {
      if (samples.length === 0 && gaps.length === 0) return
      // One look for all universes: in a healthy tick nothing reaches this far, whatever their number.
      const stored = groupBy(statements.since.all(earliest(samples, gaps)), (gap) => gap.universeId)
      if (stored.size === 0 && gaps.length === 0) return
      const changed = new Map<number, readonly Range[]>()
      const current = (id: number): readonly Range[] => changed.get(id) ?? stored.get(id) ?? []
      for (const { universeId, minute } of samples) {
        if (current(universeId).some((range) => range.until > minute))
          changed.set(universeId, subtract(current(universeId), schedules.slots(universeId, [minute])))
      }
      for (const { universeId, ...range } of gaps) {
        const own = samples.filter((sample) => sample.universeId === universeId && isIn(range, sample.minute))
        const sampled = [...Array.from(sampledMinutes(universeId, range.from, range.until)), ...own.map(minuteOf)]
        changed.set(universeId, add(current(universeId), range, schedules.slots(universeId, sampled.sort(ascending))))
      }
      for (const [universeId, ranges] of changed) rewrite(universeId, stored.get(universeId) ?? [], ranges)
    },
    cut(universeId, minutes) {
      const first = minutes[0]
      const last = minutes.at(-1)
      if (first === undefined || last === undefined) return
      const stored = statements.between.all(universeId, first, last + 1)
      if (stored.length > 0) rewrite(universeId, stored, subtract(stored, schedules.slots(universeId, minutes)))
    },
    between: (universeId, from, until) =>
      statements.between
        .all(universeId, from, until)
        .map((gap) => ({ ...gap, from: Math.max(gap.from, from), until: Math.min(gap.until, until) })),
  }
}

const isIn = ({ from, until }: Span, minute: Minute): boolean => minute >= from && minute < until
const minuteOf = ({ minute }: Sample): Minute => minute
const ascending = (a: number, b: number): number => a - b

function earliest(samples: readonly Sample[], gaps: readonly Gap[]): Minute {
  let first = Number.POSITIVE_INFINITY
  for (const { minute } of samples) first = Math.min(first, minute)
  for (const { from } of gaps) first = Math.min(first, from)
  return first
}
