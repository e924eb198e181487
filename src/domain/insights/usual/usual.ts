// The model of the usual: what a metric of one game would be at a minute if nothing special happened.
//
// Method. usual = median of (value × level now / level then).
//
// The input is hourly means (or hourly changes of a counter). The expected value of an hour is the median over
// the values at the same hour of the week in the last four weeks, each multiplied by the level now divided by the level
// then; the last seven days at this hour, each at the current level too, take part in the median as one more week (with
// all four weeks, it is the trimean of the five). The level is compared over the 24 hours that ended 6 hours ago, hour by
// hour, by the median of the ratios, so that the usual neither follows a drop that is happening nor moves by one event.
// Between the centers of hours, values are interpolated. The band reaches from the 10th to the 90th percentile of the
// model's own relative errors in the last week, limited where an event made many of them large, and is never narrower than
// the counting noise of that many players.
//
// With one known week, that week serves, kept within reach of the days. From two days on, the days alone serve; so they
// do for games of tens of players, where single weeks are mostly chance (both, mixed, from 60 to 240 players).
//
// If `frozenAt` is given, nothing at or after it is read and the level is that of the day before it: the usual then
// says what would have come without what happened there, for up to seven days. The errors of the band are those of
// equally early forecasts.
//
// Assumptions and limits. The shape of the week lasts while the level changes, and all hours change by the same factor.
// Weeks are UTC weeks: after a change of the clocks, the first weeks are an hour off (measured: that beats moving them).
// A new level is followed after 18 hours (half the day of the level, and the 6 hours). Holidays are known only through
// the level. Spans that are known to be special (`excluded`) count as unknown. Values below zero count as zero.
import { HOUR_MINUTES, type Minute, WEEK_HOURS } from '../../clock.js'
import { expectHour, MIN_KNOWN_HOURS } from './expected-hour.js'
import type { Hour, HourlySeries } from './hourly-means.js'
import { type MinuteSpan, ReadableSeries } from './readable-series.js'
import { SlidingLevels } from './sliding-levels.js'
import { expectedBetween, type HourUsuals, type UsualRange, usualBetween } from './usual-between.js'
import { type ExpectedHourReader, type RelativeErrors, WeekOfErrors } from './usual-errors.js'

/** Numbers that another method computed are not used. Raise this when one of the rules above, or how hours are read, changes. */
export const USUAL_METHOD_CODE = 1
/** How long before an hour the day ends from which its level is taken. */
export const LEVEL_LAG_HOURS = 6
/**
 * A lead is how many hours an hour lies after those that it is expected from. Errors are computed for these leads, and
 * interpolated between them.
 */
const LEAD_HOURS: readonly number[] = [0, 6, 24, 72, 168]
const MAX_WAIT_HOURS = 10 * 24
/** Of past hours that are computed between two steps. */
const STEP_HOURS = 12

export interface UsualQuery {
  readonly series: HourlySeries
  /** Nothing at or after this minute is read. */
  readonly until: Minute
  /** The minute of an update: nothing at or after it is read, and the level is the one before it. */
  readonly frozenAt?: Minute
  /** What a manager marked as an event, and known outages: their hours count as unknown. */
  readonly excluded?: readonly MinuteSpan[]
}

/** Too little is known; if all hours are measured from now on, it works from this minute. */
export interface UsualGapReason {
  readonly kind: 'not yet'
  readonly from: Minute
}

export type { UsualRange }
export type Usual = UsualRange | UsualGapReason

/** What evaluators read of a model. */
export interface EvaluationUsual {
  /** The usual at a minute; NaN if it is not known yet. Costs little, the band does not. */
  expectedAt(minute: Minute): number
  at(minute: Minute): Usual
}

/** Longer leads are clamped to this. */
const MAX_LEAD_HOURS = 4_096

/** Answers for any minute of the past or the future. Reuse it for many minutes, because it remembers each hour. */
export class UsualModel implements EvaluationUsual, HourUsuals {
  private readonly series: ReadableSeries
  private readonly levels: SlidingLevels
  private readonly frozen: Hour
  private readonly values = new Map<number, number>()
  private readonly weeks = new Map<Hour, number>()
  private readonly errors = new Map<number, RelativeErrors>()
  /** The errors by lead, in hours. */
  private readonly errorWeeks = new Map<number, WeekOfErrors>()

  constructor(query: UsualQuery) {
    this.frozen = query.frozenAt === undefined ? Number.POSITIVE_INFINITY : Math.floor(query.frozenAt / HOUR_MINUTES)
    const until = Math.min(Math.floor(query.until / HOUR_MINUTES), this.frozen)
    this.series = new ReadableSeries(query.series, until, query.excluded ?? [])
    this.levels = new SlidingLevels(this.series)
  }

