// Reduces a series to what a picture can show: the minimum and maximum of each bucket, with every visible gap kept.
import type { Minute } from '../../domain/clock.js'
import { BucketRows } from './bucket-rows.js'

/** Columns of equal length, oldest first. NaN is a missing value of an existing sample; a gap has no samples. */
export interface PointColumns {
  readonly minutes: Int32Array
  readonly values: Float64Array
}

export interface Cadence {
  /** Minutes between two samples, as the reader sees them. */
  readonly interval: number
  /** If sampling was coarser at times: the interval in force from `since` on, oldest first. */
  readonly schedule?: readonly { readonly since: Minute; readonly interval: number }[]
}

export interface DownsampleWindow {
  readonly from: Minute
  /** The minute after the last one. */
  readonly until: Minute
  /** The number of buckets, about one per horizontal pixel. */
  readonly buckets: number
}

/** A sample may be late, but never by half an interval. */
export const LATENESS_FACTOR = 1.5

/**
 * Returns the parts of the series between gaps. Each keeps its first and last point, and the minimum and maximum of
 * every bucket. A gap narrower than a bucket would be invisible and does not break the line.
 */
export function downsample(points: PointColumns, cadence: Cadence, frame: DownsampleWindow): PointColumns[] {
  const width = bucketWidth(frame)
  const maxDistanceAfter = distanceLimit(cadence, width)
  const parts: (readonly number[])[] = []
  let part: BucketRows | undefined
  let previousMinute = Number.NEGATIVE_INFINITY
  // A picture may have half a million points, so each is read once. `as number`: the index is within bounds.
  for (let row = 0; row < points.minutes.length; row++) {
    const minute = points.minutes[row] as number
    const value = points.values[row] as number
    if (minute < frame.from || minute >= frame.until || Number.isNaN(value)) continue
    if (part === undefined || minute - previousMinute > maxDistanceAfter(previousMinute)) {
      if (part !== undefined) parts.push(part.finish())
      part = new BucketRows()
    }
    part.add(row, value, Math.floor((minute - frame.from) / width))
    previousMinute = minute
  }
  if (part !== undefined) parts.push(part.finish())
  return parts.map((rows) => rowsOf(points, rows))
}

/** In minutes. */
export const bucketWidth = ({ from, until, buckets }: DownsampleWindow): number =>
  Math.max((until - from) / Math.max(1, buckets), 0)

export const rowsOf = ({ minutes, values }: PointColumns, rows: readonly number[]): PointColumns => ({
  minutes: Int32Array.from(rows, (row) => minutes[row] ?? 0),
  values: Float64Array.from(rows, (row) => values[row] ?? Number.NaN),
})

/** Returns the largest distance in minutes to the next sample at which the line continues. */
function distanceLimit({ interval, schedule = [] }: Cadence, width: number): (minute: Minute) => number {
  let at = -1
  return (minute) => {
    while (minute >= (schedule[at + 1]?.since ?? Number.POSITIVE_INFINITY)) at++
    return Math.max(LATENESS_FACTOR * Math.max(interval, schedule[at]?.interval ?? 0), width)
  }
}
