// Reduces the lines of a picture before they are copied to the drawing thread: copying half a million points would stop
// all other requests. In each bucket of the picture the first, last, lowest and highest point stay, so that
// `downsample` finds the same points and the same gaps as in the whole line.

import type { ChartInput, ChartSeries } from '../chart-input.js'
import { PICTURE_WIDTH } from '../layout.js'
import { BucketRows } from './bucket-rows.js'
import { bucketWidth, type DownsampleWindow, rowsOf } from './downsample.js'

/** Of all lines of a picture together. */
const MAX_DRAWN_POINTS = 20_000
const MAX_BUCKET_POINTS = 4

/** A line that has few points already is returned as it is. */
export function reducedLines(input: ChartInput): ChartInput {
  const { series, previous, expected, band, from, until, width = PICTURE_WIDTH } = input
  const lines = previous === undefined ? series : [...series, previous]
  const room = Math.max(0, MAX_DRAWN_POINTS - (expected?.minutes.length ?? 0) - (band?.minutes.length ?? 0))
  const buckets = Math.max(1, Math.min(width, Math.floor(room / lines.length / MAX_BUCKET_POINTS)))
  const reduce = <T extends ChartSeries>(line: T, shift: number): T =>
    reducedLine(line, { from: from - shift, until: until - shift, buckets }, width)
  return {
    ...input,
    series: series.map((line) => reduce(line, 0)),
    ...(previous && { previous: reduce(previous, previous.shift) }),
  }
}

function reducedLine<T extends ChartSeries>(line: T, frame: DownsampleWindow, drawnBuckets: number): T {
  if (line.minutes.length <= frame.buckets * MAX_BUCKET_POINTS) return line
  const width = bucketWidth(frame)
  // Where buckets are wider than those that are drawn, the points of one may lie further apart than the samples did.
  const interval = frame.buckets < drawnBuckets ? Math.max(line.interval, width) : line.interval
  return { ...line, ...rowsOf(line, selectRows(line, frame, width)), interval }
}

function selectRows(
  { minutes, values }: ChartSeries,
  { from, until }: DownsampleWindow,
  width: number,
): readonly number[] {
  const bucketRows = new BucketRows(true)
  let isEmpty = true
  for (let row = 0; row < minutes.length; row++) {
    const minute = minutes[row] as number
    const value = values[row] as number
    if (minute < from || minute >= until || Number.isNaN(value)) continue
    isEmpty = false
    bucketRows.add(row, value, Math.floor((minute - from) / width))
  }
  return isEmpty ? [] : bucketRows.finish()
}
