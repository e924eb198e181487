// By how much a span of time differed from what was usual for its hours: of a game, and of the platform as a whole.
import { HOUR_MINUTES, WEEK_HOURS } from '../clock.js'
import type { Block } from '../sample.js'
import { rowsBetween } from './measuring.js'
import { type Hour, HourlyMeans, type HourlySeries, RING_HOURS } from './usual/hourly-means.js'
import type { MinuteSpan } from './usual/readable-series.js'
import { UsualModel } from './usual/usual.js'

/** The hours before an hour that the usual and its errors of the last week are computed from. */
export const HISTORY_HOURS = RING_HOURS + WEEK_HOURS
export const COMPARISON_HISTORY_MINUTES = HISTORY_HOURS * HOUR_MINUTES

export interface SpanComparison {
  /** The mean of the usual of the compared hours. */
  readonly expected: number
  /** The measured mean against the usual one: 0.1 is 10 % more. */
  readonly change: number
}

/**
 * The usual is frozen at the start of the span, because otherwise it would adapt to the span itself. Null if fewer than half
 * of the whole hours of the span are known and have a usual.
 */
export function compareSpan(
  series: HourlySeries,
  { from, until }: MinuteSpan,
  excluded: readonly MinuteSpan[] = [],
): SpanComparison | null {
  const [first, end] = wholeHours({ from, until })
  const model = new UsualModel({ series, until: end * HOUR_MINUTES, frozenAt: first * HOUR_MINUTES, excluded })
  let [value, expected, known] = [0, 0, 0]
  for (let hour = first; hour < end; hour++) {
    const usual = model.expectedHour(hour)
    if (Number.isNaN(series.at(hour)) || Number.isNaN(usual)) continue
    value += series.at(hour)
    expected += usual
    known++
  }
  return known * 2 < end - first || expected <= 0 ? null : { expected: expected / known, change: value / expected - 1 }
}

/** The hourly means of players that `compareSpan` needs. */
export function playerHours(block: Block, span: MinuteSpan): HourlySeries {
  const [first, end] = wholeHours(span)
  const series = new HourlyMeans(end, end - first + HISTORY_HOURS)
  for (let hour = series.since; hour < end; hour++) {
    const [row, last] = rowsBetween(block, hour * HOUR_MINUTES, (hour + 1) * HOUR_MINUTES)
    if (row < last)
      series.set(hour, block.columns.ccu.subarray(row, last).reduce((sum, ccu) => sum + ccu) / (last - row))
  }
  return series
}

const wholeHours = ({ from, until }: MinuteSpan): readonly [first: Hour, end: Hour] => [
  Math.ceil(from / HOUR_MINUTES),
  Math.floor(until / HOUR_MINUTES),
]
