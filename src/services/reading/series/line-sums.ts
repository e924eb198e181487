// The sums of a chart's line by hour or day: how much of each is measured, and the mean, extremes and changes of each.
import { DAY_MINUTES, type Minute } from '../../../domain/clock.js'
import type { ClosingValues, Coverage } from '../../../domain/rules/rollup.js'
import type { Span } from '../../../domain/rules/span.js'
import type { Block } from '../../../domain/sample.js'
import { BucketSums } from '../../../domain/series/bucket-sums.js'
import type { BucketEdges } from '../../../domain/series/buckets.js'
import { type LocalStep, localEdges } from '../../../domain/series/local-steps.js'
import { pointsOf, type SeriesPoints } from '../../../domain/series/points.js'
import { MAX_HOURLY_DAYS } from '../usual-line.js'

/** The share of each hour, or of each day of a long range, that samples cover; 0 … 1. */
export interface MeasuredShares {
  readonly step: LocalStep
  /** The beginning of each hour or day, and the end of the last one. */
  readonly edges: BucketEdges
  readonly shares: readonly number[]
}

/** In longer ranges, the wave of each day would hide how the days differ. */
const MAX_POINTS_HOURLY_DAYS = 8

export class LineSums {
  private readonly measured: BucketSums
  private readonly points: BucketSums

  private readonly step: LocalStep

  constructor(
    private readonly span: Span,
    timeZone: string,
  ) {
    const narrow = stepOf(span, MAX_POINTS_HOURLY_DAYS)
    this.step = stepOf(span, MAX_HOURLY_DAYS)
    this.measured = new BucketSums(localEdges(span, this.step, timeZone))
    this.points = this.step === narrow ? this.measured : new BucketSums(localEdges(span, narrow, timeZone))
  }

  addDay(block: Block, coverage: Coverage): void {
    this.measured.addDay(block, coverage)
    if (this.points !== this.measured) this.points.addDay(block, coverage)
  }

  measuredShares(until: Minute): MeasuredShares {
    const { from } = this.span
    const { edges, coveredMinutes } = this.measured
    const shares = Array.from(coveredMinutes, (minutes, row) => {
      const due = Math.min(until, edges[row + 1] ?? until) - Math.max(from, edges[row] ?? from)
      return due <= 0 ? 0 : Math.min(1, minutes / due)
    })
    return { step: this.step, edges, shares }
  }

  /** `known` contains the values last known before the range. */
  pointsAfter(known: ClosingValues, until: Minute): SeriesPoints {
    return pointsOf(this.points, known, until - 1)
  }

  /** The mean of players over covered time; null where nothing is covered. */
  meanPlayers(): number | null {
    const covered = this.points.coveredMinutes.reduce((sum, minutes) => sum + minutes, 0)
    return covered === 0 ? null : this.points.integral.reduce((sum, part) => sum + part, 0) / covered
  }
}

const stepOf = ({ from, until }: Span, maxDays: number): LocalStep =>
  until - from > maxDays * DAY_MINUTES ? 'day' : 'hour'
