// The compact JSON form in which a chart's data are sent to a browser.
import type { Minute } from '../../domain/clock.js'
import type { Metric } from '../../domain/measures.js'
import type { ChartInput, ChartMarker, ChartSeries } from '../chart-input.js'

export interface WireLine {
  readonly name: string
  /** The first minute, then the difference in minutes to each next point. */
  readonly minutes: readonly number[]
  readonly values: readonly number[]
  readonly interval: number
  readonly schedule: readonly (readonly [since: Minute, interval: number])[]
  readonly gaps: readonly (readonly [from: Minute, until: Minute])[]
}

export interface WireChart {
  readonly title: string
  readonly metric: Metric
  readonly texts: ChartInput['texts']
  readonly from: Minute
  readonly until: Minute
  readonly lines: readonly WireLine[]
  readonly previous?: WireLine & { readonly shift: number }
  readonly markers: readonly ChartMarker[]
}

export type ChartData = Omit<ChartInput, 'timeZone' | 'locale' | 'theme' | 'width' | 'height'>

export function toWire({ series, previous, markers, ...rest }: ChartData): WireChart {
  const { title, metric, texts, from, until } = rest
  return {
    ...{ title, metric, texts, from, until },
    lines: series.map(lineToWire),
    ...(previous && { previous: { ...lineToWire(previous), shift: previous.shift } }),
    markers: markers ?? [],
  }
}

export function fromWire({ lines, previous, ...rest }: WireChart): ChartData {
  return {
    ...rest,
    series: lines.map(lineFromWire),
    ...(previous && { previous: { ...lineFromWire(previous), shift: previous.shift } }),
  }
}

/** Significant digits: more than a picture or a sentence shows are dropped, because a ratio would have sixteen. */
const DIGITS = 6

function lineToWire({ name, minutes, values, interval, schedule = [], gaps = [] }: ChartSeries): WireLine {
  return {
    name,
    minutes: Array.from(minutes, (minute, row) => minute - (minutes[row - 1] ?? 0)),
    values: Array.from(values, (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)))),
    interval,
    schedule: schedule.map(({ since, interval }) => [since, interval] as const),
    gaps: gaps.map(({ from, until }) => [from, until] as const),
  }
}

function lineFromWire({ name, minutes, values, interval, schedule, gaps }: WireLine): ChartSeries {
  let minute = 0
  return {
    name,
    minutes: Int32Array.from(minutes, (step) => (minute += step)),
    values: Float64Array.from(values),
    interval,
    schedule: schedule.map(([since, interval]) => ({ since, interval })),
    gaps: gaps.map(([from, until]) => ({ from, until })),
  }
}
