// Compares the level of a series over one day with its level at the same hours of an earlier day.
import { DAY_HOURS } from '../../clock.js'
import type { Hour, HourlySeries } from './hourly-means.js'
import { medianOf } from './quantiles.js'

/** With fewer hours known in both days, they cannot be compared. */
export const MIN_MATCHED = 6
/** If the last day has too few known hours, earlier days are tried, up to so many. */
const MAX_DAYS_BACK = 7

export interface LevelShift {
  /** The hour at which the day ends over which the level is taken. */
  readonly end: Hour
  /** How many hours before, a multiple of a day. */
  readonly back: number
}

interface MatchedSums {
  readonly now: number
  readonly before: number
}

/** `ratios`: gets now divided by before of each matched hour, where it is given. */
function match(series: HourlySeries, end: Hour, back: number, ratios?: number[]): MatchedSums | undefined {
  let [now, before, matched] = [0, 0, 0]
  for (let hour = end - DAY_HOURS; hour < end; hour++) {
    const current = series.at(hour)
    const past = series.at(hour - back)
    if (Number.isNaN(current) || Number.isNaN(past)) continue
    now += current
    before += past
    matched++
    if (ratios !== undefined && (current > 0 || past > 0)) ratios.push(current / past)
  }
  return matched < MIN_MATCHED ? undefined : { now, before }
}

function lastMatch(series: HourlySeries, { end, back }: LevelShift, ratios?: number[]): MatchedSums | undefined {
  for (let days = 0; days < MAX_DAYS_BACK; days++) {
    if (ratios !== undefined) ratios.length = 0
    const found = match(series, end - days * DAY_HOURS, back, ratios)
    if (found !== undefined) return found
  }
  return undefined
}

/** The ratio of sums. One is added to each, so that a game that had nobody for a day has a level too. */
const ratioOfSums = ({ now, before }: MatchedSums): number => (now + 1) / (before + 1)

/**
 * The level now divided by the level before, as the median of the ratios of matched hours: an event, restart or outage
 * of less than half a day does not move it. Undefined if too few hours are known in both.
 */
export function levelRatio(series: HourlySeries, shift: LevelShift): number | undefined {
  const ratios: number[] = []
  const sums = lastMatch(series, shift, ratios)
  if (sums === undefined) return undefined
  const ratio = ratios.length < MIN_MATCHED ? Number.NaN : medianOf(ratios)
  return ratio > 0 && Number.isFinite(ratio) ? ratio : ratioOfSums(sums)
}

/** The same for small counts, where the ratio of two hours is mostly chance and only the sums of the days can be compared. */
export function smallLevelRatio(series: HourlySeries, shift: LevelShift): number | undefined {
  const sums = lastMatch(series, shift)
  return sums === undefined ? undefined : ratioOfSums(sums)
}
