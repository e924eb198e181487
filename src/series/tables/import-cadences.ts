// How far apart imported samples stand (DATA-20).
import type { Minute } from '../../domain/clock.js'
import { type CadenceSpan, cadenceReader, maxSpacing } from '../../domain/rules/cadence.js'
import { intervalReader } from '../../domain/rules/rollup.js'
import type { ScheduleChange } from '../../domain/rules/schedule.js'

/** The rows of the database. */
export interface CadenceRows {
  /** The spans that touch the minutes `from` ≤ m < `until`, oldest first. */
  between(universeId: number, from: Minute, until: Minute): CadenceSpan[]
  /** The last span that ends at `minute` or before. */
  before(universeId: number, minute: Minute): CadenceSpan | undefined
  remove(universeId: number, from: Minute): void
  put(universeId: number, span: CadenceSpan): void
}

export interface ImportCadences {
  /** The spans that touch the minutes `from` ≤ m < `until`, oldest first. */
  between(universeId: number, from: Minute, until: Minute): CadenceSpan[]
  /**
   * Stores the cadences of imported rows; must be called before they are merged. `stored` are the minutes of all samples
   * between the first and the last row. A span ends at a sample that was not imported, because that one covers less. Returns whether a row
   * has another cadence than its minute had before.
   */
  assign(rows: ImportedRows, stored: Int32Array): boolean
}

export interface ImportedRows {
  readonly universeId: number
  /** Ascending, at least one. */
  readonly minutes: Int32Array
  /** For each row: 0 if the file does not show it. */
  readonly cadences: Int32Array
}

interface SchedulesInForce {
  /** Those in force between the two minutes, oldest first, including the one that began before. */
  between(universeId: number, from: Minute, until: Minute): readonly ScheduleChange[]
}

export function importCadenceTable(rows: CadenceRows, schedules: SchedulesInForce): ImportCadences {
  const { between } = rows
  return {
    between,
    assign(imported, stored) {
      const { universeId, minutes } = imported
      const [first, end] = [minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1]
      const old = between(universeId, first, end)
      const inForce = schedules.between(universeId, first, end)
      const isEachMinute = imported.cadences.every((cadence) => cadence === 1)
      if (old.length === 0 && isEachMinute && inForce.every(({ interval }) => interval <= 1)) return false
      const spans = spansOf(imported, stored, { old, before: rows.before(universeId, first), inForce })
      const edges = old.flatMap((span) => [
        { ...span, until: Math.min(span.until, first) },
        { ...span, from: Math.max(span.from, end) },
      ])
      for (const { from } of old) rows.remove(universeId, from)
      for (const span of [...edges, ...spans]) if (span.from < span.until) rows.put(universeId, span)
      const [before, after] = [cadenceReader(old), cadenceReader(spans)]
      return minutes.some((minute) => before(minute) !== after(minute))
    },
  }
}

interface KnownSpacings {
  /** Of the same minutes. */
  readonly old: readonly CadenceSpan[]
  readonly before: CadenceSpan | undefined
  /** The schedules of these minutes. */
  readonly inForce: readonly ScheduleChange[]
}

/** A row of unknown cadence, as the only one of its file, keeps that of its minute, or goes on with the one before it. */
function spansOf(
  { minutes, cadences }: ImportedRows,
  stored: Int32Array,
  { old, before, inForce }: KnownSpacings,
): CadenceSpan[] {
  const oldAt = cadenceReader(old)
  const intervalAt = intervalReader(inForce)
  const spans: CadenceSpan[] = []
  const cadenceAfter = (minute: Minute): number => {
    const last = spans.at(-1) ?? before
    return last !== undefined && minute - (last.until - 1) <= maxSpacing(last.interval, 1) ? last.interval : 0
  }
  let isJoined = false
  const add = (minute: Minute, cadence: number): void => {
    const last = spans.at(-1)
    // A row of each minute covers as much as any other sample, unless samples were due less often then.
    if (cadence === 0 || (cadence === 1 && intervalAt(minute) <= 1)) isJoined = false
    else if (isJoined && last?.interval === cadence) spans[spans.length - 1] = { ...last, until: minute + 1 }
    else {
      spans.push({ from: minute, until: minute + 1, interval: cadence })
      isJoined = true
    }
  }
  let next = 0
  for (const [row, minute] of minutes.entries()) {
    for (; (stored[next] ?? Number.POSITIVE_INFINITY) < minute; next++) add(stored[next] ?? 0, oldAt(stored[next] ?? 0))
    if (stored[next] === minute) next++
    const cadence = cadences[row] ?? 0
    add(minute, cadence === 0 ? oldAt(minute) || cadenceAfter(minute) : cadence)
  }
  return spans
}
