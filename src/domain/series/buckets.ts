// The buckets of a series: minutes of a fixed length in UTC, or days and weeks of the calendar in a time zone.
import { DAY_MINUTES, type Minute, WEEK_DAYS } from '../clock.js'
import type { Span } from '../rules/span.js'
import { localDay, startOfDay } from '../time/local-days.js'
import { isCalendar, minutesOf, type SeriesInterval } from './interval.js'

/** The beginning of each bucket, and the end of the last one. */
export type BucketEdges = Int32Array

export interface BucketGrid {
  readonly interval: SeriesInterval
  /** An IANA name. */
  readonly timeZone: string
}

/** Buckets by number: two neighbors differ by 1, so that a period before is a difference of numbers. */
export interface BucketNumbers {
  readonly first: number
  readonly count: number
}

/** Day 0 is a Thursday, and weeks begin on Monday as in ISO 8601. */
export const MONDAY_SHIFT_DAYS = 3
/** 52 weeks, so that each bucket stands beside one of the same weekday. */
const WEEKS_OF_YEAR_DAYS = 364

/** The number of the bucket in which a minute lies. */
export function bucketOf(minute: Minute, { interval, timeZone }: BucketGrid): number {
  if (!isCalendar(interval)) return Math.floor(minute / minutesOf(interval))
  const day = localDay(minute, timeZone)
  return interval === '1d' ? day : Math.floor((day + MONDAY_SHIFT_DAYS) / WEEK_DAYS)
}

export function startOf(bucket: number, { interval, timeZone }: BucketGrid): Minute {
  if (!isCalendar(interval)) return bucket * minutesOf(interval)
  return startOfDay(interval === '1d' ? bucket : bucket * WEEK_DAYS - MONDAY_SHIFT_DAYS, timeZone)
}

/** The whole buckets that a range touches. */
export function bucketsIn({ from, until }: Span, grid: BucketGrid): BucketNumbers {
  const first = bucketOf(from, grid)
  return { first, count: bucketOf(until - 1, grid) - first + 1 }
}

export function edgesOf({ first, count }: BucketNumbers, grid: BucketGrid): BucketEdges {
  return Int32Array.from({ length: count + 1 }, (_, index) => startOf(first + index, grid))
}

/** The same buckets of the period before, or 52 weeks before. */
export function bucketsBefore(
  { first, count }: BucketNumbers,
  back: 'previous' | 'year',
  { interval }: BucketGrid,
): BucketNumbers {
  const year = (WEEKS_OF_YEAR_DAYS * DAY_MINUTES) / minutesOf(interval)
  return { first: first - (back === 'previous' ? count : year), count }
}
