// What the readers keep in memory: the head rows, and results of reads that may be asked for again.
import type { Minute } from '../domain/clock.js'
import type { LatestSample } from '../domain/ports/series.js'
import type { DaySum } from '../domain/rules/rollup.js'
import type { Sample } from '../domain/sample.js'
import type { HeadRowReader } from './head-rows.js'
import type { SampleWindows } from './sample-windows.js'

/** The nearest of the first samples of the hours, for every minute `from` ≤ m < `until`. */
export interface HourAnswer {
  readonly tolerance: number
  readonly from: Minute
  readonly until: Minute
  /** It changes with samples before this minute only. */
  readonly before: Minute
  readonly sample: Sample | undefined
}

export interface HeadDaySum {
  readonly day: number
  readonly sum: DaySum
}

/** The owner forgets the results that a write makes stale. */
export interface SeriesMemory {
  /**
   * Must be called at the beginning of a transaction, before it writes, so that the rows have the state of the
   * transaction.
   */
  sync(): HeadRowReader
  readonly latest: Map<number, LatestSample>
  /** The sums of the current day of each universe, by interval. */
  readonly days: Map<number, Map<number, HeadDaySum>>
  readonly windows: SampleWindows
  /** Answers from the first samples of the hours, the newest answer first. */
  readonly hours: Map<number, readonly HourAnswer[]>
}
