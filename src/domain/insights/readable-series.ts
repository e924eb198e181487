// The part of a series that a question may read: before a limit, and outside excluded spans.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import type { Hour, HourlySeries } from './hourly-means.js'

/** Minutes from the first up to, and without, `until`. */
export interface MinuteSpan {
  readonly from: Minute
  readonly until: Minute
}

export class ReadableSeries implements HourlySeries {
  readonly since: Hour
  readonly until: Hour
  private firstFound: Hour | undefined
  private readonly excluded: ReadonlySet<Hour>

  constructor(
    private readonly series: HourlySeries,
    until: Hour,
    private readonly spans: readonly MinuteSpan[],
    /** From this hour on, every hour counts as known, as if the last known value had lasted. */
    private readonly filledSince = Number.POSITIVE_INFINITY,
  ) {
    this.since = series.since
    this.until = until
    this.excluded = hoursOf(spans, series)
  }

  at(hour: Hour): number {
    if (hour >= this.filledSince) return 1
    if (hour >= this.until || this.excluded.has(hour)) return Number.NaN
    // A counter can go back when the platform corrects it.
    return Math.max(0, this.series.at(hour))
  }

  /** The first known hour; the limit if there is none. */
  get firstKnown(): Hour {
    this.firstFound ??= this.findFirst()
    return this.firstFound
  }

  /** The same series as if every hour from that one on were known, to find out when a question can be answered. */
  filledFrom(hour: Hour): ReadableSeries {
    return new ReadableSeries(this.series, this.until, this.spans, hour)
  }

  private findFirst(): Hour {
    const end = Math.min(this.until, this.series.until, this.filledSince)
    for (let hour = this.since; hour < end; hour++) if (!Number.isNaN(this.at(hour))) return hour
    return Math.min(this.until, this.filledSince)
  }
}

function hoursOf(spans: readonly MinuteSpan[], { since, until }: HourlySeries): Set<Hour> {
  const hours = new Set<Hour>()
  for (const span of spans) {
    const end = Math.min(until, Math.ceil(span.until / HOUR_MINUTES))
    for (let hour = Math.max(since, Math.floor(span.from / HOUR_MINUTES)); hour < end; hour++) hours.add(hour)
  }
  return hours
}
