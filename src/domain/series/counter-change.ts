// The change of a counter in each hour or day of a zone, from the points of its line.

import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../clock.js'
import { CLOSING_MEASURES, type ClosingMeasure, type Metric } from '../measures.js'
import type { Span } from '../rules/span.js'
import type { Curve } from '../rules/thin-out.js'
import { type LocalStep, localEdges } from './local-steps.js'
import type { SeriesPoints } from './points.js'

export const isCounter = (metric: Metric): boolean => CLOSING_MEASURES.some((name) => name === metric)

/** Longer ranges show days. */
const MAX_HOURLY = 8 * DAY_MINUTES
/** In a shorter range, changes would be too few to be a line. */
const MIN_RANGE = 4 * HOUR_MINUTES

/** The usual lengths; a day may have an hour more or less. */
export const CHANGE_STEPS = { hour: HOUR_MINUTES, day: DAY_MINUTES } as const satisfies Record<LocalStep, Minute>
export type ChangeStep = LocalStep

/** Undefined where the range is too short for changes. */
export function changeStepOf({ from, until }: Span): ChangeStep | undefined {
  if (until - from < MIN_RANGE) return undefined
  return until - from <= MAX_HOURLY ? 'hour' : 'day'
}

interface CountedLine extends Curve {
  /** The first minute of the range: what began before it is no whole hour or day. */
  readonly from: Minute
  readonly interval: number
  readonly points: SeriesPoints
}

/**
 * The changes of whole hours or days, as the table of days and the API count them: since the last value known before. Where a
 * boundary lies in a gap, there are none.
 */
export function countedChanges(line: CountedLine, metric: Metric, step: ChangeStep, timeZone: string = 'UTC'): Curve {
  const { edges, counters } = line.points
  const { change } = counters[metric as ClosingMeasure]
  const counted = new Map(change.map((value, at) => [edges[at], value]))
  const { minutes, values } = changesBetween(line, step, timeZone)
  const start = minutes.findIndex((minute) => minute >= line.from)
  const whole = start < 0 ? minutes.length : start
  return {
    minutes: minutes.slice(whole),
    values: values.map((between, row) => counted.get(minutes[row]) ?? between).slice(whole),
  }
}

/** What a counter gained in all hours or days; null where it is not known. */
export function gainOf({ counters }: SeriesPoints, metric: Metric): number | null {
  const { change } = counters[metric as ClosingMeasure]
  return change.every((one) => one === null) ? null : change.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}

/** From the values at the boundaries, between the points of the line. */
export function changesBetween(
  line: Curve & { readonly interval: number },
  step: ChangeStep,
  timeZone: string = 'UTC',
): Curve {
  const { minutes, interval } = line
  const [first = 0, last = -1] = [minutes[0], minutes.at(-1)]
  const valueAt = reader(line, interval, Math.max(CHANGE_STEPS[step], 2 * interval))
  const found: [minute: Minute, change: number][] = []
  let [begin, before] = [first, Number.NaN]
  for (const at of localEdges({ from: first, until: last + interval + 1 }, step, timeZone)) {
    if (at > last + interval) break
    const value = valueAt(at)
    if (!Number.isNaN(value - before)) found.push([begin, value - before])
    ;[begin, before] = [at, value]
  }
  return {
    minutes: Int32Array.from(found, ([minute]) => minute),
    values: Float64Array.from(found, ([, change]) => change),
  }
}

/**
 * Reads ascending minutes, between points in a straight line. Where two points are further apart than `reach`, and after the last,
 * it reads the one before where that is at most `interval` away, and NaN further on, also at the point that ends the gap: what was
 * gained since the value before would count the gap. Before the first point it reads that one from `interval` on.
 */
function reader({ minutes, values }: Curve, interval: Minute, reach: Minute): (minute: Minute) => number {
  let row = 0
  return (minute) => {
    while ((minutes[row] ?? Number.POSITIVE_INFINITY) < minute) row++
    const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [minutes[row - 1], minutes[row]]
    const [earlier = Number.NaN, later = Number.NaN] = [values[row - 1], values[row]]
    if (after - before <= reach) return earlier + ((later - earlier) * (minute - before)) / (after - before)
    if (minute - before <= interval) return earlier
    return before === Number.NEGATIVE_INFINITY && after - minute <= interval ? later : Number.NaN
  }
}
