// The input of a chart: plain data that can be sent to another thread or to a browser.
import type { Minute } from '../domain/clock.js'
import type { Metric } from '../domain/measures.js'
import type { Cadence, PointColumns } from './reduction/downsample.js'
import type { ValueScale } from './scales.js'
import type { ThemeName } from './theme.js'

/** The minutes `from` ≤ m < `until`. */
export interface ChartGap {
  readonly from: Minute
  readonly until: Minute
}

/** The mean, the lowest and the highest of each `step` minutes, at the middle of their samples. */
export interface ChartMeans extends PointColumns {
  readonly step: number
  readonly low: Float64Array
  readonly high: Float64Array
}

export interface ChartSeries extends PointColumns, Cadence {
  readonly name: string
  /** Times without samples that also count as gaps in a long range, where the points are too sparse to show it. */
  readonly gaps?: readonly ChartGap[]
  /** Drawn in place of the points, which are what is read, listed and saved. */
  readonly means?: ChartMeans
  /** Not drawn; the other lines keep their colors. */
  readonly isHidden?: boolean
}

export interface ChartMarker {
  readonly at: Minute
  readonly label: string
}

/** What was expected, with its band, at minutes of their own; NaN where it is unknown. */
export interface ExpectedChartLine extends PointColumns {
  readonly name: string
  readonly low: Float64Array
  readonly high: Float64Array
  readonly isHidden?: boolean
}

/** From where on a rule fires; NaN where that is unknown. */
export interface ChartLimit extends PointColumns {
  readonly name: string
}

/** The lowest and the highest value around the points of the only line; NaN where there are none. */
export interface ChartBand {
  /** For the legend. */
  readonly name: string
  readonly minutes: Int32Array
  readonly low: Float64Array
  readonly high: Float64Array
}

export interface PreviousLine extends ChartSeries {
  readonly shift: number
  /** Its name beside a part of the range: the time just before the range is not the time just before its part. */
  readonly partName?: string
}

export interface ChartInput {
  readonly title: string
  readonly metric: Metric
  readonly texts: {
    /** For example `Players online`. */
    readonly metric: string
    /** Shown above the value axis, such as `players`; empty if the values carry their own unit. */
    readonly unit: string
    readonly noData: string
    /** For example `Players, change since the beginning`: what is drawn on the relative scale. */
    readonly change?: string
    /** For example `average of 30 minutes`, where the lines are means. */
    readonly means?: string
    /** For example `Average of 30 minutes`: the name of one of these means. */
    readonly mean?: string
    /** For example `Lowest to highest`: the name of the band around a line of means. */
    readonly extremes?: string
    /** For example `Players, logarithmic scale`, on that scale. */
    readonly logarithmic?: string
  }
  /** IANA name. */
  readonly timeZone: string
  readonly locale: string
  readonly from: Minute
  /** The minute after the last one. */
  readonly until: Minute
  /** Where the values are changes of a counter: of each hour or day, at its beginning. */
  readonly per?: 'hour' | 'day'
  /** How several lines share the value axis. */
  readonly scale?: ValueScale
  /** One line, or several that are compared and named. */
  readonly series: readonly ChartSeries[]
  /** The previous period, drawn faintly and moved later by `shift` minutes. */
  readonly previous?: PreviousLine
  readonly expected?: ExpectedChartLine
  readonly limit?: ChartLimit
  /** Only in a chart of one line, which then is the mean. */
  readonly band?: ChartBand
  /** True for the plot alone: the page around it has the title, the legend, the marks' labels and the time zone. */
  readonly isBare?: boolean
  /** Updates and milestones. */
  readonly markers?: readonly ChartMarker[]
  readonly theme: ThemeName
  /** The icon of the game, as an image file; only in pictures. */
  readonly icon?: Uint8Array | undefined
  /** In pixels on the page; a picture has twice as many. */
  readonly width?: number
  readonly height?: number
}
