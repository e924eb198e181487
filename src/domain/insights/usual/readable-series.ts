// The part of a series that a query may read: before a limit, and outside excluded spans.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Hour, HourlySeries } from './hourly-means.js'

/** Minutes from the first up to, and without, `until`. */
export interface MinuteSpan {
  readonly from: Minute
  readonly until: Minute
}

/** A copy, because each hour is read hundreds of times. */
export class ReadableSeries implements HourlySeries {
  readonly since: Hour
  readonly until: Hour
  private readonly values: Float32Array
  private firstFound: Hour | undefined

  constructor(series: HourlySeries, until: Hour, excluded: readonly MinuteSpan[]) {
    this.since = series.since
    this.until = until
    this.values = new Float32Array(Math.max(0, Math.min(series.until, until) - series.since))
    for (let index = 0; index < this.values.length; index++) {
      // A counter can go back when the platform corrects it.
      this.values[index] = Math.max(0, series.at(this.since + index))
    }
    for (const span of excluded) {
      const [first, end] = [Math.floor(span.from / HOUR_MINUTES), Math.ceil(span.until / HOUR_MINUTES)]
      this.values.fill(Number.NaN, this.indexOf(first), this.indexOf(end))
    }
  }

  private indexOf(hour: Hour): number {
    return Math.min(this.values.length, Math.max(0, hour - this.since))
  }

  at(hour: Hour): number {
    const index = hour - this.since
    return index >= 0 && index < this.values.length ? (this.values[index] ?? Number.NaN) : Number.NaN
  }

  /** The mean of the known hours from the first up to, and without, `until`; NaN without any. */
  meanBetween(from: Hour, until: Hour): number {
    const end = this.indexOf(until)
    let [sum, known] = [0, 0]
    for (let index = this.indexOf(from); index < end; index++) {
      const value = this.values[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      known++
    }
    return known === 0 ? Number.NaN : sum / known
  }

  /** The first known hour; the limit if there is none. */
  get firstKnown(): Hour {
    this.firstFound ??= this.findFirst()
    return this.firstFound
  }

  /** The same series as if every hour from that one on were known, to find out when a question can be answered. */
  filledFrom(hour: Hour, until: Hour): ReadableSeries {
    const at = (needed: Hour): number => (needed >= hour ? 1 : this.at(needed))
    return new ReadableSeries({ since: Math.min(this.since, hour), until, at }, until, [])
  }

  private findFirst(): Hour {
    const index = this.values.findIndex((value) => !Number.isNaN(value))
    return index < 0 ? this.until : this.since + index
  }
}
