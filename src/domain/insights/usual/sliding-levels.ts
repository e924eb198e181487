// The levels that the hours of one series are expected from, hour after hour.
//
// The level at an hour is a median over the 24 hours before a limit (level.ts), and the limit of the next hour lies one hour
// later: 23 of its 24 ratios are the same. So the sorted ratios of each distance are kept, one leaves and one comes, and no
// hour sorts a day of them again. The result is that of `levelRatio` to the last bit, because it is the median of the same
// ratios; where too few are known, `levelRatio` itself answers.
import { DAY_HOURS, WEEK_HOURS } from '../../clock.js'
import type { Hour } from './hourly-means.js'
import { type LevelShift, levelRatio, MIN_MATCHED, smallLevelRatio } from './level.js'
import { quantileOf } from './quantiles.js'
import type { ReadableSeries } from './readable-series.js'

/** The ratios of the day before `end`, in ascending order. */
class DayOfRatios {
  private readonly sorted = new Float64Array(DAY_HOURS)
  private count = 0
  private end: Hour = Number.NEGATIVE_INFINITY

  constructor(
    private readonly series: ReadableSeries,
    private readonly back: number,
  ) {}

  /** Their median; NaN with fewer than are needed. */
  medianBefore(end: Hour): number {
    this.moveTo(end)
    return this.count < MIN_MATCHED ? Number.NaN : quantileOf(this.sorted, 0.5, this.count)
  }

  private moveTo(end: Hour): void {
    const isNear = end >= this.end && end - this.end < DAY_HOURS
    if (!isNear) this.count = 0
    for (let hour = isNear ? this.end : end - DAY_HOURS; hour < end; hour++) {
      if (isNear) this.remove(this.ratioOf(hour - DAY_HOURS))
      this.add(this.ratioOf(hour))
    }
    this.end = end
  }

  /** NaN where it is not known. */
  private ratioOf(hour: Hour): number {
    const [current, past] = [this.series.at(hour), this.series.at(hour - this.back)]
    return current > 0 || past > 0 ? current / past : Number.NaN
  }

  private add(ratio: number): void {
    if (Number.isNaN(ratio)) return
    const { sorted } = this
    let at = this.count++
    for (; at > 0 && (sorted[at - 1] ?? 0) > ratio; at--) sorted[at] = sorted[at - 1] ?? 0
    sorted[at] = ratio
  }

  private remove(ratio: number): void {
    if (Number.isNaN(ratio)) return
    const { sorted } = this
    const last = --this.count
    let at = 0
    while (at < last && (sorted[at] ?? 0) < ratio) at++
    for (; at < last; at++) sorted[at] = sorted[at + 1] ?? 0
  }
}

/** For one series, which must not change. */
export class SlidingLevels {
  private readonly days = new Map<number, DayOfRatios>()

  constructor(private readonly series: ReadableSeries) {}

  /** The mean of the known hours of the week before the end; NaN without any. */
  weeklyMean(end: Hour): number {
    return this.series.meanBetween(end - WEEK_HOURS, end)
  }

  /** As `levelRatio`, or `smallLevelRatio`. */
  ratio(shift: LevelShift, isLarge: boolean): number | undefined {
    if (!isLarge) return smallLevelRatio(this.series, shift)
    const median = this.dayOf(shift.back).medianBefore(shift.end)
    return median > 0 && Number.isFinite(median) ? median : levelRatio(this.series, shift)
  }

  private dayOf(back: number): DayOfRatios {
    const known = this.days.get(back)
    if (known !== undefined) return known
    const made = new DayOfRatios(this.series, back)
    this.days.set(back, made)
    return made
  }
}
