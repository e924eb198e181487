// Which interval was in force when, and the slots of samples that follow from it.
import type { Minute } from '../../domain/clock.js'
import { type CadenceSpan, cadenceReader, MAX_REACH, maxSpacing } from '../../domain/rules/cadence.js'
import type { ScheduleChange } from '../../domain/rules/schedule.js'
import type { MinuteRange } from '../gaps/ranges.js'
import type { ImportCadences } from './import-cadences.js'

/** The rows of the database. */
export interface ScheduleChangeRows {
  put(change: ScheduleChange): void
  /** Those in force between the two minutes, oldest first, including the one that began before. */
  between(universeId: number, from: Minute, until: Minute): ScheduleChange[]
}

export interface Schedules {
  put(change: ScheduleChange): void
  between(universeId: number, from: Minute, until: Minute): ScheduleChange[]
  /** The slots that begin or go on at these minutes (ascending), each from its minute to its end. */
  slots(universeId: number, minutes: ArrayLike<Minute>): MinuteRange[]
  /**
   * What samples at these minutes (ascending) cover, joined where it is adjacent: each up to the end of its slot, an imported one its
   * cadence if that ends later.
   */
  coveredRanges(universeId: number, minutes: ArrayLike<Minute>): MinuteRange[]
  /** What those of them cover that were imported at a cadence. `minutes` are all that the universe has between the first and the last. */
  importedRanges(universeId: number, minutes: ArrayLike<Minute>): MinuteRange[]
  /** The same of one sample that the next one follows, as one range or none. */
  importedRange(universeId: number, minute: Minute | undefined, next: Minute | undefined): MinuteRange[]
  /** Whether samples between these minutes were imported at a cadence. */
  hasCadences(universeId: number, from: Minute, until: Minute): boolean
  /**
   * The last sample before a minute, if it was imported and may cover the minute. Of `sampledMinutes`, only those behind the span of its
   * cadence are read where that is over, because none of them is in a segment as long as nothing was sampled since the import.
   */
  importedBefore(universeId: number, minute: Minute, sampledMinutes: SampledMinutes): Minute | undefined
}

/** The minutes of a universe that have a sample, ascending. Those of the tick that is being written may be missing. */
export type SampledMinutes = (universeId: number, from: Minute, until: Minute) => ArrayLike<Minute>

export function scheduleTable({ put, between }: ScheduleChangeRows, cadences: ImportCadences): Schedules {
  const slotEndOf = (universeId: number, first: Minute) =>
    slotEndReader(between(universeId, first, Number.MAX_SAFE_INTEGER))
  return {
    put,
    between,
    slots(universeId, minutes) {
      const first = minutes[0]
      if (first === undefined) return []
      const slotEnd = slotEndOf(universeId, first)
      return Array.from(minutes, (minute) => ({ from: minute, until: slotEnd(minute) }))
    },
    coveredRanges(universeId, minutes) {
      const [first, last] = [minutes[0], minutes[minutes.length - 1]]
      if (first === undefined || last === undefined) return []
      const slotEnd = slotEndOf(universeId, first)
      const widened = widening(cadences.between(universeId, first, last + 1))
      // No slot of adjacent minutes ends later than that of the last of them.
      return joinedRanges(minutes, (minute, next) =>
        next === minute + 1 ? next : Math.max(slotEnd(minute), widened(minute, next)),
      )
    },
    importedRanges(universeId, minutes) {
      const [first, last] = [minutes[0], minutes[minutes.length - 1]]
      if (first === undefined || last === undefined) return []
      return joinedRanges(minutes, widening(cadences.between(universeId, first, last + 1)))
    },
    importedRange(universeId, minute, next) {
      if (minute === undefined) return []
      const until = widening(cadences.between(universeId, minute, minute + 1))(minute, next)
      return until > minute ? [{ from: minute, until }] : []
    },
    hasCadences: (universeId, from, until) => cadences.between(universeId, from, until).length > 0,
    importedBefore(universeId, minute, sampledMinutes) {
      const span = cadences.between(universeId, minute - MAX_REACH, minute).at(-1)
      if (span === undefined) return undefined
      const reach = maxSpacing(span.interval, 1)
      if (span.until > minute) {
        const before = sampledMinutes(universeId, minute - reach, minute)
        return before[before.length - 1]
      }
      // A span ends with its last sample, or where another one was imported.
      const last = span.until - 1
      if (last + reach <= minute) return undefined
      return sampledMinutes(universeId, span.until, minute).length === 0 ? last : undefined
    },
  }
}

/** The ranges from each minute (ascending) to its end, joined where they touch. No range where the end is the minute itself. */
function joinedRanges(
  minutes: ArrayLike<Minute>,
  endOf: (minute: Minute, next: Minute | undefined) => Minute,
): MinuteRange[] {
  // No object for each minute: there are millions where an import lies in a gap of all games.
  const ranges: MinuteRange[] = []
  let [from, until] = [Number.NaN, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < minutes.length; row++) {
    const minute = minutes[row] as Minute
    const end = endOf(minute, minutes[row + 1])
    if (end <= minute) continue
    if (minute > until) {
      if (until > from) ranges.push({ from, until })
      from = minute
    }
    until = Math.max(until, end)
  }
  return until > from ? [...ranges, { from, until }] : ranges
}

/** Where the sample at a minute ends as one of an import: after its cadence, or at a next one that is a little late. */
function widening(spans: readonly CadenceSpan[]): (minute: Minute, next: Minute | undefined) => Minute {
  if (spans.length === 0) return (minute) => minute
  const cadenceAt = cadenceReader(spans)
  return (minute, next = Number.POSITIVE_INFINITY) => {
    const cadence = cadenceAt(minute)
    if (cadence === 0) return minute
    return next - minute <= maxSpacing(cadence, 1) ? next : minute + cadence
  }
}

/** Reads ascending minutes. A slot ends where the next one begins, or where another schedule comes into force. */
function slotEndReader(schedules: readonly ScheduleChange[]): (minute: Minute) => Minute {
  let next = 0
  return (minute) => {
    while ((schedules[next]?.since ?? Number.POSITIVE_INFINITY) <= minute) next++
    const interval = schedules[next - 1]?.interval || 1
    const end = (Math.floor(minute / interval) + 1) * interval
    return Math.min(end, schedules[next]?.since ?? end)
  }
}
