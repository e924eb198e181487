// What a chart is made of. Plain data: it can be handed to another thread or to a browser.
import type { Minute } from '../domain/clock.js'
import type { Metric } from '../domain/metric.js'
import type { Cadence, PointColumns } from './downsample.js'
import type { ThemeName } from './theme.js'

/** The minutes `from` ≤ m < `until`. */
export interface QuietTime {
  readonly from: Minute
  readonly until: Minute
}

export interface ChartSeries extends PointColumns, Cadence {
  readonly name: string
  /** Times without samples that count as such in a long range, too, where the points are too few to tell. */
  readonly gaps?: readonly QuietTime[]
}

export interface ChartMarker {
  readonly at: Minute
  readonly label: string
}

export interface ChartInput {
  readonly title: string
  readonly metric: Metric
  readonly catalog: {
    /** `Players online` */
    readonly metric: string
    /** Above the value axis: `players`; empty where the numbers say it themselves. */
    readonly unit: string
    readonly noData: string
  }
  /** IANA name. */
  readonly timeZone: string
  readonly locale: string
  readonly from: Minute
  /** The minute after the last one. */
  readonly until: Minute
  /** One line, or several that are compared and named. */
  readonly series: readonly ChartSeries[]
  /** The period before, drawn faint behind, moved later by `shift` minutes. */
  readonly previous?: ChartSeries & { readonly shift: number }
  /** Updates, milestones. */
  readonly markers?: readonly ChartMarker[]
  readonly theme: ThemeName
  /** Pixels on the page; a picture has twice as many. */
  readonly width?: number
  readonly height?: number
}
