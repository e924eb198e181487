// The time types of Headcount: every sample belongs to a whole UTC minute, so minutes are the unit of the series.

/** Milliseconds since 1970, like `Date.now()`. The clock is injected, so that tests and the simulator can set it. */
export interface Clock {
  now(): number
  /**
   * Milliseconds of a clock that cannot be set: it never goes back, and only differences between two readings have a
   * meaning.
   */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** Whole minutes since 1970-01-01T00:00Z. Fits in 32 bits until the year 6053. */
export type Minute = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MINUTES = 60
export const DAY_MINUTES = 1_440
export const WEEK_MINUTES = 7 * DAY_MINUTES
/** Every time zone is offset from UTC by whole quarters of an hour. */
export const QUARTER_MINUTES = 15
export const DAY_HOURS = 24
export const WEEK_DAYS = 7
export const WEEK_HOURS = WEEK_DAYS * DAY_HOURS
export const HOUR_MS = HOUR_MINUTES * MINUTE_MS
export const DAY_MS = DAY_MINUTES * MINUTE_MS

export const minuteOf = (milliseconds: number): Minute => Math.floor(milliseconds / MINUTE_MS)

export const msOf = (minute: Minute): number => minute * MINUTE_MS

/** API-13: `YYYY-MM-DDTHH:MM:SS.mmmZ`; timestamps of samples end in `:00.000Z`. */
export const isoOfMinute = (minute: Minute): string => new Date(msOf(minute)).toISOString()

export const isoOfMs = (milliseconds: number): string => new Date(milliseconds).toISOString()

/**
 * Whether a wait until `until` is over. A wait never lasts longer than `timeoutMs`: if `until` is further away than
 * that, the clock was set back after the wait began.
 */
export const isWaitOver = (until: number, timeoutMs: number, now: number): boolean =>
  now >= until || until - now > timeoutMs

/** The whole hours since 1970 in which the minute lies. */
export const hourOf = (minute: Minute): number => Math.floor(minute / HOUR_MINUTES)

export const dayOf = (minute: Minute): number => Math.floor(minute / DAY_MINUTES)

const MAX_KNOWN_DATES = 1_000
const knownDates = new Map<number, string>()

/**
 * The UTC calendar date of a day number, `YYYY-MM-DD`. It is remembered, because a history of all games names the same days once for
 * each of them.
 */
export function isoOfDay(day: number): string {
  const known = knownDates.get(day)
  if (known !== undefined) return known
  const date = isoOfMinute(day * DAY_MINUTES).slice(0, 10)
  if (knownDates.size >= MAX_KNOWN_DATES) knownDates.clear()
  knownDates.set(day, date)
  return date
}
