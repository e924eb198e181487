// The model's own recent errors: of single hours, from which bands are made, and of whole windows, against which a change
// is measured.
import { DAY_HOURS, WEEK_HOURS } from '../../clock.js'
import type { Hour, HourlySeries } from './hourly-means.js'
import { quantileOf } from './quantiles.js'

/** With fewer errors, their quantiles say little, and `DEFAULT_ERRORS` are used. */
const MIN_ERRORS = 24
const LOW_QUANTILE = 0.1
const HIGH_QUANTILE = 0.9

/** In widths of the middle half of the errors, beyond its ends. Of a normal distribution, the percentiles lie at 0.45. */
const MAX_REACH_WIDTHS = 2
/** The middle half of the errors of a large game may be very narrow. */
const MIN_WIDTH_RATIO = 1.02

/** Measured divided by expected players, at the 10th and the 90th percentile. */
export interface RelativeErrors {
  readonly low: number
  readonly high: number
}

/** The errors of the model for games of which only the first days are known. */
const DEFAULT_ERRORS: RelativeErrors = { low: 0.72, high: 1.35 }

/** Returns the expected value of an hour as far as it could be known `lead` hours earlier; NaN if it could not. */
export type ExpectedHourReader = (hour: Hour, lead: number) => number

/** The errors of the hours of one week, in ascending order. It moves on by hours, because neighbors share most of them. */
export class WeekOfErrors {
  private readonly ratios: number[] = []
  private end: Hour = Number.NEGATIVE_INFINITY

  constructor(
    private readonly series: HourlySeries,
    private readonly expected: ExpectedHourReader,
    private readonly lead: number,
  ) {}

  /** The errors of the week before that hour. */
  before(end: Hour): RelativeErrors {
    this.moveTo(end)
    if (this.ratios.length < MIN_ERRORS) return DEFAULT_ERRORS
    return bandOf(this.ratios)
  }

  private moveTo(end: Hour): void {
    const isNear = end >= this.end && end - this.end < WEEK_HOURS
    if (!isNear) this.ratios.length = 0
    const first = isNear ? this.end : end - WEEK_HOURS
    for (let hour = first; hour < end; hour++) {
      if (isNear) this.remove(this.ratioOf(hour - WEEK_HOURS))
      this.add(this.ratioOf(hour))
    }
    this.end = end
  }

  private ratioOf(hour: Hour): number {
    const value = this.series.at(hour)
    return Number.isNaN(value) ? value : value / this.expected(hour, this.lead)
  }

  private add(ratio: number): void {
    if (Number.isFinite(ratio)) this.ratios.splice(this.positionOf(ratio), 0, ratio)
  }

  private remove(ratio: number): void {
    if (Number.isFinite(ratio)) this.ratios.splice(this.positionOf(ratio), 1)
  }

  /** The position of the first ratio that is not less than this one. */
  private positionOf(ratio: number): number {
    let [first, end] = [0, this.ratios.length]
    while (first < end) {
      const middle = (first + end) >> 1
      if ((this.ratios[middle] ?? 0) < ratio) first = middle + 1
      else end = middle
    }
    return first
  }
}

/**
 * The 10th and the 90th percentile, limited to a multiple of the width of the middle half: where an event fills more than
 * a tenth of the week, the band would otherwise reach as far as the event did. `sorted` ascends.
 */
function bandOf(sorted: readonly number[]): RelativeErrors {
  const [lower, upper] = [quantileOf(sorted, 0.25), quantileOf(sorted, 0.75)]
  const reach = Math.max(upper / lower, MIN_WIDTH_RATIO) ** MAX_REACH_WIDTHS
  return {
    low: Math.max(quantileOf(sorted, LOW_QUANTILE), lower / reach),
    high: Math.min(quantileOf(sorted, HIGH_QUANTILE), upper * reach),
  }
}

const PAST_HOURS = 14 * DAY_HOURS
const ORIGIN_COUNT = 56

export interface WindowErrorsQuery {
  readonly series: HourlySeries
  readonly expectedAhead: ExpectedHourReader
  /** The length of the windows. */
  readonly hours: number
  /** All windows end at or before this hour. */
  readonly before: Hour
}

/**
 * For each of the windows of that length that began in the last two weeks: measured divided by expected players as of when
 * it began, in ascending order. A window counts if at least half of its hours are known. Empty if there are none.
 */
export function windowErrors({ series, expectedAhead, hours, before }: WindowErrorsQuery): number[] {
  const found: number[] = []
  const step = Math.max(1, Math.floor(PAST_HOURS / ORIGIN_COUNT))
  for (let origin = before - hours; origin > before - hours - PAST_HOURS; origin -= step) {
    let [measured, expected, known] = [0, 0, 0]
    for (let hour = origin; hour < origin + hours; hour++) {
      const value = series.at(hour)
      const usual = expectedAhead(hour, hour - origin)
      if (Number.isNaN(value) || Number.isNaN(usual)) continue
      measured += value
      expected += usual
      known++
    }
    if (known * 2 >= hours && expected > 0) found.push(measured / expected)
  }
  return found.sort((a, b) => a - b)
}
