// Computes the value of each hour from samples: the mean of players, or how much a counter rose.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { CounterMeasure } from '../../measures.js'
import type { ScheduleChange } from '../../rules/schedule.js'
import type { Block } from '../../sample.js'
import type { Hour } from './hourly-means.js'

export type HourlyMetric = 'ccu' | CounterMeasure

/** With fewer covered minutes, a mean does not represent the hour. */
const MIN_COVERED_MINUTES = HOUR_MINUTES / 2
/** A counter is interpolated at full hours between samples that lie at most so many minutes apart. */
const MAX_COUNTER_GAP_MINUTES = 90

export interface HourReader {
  /** Ascending samples as the reader sees them; `interval` is the reader's at that time. */
  add(block: Block, interval: number): void
  /** The values of the hours, in any order; hours of which too little is known are missing. */
  values(until: Minute): ReadonlyMap<Hour, number>
}

export const hourReader = (metric: HourlyMetric, schedules: readonly ScheduleChange[]): HourReader =>
  metric === 'ccu' ? new MeanReader(schedules) : new ChangeReader(metric)

interface OpenSample {
  readonly minute: Minute
  readonly value: number
  /** The minute at which its validity ends if no other sample comes before. */
  readonly validUntil: Minute
}

/**
 * Weighs each sample by the minutes up to the next one, at most the longer of the interval and the distance to the previous
 * sample, so that imports at other intervals count as well, and at most 60 minutes.
 */
class MeanReader implements HourReader {
  private readonly sums = new Map<Hour, { coveredMinutes: number; integral: number }>()
  private open: OpenSample | undefined
  private last: Minute = Number.NaN

  constructor(private readonly schedules: readonly ScheduleChange[]) {}

  add({ minutes, columns }: Block, interval: number): void {
    let [index, scheduledInterval] = [-1, 0]
    for (let row = 0; row < minutes.length; row++) {
      const minute = minutes[row] ?? 0
      while ((this.schedules[index + 1]?.since ?? Number.POSITIVE_INFINITY) <= minute) {
        scheduledInterval = this.schedules[++index]?.interval ?? 0
      }
      this.close(minute)
      const since = Number.isNaN(this.last) ? 0 : minute - this.last
      const validUntil = minute + Math.min(HOUR_MINUTES, Math.max(interval, scheduledInterval, since))
      this.open = { minute, value: columns.ccu[row] ?? 0, validUntil }
      this.last = minute
    }
  }

  values(until: Minute): ReadonlyMap<Hour, number> {
    this.close(until)
    const found = new Map<Hour, number>()
    for (const [hour, { coveredMinutes, integral }] of this.sums) {
      if (coveredMinutes >= MIN_COVERED_MINUTES) found.set(hour, integral / coveredMinutes)
    }
    return found
  }

  private close(until: Minute): void {
    if (this.open === undefined) return
    const { value, validUntil } = this.open
    const end = Math.min(validUntil, until)
    let { minute } = this.open
    while (minute < end) {
      const hour = Math.floor(minute / HOUR_MINUTES)
      const length = Math.min(end, (hour + 1) * HOUR_MINUTES) - minute
      const sum = this.sums.get(hour) ?? { coveredMinutes: 0, integral: 0 }
      sum.coveredMinutes += length
      sum.integral += value * length
      this.sums.set(hour, sum)
      minute += length
    }
    this.open = undefined
  }
}

/** The difference of a counter between two full hours. */
class ChangeReader implements HourReader {
  private readonly atHours = new Map<Hour, number>()
  private last = { minute: Number.NaN, value: Number.NaN }

  constructor(private readonly metric: CounterMeasure) {}

  add({ minutes, columns }: Block): void {
    const values = columns[this.metric]
    for (let row = 0; row < minutes.length; row++) {
      const value = values[row] ?? Number.NaN
      if (!Number.isNaN(value)) this.next({ minute: minutes[row] ?? 0, value })
    }
  }

  values(): ReadonlyMap<Hour, number> {
    const found = new Map<Hour, number>()
    for (const [hour, value] of this.atHours) {
      const before = this.atHours.get(hour - 1)
      if (before !== undefined) found.set(hour - 1, value - before)
    }
    return found
  }

  private next(sample: { readonly minute: Minute; readonly value: number }): void {
    const { minute, value } = this.last
    if (sample.minute % HOUR_MINUTES === 0) this.atHours.set(sample.minute / HOUR_MINUTES, sample.value)
    if (sample.minute - minute <= MAX_COUNTER_GAP_MINUTES) {
      for (let hour = Math.floor(minute / HOUR_MINUTES) + 1; hour * HOUR_MINUTES < sample.minute; hour++) {
        const share = (hour * HOUR_MINUTES - minute) / (sample.minute - minute)
        this.atHours.set(hour, value + (sample.value - value) * share)
      }
    }
    this.last = sample
  }
}
