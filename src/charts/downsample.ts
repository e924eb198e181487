// Reduces a series to what a picture can show: the minimum and maximum of each bucket, with every visible gap kept.
import type { Minute } from '../domain/clock.js'

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
const LATENESS_FACTOR = 1.5

/**
 * Returns the parts of the series between gaps. Each keeps its first and last point, and the minimum and maximum of
 * every bucket. A gap narrower than a bucket would be invisible and does not break the line.
 */
export function downsample(points: PointColumns, cadence: Cadence, frame: DownsampleWindow): PointColumns[] {
  const width = Math.max((frame.until - frame.from) / Math.max(1, frame.buckets), 0)
  return windows(points, frame, reachOf(cadence, width)).map((rows) => thinned(points, rows, frame.from, width))
}

/** Returns the largest distance in minutes to the next sample at which the line continues. */
function reachOf({ interval, schedule = [] }: Cadence, width: number): (minute: Minute) => number {
  let at = -1
  return (minute) => {
    while (minute >= (schedule[at + 1]?.since ?? Number.POSITIVE_INFINITY)) at++
    return Math.max(LATENESS_FACTOR * Math.max(interval, schedule[at]?.interval ?? 0), width)
  }
}

function windows(
  points: PointColumns,
  { from, until }: DownsampleWindow,
  reach: (minute: Minute) => number,
): number[][] {
  const found: number[][] = []
  let open: number[] = []
  let before = Number.NEGATIVE_INFINITY
  for (let row = 0; row < points.minutes.length; row++) {
    const minute = points.minutes[row] ?? 0
    if (minute < from || minute >= until || Number.isNaN(points.values[row])) continue
    if (minute - before > reach(before)) {
      open = []
      found.push(open)
    }
    open.push(row)
    before = minute
  }
  return found
}

function thinned(
  { minutes, values }: PointColumns,
  rows: readonly number[],
  from: Minute,
  width: number,
): PointColumns {
  const keep = new Set<number>()
  const [first, last] = [rows[0], rows.at(-1)]
  if (first !== undefined) keep.add(first)
  let bucket = Number.NaN
  let [low, high] = [-1, -1]
  const close = () => {
    if (low < 0) return
    keep.add(Math.min(low, high))
    keep.add(Math.max(low, high))
  }
  for (const row of rows) {
    const next = Math.floor(((minutes[row] ?? 0) - from) / width)
    if (next !== bucket) {
      close()
      bucket = next
      low = high = row
      continue
    }
    if ((values[row] ?? 0) < (values[low] ?? 0)) low = row
    if ((values[row] ?? 0) > (values[high] ?? 0)) high = row
  }
  close()
  if (last !== undefined) keep.add(last)
  const kept = [...keep]
  return {
    minutes: Int32Array.from(kept, (row) => minutes[row] ?? 0),
    values: Float64Array.from(kept, (row) => values[row] ?? Number.NaN),
  }
}
