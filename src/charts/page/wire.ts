// The compact JSON form in which a chart's data are sent to a browser.
import type { Minute } from '../../domain/clock.js'
import type { EventKind } from '../../domain/events/event-facts.js'
import type { Metric } from '../../domain/measures.js'
import type {
  ChartInput,
  ChartMarker,
  ChartMeans,
  ChartSeries,
  ExpectedChartLine,
  PreviousLine,
} from '../chart-input.js'

export interface WireLine {
  readonly name: string
  /** The first minute, then the difference in minutes to each next point. */
  readonly minutes: readonly number[]
  readonly values: readonly number[]
  readonly interval: number
  readonly schedule: readonly (readonly [since: Minute, interval: number])[]
  readonly gaps: readonly (readonly [from: Minute, until: Minute])[]
  readonly means?: WireMeans
}

interface WireMeans {
  readonly step: number
  readonly minutes: readonly number[]
  readonly values: readonly number[]
  readonly low: readonly number[]
  readonly high: readonly number[]
}

/** NaN is null. */
export interface WireUsual {
  readonly name: string
  readonly minutes: readonly number[]
  readonly values: readonly (number | null)[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
}

/** Something that happened, as a mark in the lane under the time axis. */
export interface ChartEvent {
  readonly at: Minute
  /** Equal to `at` if it happened at one minute; null while it goes on. */
  readonly until: Minute | null
  readonly kind: EventKind
  /** For example `Update`. */
  readonly name: string
  readonly text: string
  /** The place on the page with the details. */
  readonly href?: string
}

/** The share of each hour or day that samples of the first line cover. */
export interface ChartCoverage {
  readonly step: 'hour' | 'day'
  /** The beginning of each, and the end of the last one. */
  readonly edges: Int32Array
  readonly shares: readonly number[]
}

/** The first edge, then the difference in minutes to each next one. */
type WireCoverage = Omit<ChartCoverage, 'edges'> & { readonly edges: readonly number[] }

/** What only the page shows around the plot. */
export interface ChartExtras {
  readonly events?: readonly ChartEvent[]
  readonly coverage?: ChartCoverage
  /** All time that can be shown; the range of the chart where it is left out. */
  readonly bounds?: { readonly from: Minute; readonly until: Minute }
}

export interface WireChart extends Omit<ChartExtras, 'coverage'> {
  readonly coverage?: WireCoverage
  readonly title: string
  readonly metric: Metric
  readonly texts: ChartInput['texts']
  readonly from: Minute
  readonly until: Minute
  readonly per?: NonNullable<ChartInput['per']>
  readonly scale?: NonNullable<ChartInput['scale']>
  readonly lines: readonly WireLine[]
  readonly previous?: WireLine & Pick<PreviousLine, 'shift' | 'partName'>
  readonly usual?: WireUsual
  readonly markers: readonly ChartMarker[]
}

export type ChartData = Omit<ChartInput, 'timeZone' | 'locale' | 'theme' | 'width' | 'height' | 'isBare'> & ChartExtras

export function toWire({ series, previous, expected, markers, ...rest }: ChartData): WireChart {
  const { title, metric, texts, from, until, per, scale, events, coverage, bounds } = rest
  return {
    ...{ title, metric, texts, from, until },
    ...(per && { per }),
    ...(scale && { scale }),
    ...(events && { events }),
    ...(coverage && { coverage: coverageToWire(coverage) }),
    ...(bounds && { bounds }),
    ...(expected && { usual: usualToWire(expected) }),
    lines: series.map(lineToWire),
    ...(previous && { previous: { ...lineToWire(previous), ...shiftOf(previous) } }),
    markers: markers ?? [],
  }
}

const coverageToWire = ({ step, edges, shares }: ChartCoverage): WireCoverage => ({
  step,
  edges: toDeltas(edges),
  shares: shares.map((share) => Number(share.toFixed(3))),
})

export function fromWire({ lines, previous, usual, coverage, ...rest }: WireChart): ChartData {
  return {
    ...rest,
    ...(coverage && { coverage: { ...coverage, edges: minutesFrom(coverage.edges) } }),
    ...(usual && { expected: usualFromWire(usual) }),
    series: lines.map(lineFromWire),
    ...(previous && { previous: { ...lineFromWire(previous), ...shiftOf(previous) } }),
  }
}

const shiftOf = ({ shift, partName }: Pick<PreviousLine, 'shift' | 'partName'>) => ({
  shift,
  ...(partName !== undefined && { partName }),
})

/** Significant digits: more than a picture or a sentence shows are dropped, because a ratio would have sixteen. */
const DIGITS = 6

function lineToWire({ name, minutes, values, interval, schedule = [], gaps = [], means }: ChartSeries): WireLine {
  return {
    name,
    minutes: toDeltas(minutes),
    values: Array.from(values, (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)))),
    interval,
    schedule: schedule.map(({ since, interval }) => [since, interval] as const),
    gaps: gaps.map(({ from, until }) => [from, until] as const),
    ...(means && { means: meansToWire(means) }),
  }
}

const meansToWire = ({ step, minutes, values, low, high }: ChartMeans): WireMeans => ({
  step,
  minutes: toDeltas(minutes),
  values: Array.from(values, (value) => Number(value.toPrecision(DIGITS))),
  low: [...low],
  high: [...high],
})

const meansFromWire = ({ step, minutes, values, low, high }: WireMeans): ChartMeans => ({
  step,
  minutes: minutesFrom(minutes),
  values: Float64Array.from(values),
  low: Float64Array.from(low),
  high: Float64Array.from(high),
})

const toDeltas = (minutes: Int32Array): number[] =>
  Array.from(minutes, (minute, row) => minute - (minutes[row - 1] ?? 0))

function minutesFrom(deltas: readonly number[]): Int32Array {
  let minute = 0
  return Int32Array.from(deltas, (delta) => (minute += delta))
}

function usualToWire({ name, minutes, values, low, high }: ExpectedChartLine): WireUsual {
  const rounded = (line: Float64Array) => Array.from(line, (value) => (Number.isNaN(value) ? null : bandNumber(value)))
  return { name, minutes: toDeltas(minutes), values: rounded(values), low: rounded(low), high: rounded(high) }
}

function usualFromWire({ name, minutes, values, low, high }: WireUsual): ExpectedChartLine {
  const line = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN)
  return { name, minutes: minutesFrom(minutes), values: line(values), low: line(low), high: line(high) }
}

function lineFromWire({ name, minutes, values, interval, schedule, gaps, means }: WireLine): ChartSeries {
  return {
    name,
    minutes: minutesFrom(minutes),
    values: Float64Array.from(values),
    interval,
    schedule: schedule.map(([since, interval]) => ({ since, interval })),
    gaps: gaps.map(([from, until]) => ({ from, until })),
    ...(means && { means: meansFromWire(means) }),
  }
}

const MIN_WHOLE_BAND = 1_000

/** Whole where it is written so, because a number that was rounded twice may differ by one from the same in the head of the page. */
const bandNumber = (value: number): number =>
  value >= MIN_WHOLE_BAND ? Math.round(value) : Number(value.toPrecision(DIGITS))
