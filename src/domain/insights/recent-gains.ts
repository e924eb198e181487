// The recent gains of a counter, from which its next milestone is expected.
import { DAY_HOURS, HOUR_MINUTES, type Minute } from '../clock.js'
import type { CounterMeasure } from '../measures.js'
import type { Block } from '../sample.js'

/** A counter's value at the end of a day. */
export interface DayClosing {
  readonly day: number
  readonly value: number
}

/** The gain of each day between the closing values; a gain over days without a value is distributed evenly. */
export function dailyGains(closings: readonly DayClosing[]): number[] {
  return closings.flatMap((closing, index) => {
    const before = closings[index - 1]
    if (before === undefined) return []
    const days = closing.day - before.day
    return Array.from({ length: days }, () => (closing.value - before.value) / days)
  })
}

/** The closing values of days of which the counter is known. */
export const closingsOf = (
  days: readonly { readonly day: number; readonly last: Readonly<Record<CounterMeasure, number | null>> }[],
  counter: CounterMeasure,
): DayClosing[] =>
  days.flatMap(({ day, last }) => {
    const value = last[counter]
    return value === null ? [] : [{ day, value }]
  })

/** How many days before a day are read: four weeks, and the day before them. */
export const GAIN_DAYS = 29
/** The minutes before a sample that are read: 24 hours, and one more to interpolate at the start of the first hour. */
export const GAIN_MINUTES = (DAY_HOURS + 1) * HOUR_MINUTES

/**
 * The gains of the 24 hours that end with the block's last value, oldest first, interpolated at the ends of hours; none
 * if the block does not reach that far back.
 */
export function lastHours({ minutes, columns }: Block, counter: CounterMeasure): number[] {
  const known = [...minutes.keys()].filter((row) => !Number.isNaN(columns[counter][row] ?? Number.NaN))
  const points = known.map((row) => ({ minute: minutes[row] ?? 0, value: columns[counter][row] ?? 0 }))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first.minute > last.minute - DAY_HOURS * HOUR_MINUTES) return []
  const values: number[] = []
  let row = 0
  for (let hour = DAY_HOURS; hour >= 0; hour--) {
    const minute = last.minute - hour * HOUR_MINUTES
    while ((points[row + 1]?.minute ?? Number.POSITIVE_INFINITY) <= minute) row++
    values.push(valueBetween(points[row] ?? first, points[row + 1] ?? last, minute))
  }
  return values.slice(1).map((value, index) => value - (values[index] ?? value))
}

interface CounterPoint {
  readonly minute: Minute
  readonly value: number
}

const valueBetween = (before: CounterPoint, after: CounterPoint, minute: Minute): number =>
  after.minute <= before.minute
    ? before.value
    : before.value + ((after.value - before.value) * (minute - before.minute)) / (after.minute - before.minute)
