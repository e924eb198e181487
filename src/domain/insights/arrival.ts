// When a counter will probably reach a number.
//
// Method. The recent gains are assumed to repeat: those of the last 24 hours if the number is at most a day away, and
// those of the last seven days if it is further away. For the earliest and the latest day, they are multiplied by the 95th
// and the 5th percentile of the ratio of a day's gain to that of the day before. Over more than a day, the weekdays average
// out, so half of the weight goes to the ratio to the same weekday of the week before, and to its trend. A day never gains
// more than the best of these days (within a day: than the best hour), unless weeks usually grow.
// Days before a launch, and the launch day, are left out, because their gains say nothing of those after it.
//
// Limits. What never happened in the last four weeks (a holiday, an update that changes everything) is not in the range.
import { DAY_HOURS, WEEK_DAYS } from '../clock.js'
import { quantileOf } from './usual/quantiles.js'

/** Days from now. `latest` is null if so slow a time is possible that no latest day can be named. */
export type Arrival =
  | { readonly kind: 'expected'; readonly earliest: number; readonly latest: number | null }
  | { readonly kind: 'too little data' }
  | { readonly kind: 'not growing' }

export interface RecentGains {
  /** The gains of the last whole days, oldest first: at most four weeks are of use. */
  readonly days: readonly number[]
  /** The gains of the last 24 hours, oldest first; empty if they are not known. */
  readonly hours: readonly number[]
}

/** Nine closing values give eight daily gains. */
const MIN_DAYS = 8
const [LOW, HIGH] = [0.05, 0.95]
/**
 * `WEEKLY_SPREAD_FACTOR` widens the weekly range, because few weeks are known. `MAX_EXTRAPOLATED_WEEKS` limits how far
 * ahead a weekly trend is extrapolated. Both were chosen by `npm run bench -- milestones`.
 */
const WEEKLY_SPREAD_FACTOR = 1.5
const MAX_EXTRAPOLATED_WEEKS = 2
/** A first day with a smaller share of a typical day's gain is from before the launch: chance never makes it so small. */
const PRELAUNCH_SHARE = 0.05
/** A latest day more than 100 years ahead is omitted: it is null. */
const MAX_ARRIVAL_DAYS = 36_500

export function arrivalOf(remaining: number, { days: known, hours }: RecentGains): Arrival {
  const days = sinceLaunch(known)
  if (days.length < MIN_DAYS) return { kind: 'too little data' }
  const [week, yesterday] = [days.slice(-WEEK_DAYS), hours.length === DAY_HOURS ? hours : days.slice(-1)]
  const daysAtYesterdaysPace = replay(remaining, yesterday, hours.length === DAY_HOURS ? DAY_HOURS : 1)
  const isSoon = daysAtYesterdaysPace <= 1
  const pace = isSoon ? yesterday : week
  const perDay = isSoon ? yesterday.length : 1
  const middle = isSoon ? daysAtYesterdaysPace : replay(remaining, week, 1)
  if (middle === Number.POSITIVE_INFINITY) return { kind: 'not growing' }
  const [slowFactor, fastFactor] = spreadOf(days, middle)
  const latest = replay(remaining / slowFactor, pace, perDay)
  const best = bestPace(days, isSoon ? pace.map((gain) => gain * perDay) : [], middle)
  const earliest = Math.max(replay(remaining / fastFactor, pace, perDay), remaining / best)
  return {
    kind: 'expected',
    earliest: Math.min(earliest, middle),
    latest: latest > MAX_ARRIVAL_DAYS ? null : latest,
  }
}

/**
 * The most that a day may gain so far ahead: as much as the best day, or, of the day that goes on, as the best hour; more
 * only if it usually is more from week to week.
 */
function bestPace(days: readonly number[], hours: readonly number[], daysAhead: number): number {
  const weekly = changesOf(days, WEEK_DAYS)
  const growth = weekly.length < WEEK_DAYS ? 0 : Math.max(0, quantileOf(weekly, 0.5))
  return Math.max(...days, ...hours) * Math.exp(growth * weeksAhead(daysAhead))
}

const weeksAhead = (days: number): number => Math.min(MAX_EXTRAPOLATED_WEEKS, Math.max(1, days / WEEK_DAYS))

/** Without the days at the beginning that had next to no gain beside those of the last week, and the day of the launch. */
function sinceLaunch(days: readonly number[]): readonly number[] {
  const typical = quantileOf(
    days.slice(-WEEK_DAYS).sort((a, b) => a - b),
    0.5,
  )
  const launch = days.findIndex((gain) => gain + 1 > typical * PRELAUNCH_SHARE)
  return launch > 0 ? days.slice(launch + 1) : days
}

/** The factors by which the gains may be smaller and larger than before, on average over so many days. */
function spreadOf(days: readonly number[], daysAhead: number): readonly [slow: number, fast: number] {
  const [daily, weekly] = [changesOf(days, 1), changesOf(days, WEEK_DAYS)]
  // Weekly changes count in proportion to how many of the seven weekdays can be compared.
  const known = Math.min(1, weekly.length / WEEK_DAYS)
  const weight = (Math.min(1, Math.max(0, daysAhead - 1)) * known) / 2
  const weeks = weeksAhead(daysAhead)
  const trend = quantileOf(weekly, 0.5) / 2
  const logChangeAt = (fraction: number): number =>
    quantileOf(daily, fraction) * (1 - weight) +
    (quantileOf(weekly, fraction) + trend) * WEEKLY_SPREAD_FACTOR * weeks * weight
  return [Math.exp(Math.min(0, logChangeAt(LOW))), Math.exp(Math.max(0, logChangeAt(HIGH)))]
}

/** The logarithms of each day's gain divided by that of `lag` days before, ascending. One is added to both. */
function changesOf(days: readonly number[], lag: number): number[] {
  const changes = days.slice(lag).map((gain, index) => {
    const before = days[index] ?? 0
    return Math.log((Math.max(0, gain) + 1) / (Math.max(0, before) + 1))
  })
  return changes.sort((a, b) => a - b)
}

/** After how many days the gains, repeated from the first on, add up to the distance; infinity if they never do. */
function replay(distance: number, gains: readonly number[], perDay: number): number {
  const total = gains.reduce((sum, gain) => sum + gain, 0)
  if (!(total > 0)) return Number.POSITIVE_INFINITY
  // The last round is added gain by gain, because the sum may fall in between.
  const rounds = Math.max(0, Math.ceil(distance / total) - 1)
  let left = distance - rounds * total
  for (const [index, gain] of gains.entries()) {
    if (gain > 0 && left <= gain) return (rounds * gains.length + index + left / gain) / perDay
    left -= gain
  }
  return ((rounds + 1) * gains.length) / perDay
}
