// Hourly means of samples, of hours that begin at any minute: those of an update begin when it was published.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Block } from '../../sample.js'
import { type Hour, HourlyMeans } from '../usual/hourly-means.js'
import type { MinuteSpan } from '../usual/readable-series.js'
import { SETTLING_MINUTES } from './hour-residuals.js'

export interface ShiftedHours {
  readonly players: HourlyMeans
  /** Without the first minutes of each hour. */
  readonly settled: HourlyMeans
}

/** `phase`: the minute of the clock's hour at which each hour begins. */
export const shiftedHourOf = (minute: Minute, phase: number): Hour => Math.floor((minute - phase) / HOUR_MINUTES)

export function shiftedHours(
  { minutes, columns }: Block,
  phase: number,
  [from, until]: readonly [Hour, Hour],
): ShiftedHours {
  const players = new HourlyMeans(until, until - from)
  const settled = new HourlyMeans(until, until - from)
  for (let row = 0; row < minutes.length; ) {
    const hour = shiftedHourOf(minutes[row] ?? 0, phase)
    const sums = { all: 0, count: 0, settled: 0, settledCount: 0 }
    for (; row < minutes.length && shiftedHourOf(minutes[row] ?? 0, phase) === hour; row++) {
      const value = columns.ccu[row] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sums.all += value
      sums.count++
      if ((minutes[row] ?? 0) - phase - hour * HOUR_MINUTES < SETTLING_MINUTES) continue
      sums.settled += value
      sums.settledCount++
    }
    if (hour < from || hour >= until) continue
    players.set(hour, sums.all / sums.count)
    // Imported history may have one sample in an hour.
    settled.set(hour, sums.settledCount > 0 ? sums.settled / sums.settledCount : sums.all / sums.count)
  }
  return { players, settled }
}

/** Takes the hours of a span as unknown. */
export function forgetHours({ players, settled }: ShiftedHours, { from, until }: MinuteSpan, phase: number): void {
  const [first, end] = [Math.max(shiftedHourOf(from, phase), players.since), shiftedHourOf(until - 1, phase) + 1]
  for (let hour = first; hour < Math.min(end, players.until); hour++) {
    players.set(hour, Number.NaN)
    settled.set(hour, Number.NaN)
  }
}

/** The same of values that are known at some minutes: the mean of the first known one of each quarter. */
export function shiftedMeans(
  valueAt: (minute: Minute) => number,
  phase: number,
  [from, until]: readonly [Hour, Hour],
): HourlyMeans {
  const means = new HourlyMeans(until, until - from)
  for (let hour = from; hour < until; hour++) {
    let [sum, count] = [0, 0]
    for (let quarter = 0; quarter < HOUR_MINUTES; quarter += QUARTER_MINUTES) {
      const value = firstKnown(valueAt, hour * HOUR_MINUTES + phase + quarter)
      if (Number.isNaN(value)) continue
      sum += value
      count++
    }
    means.set(hour, sum / count)
  }
  return means
}

const QUARTER_MINUTES = HOUR_MINUTES / 4

/** Ticks may be several minutes apart. */
function firstKnown(valueAt: (minute: Minute) => number, from: Minute): number {
  for (let minute = from; minute < from + QUARTER_MINUTES; minute++) {
    const value = valueAt(minute)
    if (!Number.isNaN(value)) return value
  }
  return Number.NaN
}
