// Hourly means of samples, of hours that begin at any minute: those of an update begin when it was published.
import { HOUR_MINUTES, type Minute, QUARTER_MINUTES } from '../../clock.js'
import type { Block } from '../../sample.js'
import { type Hour, HourlyMeans } from '../usual/hourly-means.js'
import type { MinuteSpan } from '../usual/readable-series.js'
import { type ShiftedHours, UPDATE_SETTLING_MINUTES } from './hour-residuals.js'

interface MeasuredHours extends ShiftedHours {
  readonly whole: HourlyMeans
  readonly settled: HourlyMeans
}

/** `phase`: the minute of the clock's hour at which each hour begins. */
export const shiftedHourOf = (minute: Minute, phase: number): Hour => Math.floor((minute - phase) / HOUR_MINUTES)

export function shiftedHours(
  { minutes, columns }: Block,
  phase: number,
  [from, until]: readonly [Hour, Hour],
): MeasuredHours {
  const whole = new HourlyMeans(until, until - from)
  const settled = new HourlyMeans(until, until - from)
  for (let row = 0; row < minutes.length; ) {
    const hour = shiftedHourOf(minutes[row] ?? 0, phase)
    const sums = { all: 0, count: 0, settled: 0, settledCount: 0 }
    for (; row < minutes.length && shiftedHourOf(minutes[row] ?? 0, phase) === hour; row++) {
      const value = columns.ccu[row] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sums.all += value
      sums.count++
      if ((minutes[row] ?? 0) - phase - hour * HOUR_MINUTES < UPDATE_SETTLING_MINUTES) continue
      sums.settled += value
      sums.settledCount++
    }
    if (hour < from || hour >= until) continue
    whole.set(hour, sums.all / sums.count)
    // Imported history may have one sample in an hour.
    settled.set(hour, sums.settledCount > 0 ? sums.settled / sums.settledCount : sums.all / sums.count)
  }
  return { whole, settled }
}

/** Sets the hours of a span to NaN, which means unknown. */
export function forgetHours({ whole, settled }: MeasuredHours, { from, until }: MinuteSpan, phase: number): void {
  const [first, end] = [Math.max(shiftedHourOf(from, phase), whole.since), shiftedHourOf(until - 1, phase) + 1]
  for (let hour = first; hour < Math.min(end, whole.until); hour++) {
    whole.set(hour, Number.NaN)
    settled.set(hour, Number.NaN)
  }
}

/** As `shiftedHours`, from a function of minutes that answers NaN where nothing is known. */
export function shiftedMeans(
  valueAt: (minute: Minute) => number,
  phase: number,
  [from, until]: readonly [Hour, Hour],
): ShiftedHours {
  const whole = new HourlyMeans(until, until - from)
  const settled = new HourlyMeans(until, until - from)
  for (let hour = from; hour < until; hour++) {
    const start = hour * HOUR_MINUTES + phase
    const quarters = QUARTERS.map((quarter) => meanOfQuarter(valueAt, start + quarter))
    whole.set(hour, meanOfKnown(quarters))
    // Quarters count the same, however many of their minutes are known.
    settled.set(hour, meanOfKnown(quarters.slice(UPDATE_SETTLING_MINUTES / QUARTER_MINUTES)))
  }
  return { whole, settled }
}

/** The mean of `whole` above, of the hour that begins at a minute. */
export const shiftedMeanOf = (valueAt: (minute: Minute) => number, start: Minute): number =>
  meanOfKnown(QUARTERS.map((quarter) => meanOfQuarter(valueAt, start + quarter)))

const QUARTERS: readonly number[] = [0, 15, 30, 45]

/** NaN if none is known. */
function meanOfKnown(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

function meanOfQuarter(valueAt: (minute: Minute) => number, from: Minute): number {
  let [sum, count] = [0, 0]
  for (let minute = from; minute < from + QUARTER_MINUTES; minute++) {
    const value = valueAt(minute)
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return sum / count
}
