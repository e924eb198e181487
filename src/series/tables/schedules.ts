// Which interval was in force when, and the slots of samples that follow from it.
import type { Minute } from '../../domain/clock.js'
import { type CadenceSpan, cadenceReader, maxSpacing } from '../../domain/rules/cadence.js'
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
  /** What samples at these minutes (ascending) cover: each up to the end of its slot, an imported one its cadence. */
  coveredRanges(universeId: number, minutes: ArrayLike<Minute>): MinuteRange[]
}

export function scheduleTable({ put, between }: ScheduleChangeRows, cadences: ImportCadences): Schedules {
  const slots: Schedules['slots'] = (universeId, minutes) => {
    const first = minutes[0]
    return first === undefined ? [] : slotsAt(minutes, between(universeId, first, Number.MAX_SAFE_INTEGER))
  }
  return {
    put,
    between,
    slots,
    coveredRanges(universeId, minutes) {
      const [first, last] = [minutes[0], minutes[minutes.length - 1]]
      if (first === undefined || last === undefined) return []
      const spans = cadences.between(universeId, first, last + 1)
      return spans.length === 0 ? slots(universeId, minutes) : widened(slots(universeId, minutes), spans)
    },
  }
}

/** An imported sample covers its cadence, or all up to a next one that is a little late. */
function widened(slots: readonly MinuteRange[], spans: readonly CadenceSpan[]): MinuteRange[] {
  const cadenceAt = cadenceReader(spans)
  return slots.map(({ from, until }, index) => {
    const cadence = cadenceAt(from)
    const next = slots[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const end = next - from <= maxSpacing(cadence, 1) ? next : from + cadence
    return { from, until: Math.max(until, cadence === 0 ? until : end) }
  })
}

/** A slot ends where the next one begins, or where another schedule comes into force. */
function slotsAt(minutes: ArrayLike<Minute>, schedules: readonly ScheduleChange[]): MinuteRange[] {
  let next = 0
  return Array.from(minutes, (minute) => {
    while ((schedules[next]?.since ?? Number.POSITIVE_INFINITY) <= minute) next++
    const interval = schedules[next - 1]?.interval || 1
    const end = (Math.floor(minute / interval) + 1) * interval
    return { from: minute, until: Math.min(end, schedules[next]?.since ?? end) }
  })
}
