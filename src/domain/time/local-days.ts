// The days of a time zone by number: the number of the date, as days of UTC are counted. A day may have 23 or 25 hours.
import { DAY_MINUTES, type Minute } from '../clock.js'
import type { DateRange } from '../rules/date-range.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'

/** The minutes `from` ≤ m < `until`, as of a span, whose named ranges are made of these days. */
interface DayMinutes {
  readonly from: Minute
  readonly until: Minute
}

/** Days of a zone by number, both ends inclusive. */
export interface LocalDateRange extends DateRange {
  readonly timeZone: string
}

export const localDay = (minute: Minute, timeZone: string): number =>
  timeZone === 'UTC' ? wallDay(minute) : wallDay(wallOf(minute, timeZone))

/** Remembered, because Intl takes some microseconds for each: two years of a few zones. */
const starts = new Map<string, Minute>()
const MAX_STARTS = 20_000

/** The first minute of a day; where the zone skips midnight, the first one after it. */
export function startOfDay(day: number, timeZone: string): Minute {
  if (timeZone === 'UTC') return day * DAY_MINUTES
  const key = `${timeZone} ${day}`
  const start = starts.get(key) ?? minuteAtWall(day * DAY_MINUTES, timeZone)
  if (starts.size >= MAX_STARTS) starts.clear()
  starts.set(key, start)
  return start
}

/** The days that a span touches. */
export const daysOfSpan = ({ from, until }: DayMinutes, timeZone: string): DateRange => ({
  start: localDay(from, timeZone),
  end: localDay(until - 1, timeZone),
})

export const spanOfDays = ({ start, end }: DateRange, timeZone: string): DayMinutes => ({
  from: startOfDay(start, timeZone),
  until: startOfDay(end + 1, timeZone),
})
