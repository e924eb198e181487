// Time as Headcount keeps it: every sample stands on a whole UTC minute, so minutes are the unit of the series.

/** Milliseconds since 1970, as `Date.now()` gives them. Handed in, so that tests and the simulator can set it. */
export interface Clock {
  now(): number
  /** Milliseconds of a clock that nobody sets: it only goes forward, and only differences between two readings mean something. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** Whole minutes since 1970-01-01T00:00Z. Fits in 32 bits until the year 6053. */
export type Minute = number

export const MINUTE_MS = 60_000
export const HOUR_MINUTES = 60
export const DAY_MINUTES = 1_440
export const WEEK_MINUTES = 7 * DAY_MINUTES

export const minuteOf = (milliseconds: number): Minute => Math.floor(milliseconds / MINUTE_MS)

export const msOf = (minute: Minute): number => minute * MINUTE_MS

/** API-13: `YYYY-MM-DDTHH:MM:SS.mmmZ`; those of samples end in `:00.000Z`. */
export const isoOfMinute = (minute: Minute): string => new Date(msOf(minute)).toISOString()

export const isoOfMs = (milliseconds: number): string => new Date(milliseconds).toISOString()

/**
 * Whether a wait until `until` is over. No wait lasts longer than it was meant to: one that does was begun before the
 * clock was set back.
 */
export const isWaitOver = (until: number, timeoutMs: number, now: number): boolean =>
  now >= until || until - now > timeoutMs

export const dayOf = (minute: Minute): number => Math.floor(minute / DAY_MINUTES)

/** The UTC calendar date of a day number, `YYYY-MM-DD`. */
export const isoOfDay = (day: number): string => isoOfMinute(day * DAY_MINUTES).slice(0, 10)