  /** The usual of a reading at a minute. */
  at(minute: Minute): Usual {
    return this.rangeAt(minute) ?? { kind: 'not yet', from: this.readyFrom(Math.floor(minute / HOUR_MINUTES)) }
  }

  /** The same; undefined if it is not known, because the time from which it is known takes long to find. */
  rangeAt(minute: Minute): UsualRange | undefined {
    return usualBetween(this, minute)
  }

  expectedAt(minute: Minute): number {
    return expectedBetween(this, minute)
  }

  weeksOf(hour: Hour): number {
    return this.weeks.get(hour) ?? 0
  }

  /** The expected mean of an hour; NaN if too little is known. */
  expectedHour(hour: Hour): number {
    return this.expectedAhead(hour, hour - this.levelEnd(hour))
  }

  /** The expected value of an hour as far as it could be known `lead` hours earlier; NaN if it could not. */
  readonly expectedAhead: ExpectedHourReader = (hour, lead) => {
    const key = this.keyOf(hour, lead)
    const cached = this.values.get(key)
    if (cached !== undefined) return cached
    const isReady = hour - this.series.firstKnown >= MIN_KNOWN_HOURS
    const found = isReady ? expectHour(this.series, hour, hour - lead, this.levels) : undefined
    const value = found?.value ?? Number.NaN
    this.values.set(key, value)
    if (lead === hour - this.levelEnd(hour)) this.weeks.set(hour, found?.weeks ?? 0)
    return value
  }

  /** Counted from the first hour of the series, because a map finds small whole numbers faster. */
  private keyOf(hour: Hour, lead: number): number {
    return (hour - this.series.since) * MAX_LEAD_HOURS + Math.min(lead, MAX_LEAD_HOURS - 1)
  }

  private levelEnd(hour: Hour): Hour {
    if (hour >= this.frozen) return Math.min(this.frozen, this.series.until)
    return Math.min(hour - LEVEL_LAG_HOURS, this.series.until)
  }

  /**
   * Computes in steps what the band of an hour takes longest for, the expected values of the week before, so that a caller may do
   * something else between them. All of them together take tens of milliseconds where the code is not compiled yet.
   */
  *prepareBand(hour: Hour): Generator<void, void> {
    const { end, near, far, share } = this.leadsOf(hour)
    for (const lead of share === 1 ? [far] : new Set([near, far]))
      for (let past = end - WEEK_HOURS; past < end; past++) {
        if (past % STEP_HOURS === 0) yield
        this.expectedAhead(past, lead)
      }
  }

  errorsOf(hour: Hour): RelativeErrors {
    const { end, near, far, share } = this.leadsOf(hour)
    const late = this.errorsAt(end, far)
    // Most hours are asked for at exactly one of these leads, and then the errors at the other one would have no
    // weight.
    if (share === 1 || near === far) return late
    const early = this.errorsAt(end, near)
    return { low: early.low + (late.low - early.low) * share, high: early.high + (late.high - early.high) * share }
  }

  /** The leads between which that of the hour lies. */
  private leadsOf(hour: Hour) {
    const end = this.levelEnd(hour)
    const lead = hour - end
    const above = Math.max(
      1,
      LEAD_HOURS.findIndex((known) => known >= lead),
    )
    const [near, far] =
      lead > (LEAD_HOURS.at(-1) ?? 0) ? [168, 168] : [LEAD_HOURS[above - 1] ?? 0, LEAD_HOURS[above] ?? 0]
    return { end, near, far, share: far === near ? 0 : (lead - near) / (far - near) }
  }

  private errorsAt(end: Hour, lead: number): RelativeErrors {
    const key = this.keyOf(end, lead)
    const cached = this.errors.get(key)
    if (cached !== undefined) return cached
    const week = this.errorWeeks.get(lead) ?? new WeekOfErrors(this.series, this.expectedAhead, lead)
    this.errorWeeks.set(lead, week)
    const found = week.before(end)
    this.errors.set(key, found)
    return found
  }

  /** The first minute at or after the hour for which the usual will be known if all hours to come are. */
  private readyFrom(hour: Hour): Minute {
    const filled = this.series.filledFrom(Math.min(hour, this.series.until), hour + MAX_WAIT_HOURS)
    const first = Math.max(hour, filled.firstKnown + MIN_KNOWN_HOURS)
    for (let candidate = first; candidate < hour + MAX_WAIT_HOURS; candidate++) {
      if (expectHour(filled, candidate, candidate - LEVEL_LAG_HOURS) !== undefined) return candidate * HOUR_MINUTES
    }
    return (hour + MAX_WAIT_HOURS) * HOUR_MINUTES
  }
}
