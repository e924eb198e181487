// The range of a series: its buckets, from what was asked and the current minute.
import { DAY_MINUTES, type Minute } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import { minuteAtWall } from '../../../domain/rules/wall-clock.js'
import { type BucketGrid, type BucketNumbers, bucketOf, bucketsIn, startOf } from '../../../domain/series/buckets.js'
import { isCalendar, minutesOf, type SeriesInterval } from '../../../domain/series/interval.js'

/** A calendar day, a local time in the zone of the series, or a minute. */
export type RangeEnd =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'local time'; readonly wall: Minute }
  | { readonly kind: 'time'; readonly minute: Minute }

export interface RangeQuery {
  readonly from?: RangeEnd | undefined
  readonly to?: RangeEnd | undefined
  /** The length in minutes up to the newest data. */
  readonly last?: number | undefined
}

const DEFAULT_MINUTES: Readonly<Record<'1d' | '1w', number>> = { '1d': 30 * DAY_MINUTES, '1w': 364 * DAY_MINUTES }
const MAX_RANGE_MINUTES = MAX_RANGE_DAYS * DAY_MINUTES
/** A range of days may be longer by the hours of two changes of the clocks. */
const CLOCK_CHANGES_MINUTES = 120

const defaultLength = (interval: SeriesInterval): number =>
  isCalendar(interval) ? DEFAULT_MINUTES[interval] : DAY_MINUTES

/** `from` of a day is its first minute, `to` of a day its end, because both ends are included (API-12). */
function minuteAt(end: RangeEnd, timeZone: string, isLast: boolean): Minute {
  if (end.kind === 'time') return end.minute
  return minuteAtWall(end.kind === 'day' ? (end.day + Number(isLast)) * DAY_MINUTES : end.wall, timeZone)
}

interface RangeMoment {
  readonly now: Minute
  /** The last tick that is stored: without an end of its own a range ends there (API-47). */
  readonly newest: Minute
}

/** The last of the buckets is the one of the last minute, at most that of now. */
export function seriesRange({ from, to, last }: RangeQuery, grid: BucketGrid, moment: RangeMoment): BucketNumbers {
  const { now } = moment
  const newest = Math.min(moment.newest, now)
  if (last !== undefined && (from !== undefined || to !== undefined))
    throw rejection('INVALID_PARAMETERS', { name: 'two ranges', facts: {} })
  if (to !== undefined && from === undefined)
    throw rejection('INVALID_PARAMETERS', { name: 'to without from', facts: {} })
  if (from === undefined) return lastBuckets(last ?? defaultLength(grid.interval), grid, newest)
  const start = minuteAt(from, grid.timeZone, false)
  if (start > now) throw rejection('INVALID_PARAMETERS', { name: 'from in the future', facts: {} })
  const until = to === undefined ? (start > newest ? now : newest) + 1 : minuteAt(to, grid.timeZone, true)
  if (start >= until) throw rejection('INVALID_PARAMETERS', { name: 'from after to', facts: {} })
  checkLength(until - start, 'from and to')
  return bucketsIn({ from: start, until: Math.min(until, now + 1) }, grid)
}

/** As many buckets as fit into that length, of which the last one is that of the newest data: `24h` by hour are 24. */
function lastBuckets(length: number, grid: BucketGrid, newest: Minute): BucketNumbers {
  checkLength(length, 'last')
  const count = Math.max(1, Math.ceil(length / minutesOf(grid.interval)))
  return { first: bucketOf(newest, grid) - count + 1, count }
}

function checkLength(minutes: number, what: string): void {
  if (minutes > MAX_RANGE_MINUTES + CLOCK_CHANGES_MINUTES)
    throw rejection('INVALID_PARAMETERS', { name: 'range too long', facts: { range: what, days: MAX_RANGE_DAYS } })
}

/** How many points the same range has at another interval. */
export function countAt(buckets: BucketNumbers, grid: BucketGrid, interval: SeriesInterval): number {
  if (interval === grid.interval) return buckets.count
  const span = { from: startOf(buckets.first, grid), until: startOf(buckets.first + buckets.count, grid) }
  return Math.ceil((span.until - span.from) / minutesOf(interval)) + Number(isCalendar(interval))
}
