// How several lines share one value axis: by their values, by their change since the beginning of the range, or by orders of
// magnitude. A single line is always drawn by its values.
import type { Metric } from '../domain/measures.js'
import type { DrawnLine } from './lines.js'
import { digitsOf, rounded, stepFor, tickFormat, type ValueAxis } from './value-axis.js'

export const VALUE_SCALES = ['absolute', 'relative', 'logarithmic'] as const
export type ValueScale = (typeof VALUE_SCALES)[number]

export interface ScaledAxis {
  readonly axis: ValueAxis
  readonly write: (value: number) => string
}

type DrawnScale = Exclude<ValueScale, 'absolute'>

/** A value that has no place on the scale, such as 0 on a logarithmic one, is NaN. */
export function scaledLine(line: DrawnLine, scale: DrawnScale): DrawnLine {
  const toScale = scale === 'relative' ? changeSince(baseOf(line)) : logarithm
  const segments = line.segments.map(({ minutes, values }) => ({ minutes, values: values.map(toScale) }))
  return { ...line, segments }
}

const logarithm = (value: number): number => (value > 0 ? Math.log10(value) : Number.NaN)

const changeSince =
  (base: number | undefined) =>
  (value: number): number =>
    base === undefined ? Number.NaN : value / base - 1

/** The first value of the range from which a change is known. */
function baseOf({ segments }: DrawnLine): number | undefined {
  for (const { values } of segments) {
    const found = values.find((value) => value > 0)
    if (found !== undefined) return found
  }
  return undefined
}

interface ScaledAxisOptions {
  /** The smallest and largest drawn value, as a share or a logarithm; undefined if nothing is drawn. */
  readonly extent: readonly [number, number] | undefined
  readonly metric: Metric
  readonly locale: string
}

export const scaledAxis = (scale: DrawnScale, { extent = [0, 1], ...options }: ScaledAxisOptions): ScaledAxis =>
  scale === 'relative' ? relativeAxis(extent, options.locale) : logarithmicAxis(extent, options)

/** The axis covers at least this change, even where the lines change less. */
const MIN_RANGE_SHARE = 0.001

function relativeAxis([low, high]: readonly [number, number], locale: string): ScaledAxis {
  const [least, most] = [Math.min(low, 0), Math.max(high, 0)]
  const step = stepFor(Math.max(MIN_RANGE_SHARE, most - least) * 1.1, true)
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step))
  const digits = digitsOf(step * 100)
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const axis = { min: rounded(first * step), max: rounded(last * step), step, ticks }
  return { axis, write: (value) => format.format(value) }
}

const ROUND_FACTORS = [1, 2, 5]
const MAX_TICKS = 7

function logarithmicAxis(
  [low, high]: readonly [number, number],
  { metric, locale }: Omit<ScaledAxisOptions, 'extent'>,
): ScaledAxis {
  const roundValues = roundLogarithms(Math.floor(low), Math.ceil(high) + 1)
  const min = roundValues.findLast((value) => value <= low + ROUNDING_TOLERANCE) ?? Math.floor(low)
  const max = roundValues.find((value) => value >= high - ROUNDING_TOLERANCE && value > min) ?? Math.ceil(high)
  const logarithms = roundValues.filter((value) => value >= min && value <= max)
  const ticks = logarithms.length <= MAX_TICKS ? logarithms : logarithms.filter((value) => Number.isInteger(value))
  const [first = 1, second = 2] = logarithms.map((value) => 10 ** value)
  const values = { min: first, max: 10 ** max, step: rounded(second - first), ticks: [] }
  const write = tickFormat(metric, values, locale)
  return {
    axis: { min, max, step: max - min, ticks, isUneven: true },
    write: (value) => write(rounded(Number((10 ** value).toPrecision(6)))),
  }
}

/** Allows for rounding errors in the logarithms of round numbers. */
const ROUNDING_TOLERANCE = 1e-9

const roundLogarithms = (from: number, until: number): number[] =>
  Array.from({ length: until - from }, (_, index) =>
    ROUND_FACTORS.map((round) => from + index + Math.log10(round)),
  ).flat()
