// The named ranges that people choose (DISCORD-5): the last 24 hours, or whole days up to now.
import { DAY_MINUTES, type Minute } from '../clock.js'
import { localDay, startOfDay } from '../time/local-days.js'

export const SPAN_NAMES = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type SpanName = (typeof SPAN_NAMES)[number]

/** The minutes `from` ≤ m < `until`. */
export interface Span {
  readonly from: Minute
  readonly until: Minute
}

/** Today is included: 30d is today and the 29 days before, as in the API's summaries (API-19). */
const DAYS = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 } as const satisfies Partial<Record<SpanName, number>>

/** In whole days; undefined for all time. */
export function daysOfSpanName(name: SpanName): number | undefined {
  if (name === 'all') return undefined
  return name === '24h' ? 1 : DAYS[name]
}

export const isSpanName = (text: string): text is SpanName => SPAN_NAMES.some((name) => name === text)

interface SpanMoment {
  /** The current minute. */
  readonly now: Minute
  /** The minute of the first sample, needed for `all`. */
  readonly first: Minute
  /** The reader's, in minutes. */
  readonly interval: number
  /** Of the days; UTC without it. */
  readonly timeZone?: string
}

export function spanOf(name: SpanName, { now, first, interval, timeZone = 'UTC' }: SpanMoment): Span {
  const until = now + 1
  // From the slot after the one of 24 hours ago: half a slot at the beginning would look like a gap, and what a counter gained since the
  // last value before the range is then its gain in 24 hours.
  if (name === '24h') return { from: Math.ceil((until - DAY_MINUTES) / interval) * interval, until }
  const today = localDay(now, timeZone)
  const firstDay = name === 'all' ? Math.min(localDay(first, timeZone), today) : today - DAYS[name] + 1
  return { from: startOfDay(firstDay, timeZone), until }
}
