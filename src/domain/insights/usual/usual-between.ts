// The usual of a minute, between those of the hours around it.
import { HOUR_MINUTES, hourOf, type Minute } from '../../clock.js'
import type { Hour } from './hourly-means.js'
import type { RelativeErrors } from './usual-errors.js'

/** The normal quantile that belongs to the 10th and the 90th percentile. */
const NORMAL_QUANTILE = 1.2816

/** The usual by the hour: from the model, or from its cached values. */
export interface HourUsuals {
  /** The expected mean of an hour; NaN if too little is known. */
  expectedHour(hour: Hour): number
  /** Measured divided by expected players. Costs much more than the expected mean. */
  errorsOf(hour: Hour): RelativeErrors
  /** The number of weeks that the expected mean comes from. */
  weeksOf(hour: Hour): number
}

/** The expected value and the band that holds 8 of 10 readings; `weeks` is 0 if it comes from the last days. */
export interface UsualRange {
  readonly kind: 'known'
  readonly expected: number
  readonly low: number
  readonly high: number
  readonly weeks: number
}

/** Between the middles of hours; NaN if the hour of the minute is not known. */
export function expectedBetween(hours: HourUsuals, minute: Minute): number {
  if (Number.isNaN(hours.expectedHour(hourOf(minute)))) return Number.NaN
  return between(minute, (hour) => hours.expectedHour(hour))
}

/** Undefined if the hour of the minute is not known. */
export function usualBetween(hours: HourUsuals, minute: Minute): UsualRange | undefined {
  const expected = expectedBetween(hours, minute)
  if (Number.isNaN(expected)) return undefined
  const noise = NORMAL_QUANTILE * Math.sqrt(expected + 1)
  const low = expected * between(minute, (hour) => hours.errorsOf(hour).low)
  const high = expected * between(minute, (hour) => hours.errorsOf(hour).high)
  return {
    kind: 'known',
    expected,
    low: Math.max(0, Math.min(low, expected - noise)),
    high: Math.max(high, expected + noise),
    weeks: hours.weeksOf(hourOf(minute)),
  }
}

function between(minute: Minute, of: (hour: Hour) => number): number {
  const before = Math.floor(minute / HOUR_MINUTES - 0.5)
  const share = minute / HOUR_MINUTES - 0.5 - before
  const [left, right] = [of(before), of(before + 1)]
  if (Number.isNaN(left)) return right
  return Number.isNaN(right) ? left : left + (right - left) * share
}
