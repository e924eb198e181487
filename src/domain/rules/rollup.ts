// What a reader at one interval sees of one universe and UTC day, added up: the stuff of summaries (contract §3).
import { DAY_MINUTES, dayOf, type Minute } from '../clock.js'
import { type Counter, MEASURES } from '../measures.js'
import type { Block } from '../sample.js'
import type { ScheduleChange } from './schedule.js'

const COUNTERS = MEASURES.flatMap((measure) => (measure.kind === 'counter' ? [measure.name] : []))

/** One value for each counter; null where it was not measured. */
export type Counters = Readonly<Record<Counter, number | null>>

export interface DayRollup {
  readonly day: number
  readonly samples: number
  readonly ccu: { readonly min: number; readonly max: number; readonly maxAt: Minute; readonly last: number }
  /** Minutes of the day that the samples cover. */
  readonly covered: number
  /** Sum of CCU × covered minutes. */
  readonly integral: number
  readonly first: Counters
  readonly last: Counters
}

export interface Coverage {
  /** The reader's interval, minutes. */
  readonly interval: number
  /** Schedules in force, oldest first; the first one may begin before the day. */
  readonly schedules: readonly ScheduleChange[]
  /** Nothing after this minute is covered yet. */
  readonly until: Minute
}

/**
 * Adds up a block of one day that is thinned to the reader's interval already. A sample covers that interval, or the
 * one in force when it was taken if that was longer; never past the next sample, the day's end or `until`.
 */
export function rollUpDay(block: Block, coverage: Coverage): DayRollup | undefined {
  const { minutes, columns } = block
  const first = minutes[0]
  if (first === undefined) return undefined
  const dayEnd = Math.min((dayOf(first) + 1) * DAY_MINUTES, coverage.until)
  const inForce = intervalReader(coverage.schedules)
  let [min, max, maxAt, covered, integral] = [Number.POSITIVE_INFINITY, -1, first, 0, 0]
  for (let row = 0; row < minutes.length; row++) {
    const minute = minutes[row] ?? first
    const ccu = columns.ccu[row] ?? 0
    if (ccu < min) min = ccu
    if (ccu > max) [max, maxAt] = [ccu, minute]
    const reach = Math.min(minute + Math.max(coverage.interval, inForce(minute)), minutes[row + 1] ?? dayEnd, dayEnd)
    const length = Math.max(0, reach - minute)
    covered += length
    integral += ccu * length
  }
  const last = columns.ccu[minutes.length - 1] ?? 0
  const ccu = { min, max, maxAt, last }
  return { day: dayOf(first), samples: minutes.length, ccu, covered, integral, ...endsOf(block) }
}

/** The interval in force at a minute; asked with growing minutes, it walks the list once. */
function intervalReader(schedules: readonly ScheduleChange[]): (minute: Minute) => number {
  let index = -1
  return (minute) => {
    while ((schedules[index + 1]?.since ?? Number.POSITIVE_INFINITY) <= minute) index++
    return schedules[index]?.interval ?? 0
  }
}

function endsOf(block: Block): { first: Counters; last: Counters } {
  const first: Record<string, number | null> = {}
  const last: Record<string, number | null> = {}
  for (const name of COUNTERS) {
    const column = block.columns[name]
    first[name] = firstKnown(column)
    last[name] = lastKnown(column)
  }
  return { first: first as Counters, last: last as Counters }
}

function firstKnown(column: Float64Array): number | null {
  for (const value of column) if (!Number.isNaN(value)) return value
  return null
}

function lastKnown(column: Float64Array): number | null {
  for (let row = column.length - 1; row >= 0; row--) {
    const value = column[row] ?? Number.NaN
    if (!Number.isNaN(value)) return value
  }
  return null
}
