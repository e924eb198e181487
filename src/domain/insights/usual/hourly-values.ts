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

/**
 * Weighs each sample by the minutes up to the next one, at most the longer of the interval and the distance to the previous
 * sample, so that imports at other intervals count as well, and at most 60 minutes. Ten thousand samples a week come here, so the
 * sums of the current hour are plain numbers, and only a change of the hour touches the map.
 */
class MeanReader implements HourReader {
  private readonly sums = new Map<Hour, { coveredMinutes: number; integral: number }>()
  /** The open sample; NaN before the first. */
  private openMinute: Minute = Number.NaN
  private openValue = 0
  /** The minute at which its validity ends if no other sample comes before. */
  private validUntil: Minute = Number.NaN
  private last: Minute = Number.NaN
  private hour: Hour = Number.NaN
  private coveredMinutes = 0
  private integral = 0

  constructor(private readonly schedules: readonly ScheduleChange[]) {}

  add({ minutes, columns }: Block, interval: number): void {
    const { schedules } = this
    const { ccu } = columns
    let [index, scheduledInterval] = [-1, 0]
    let nextSince = schedules[0]?.since ?? Number.POSITIVE_INFINITY
    for (let row = 0; row < minutes.length; row++) {
      const minute = minutes[row] ?? 0
      while (nextSince <= minute) {
        scheduledInterval = schedules[++index]?.interval ?? 0
        nextSince = schedules[index + 1]?.since ?? Number.POSITIVE_INFINITY
      }
      this.close(minute)
      const since = Number.isNaN(this.last) ? 0 : minute - this.last
      this.openMinute = minute
      this.openValue = ccu[row] ?? 0
      this.validUntil = minute + Math.min(HOUR_MINUTES, Math.max(interval, scheduledInterval, since))
      this.last = minute
    }
  }

  values(until: Minute): ReadonlyMap<Hour, number> {
    this.close(until)
    this.endHour()
    const found = new Map<Hour, number>()
    for (const [hour, { coveredMinutes, integral }] of this.sums) {
      if (coveredMinutes >= MIN_COVERED_MINUTES) found.set(hour, integral / coveredMinutes)
    }
    return found
  }

  private close(until: Minute): void {
    const end = Math.min(this.validUntil, until)
    let minute = this.openMinute
    while (minute < end) {
      const hour = Math.floor(minute / HOUR_MINUTES)
      if (hour !== this.hour) this.beginHour(hour)
      const length = Math.min(end, (hour + 1) * HOUR_MINUTES) - minute
      this.coveredMinutes += length
      this.integral += this.openValue * length
      minute += length
    }
    this.openMinute = Number.NaN
  }

  private beginHour(hour: Hour): void {
    this.endHour()
    const known = this.sums.get(hour)
    this.hour = hour
    this.coveredMinutes = known?.coveredMinutes ?? 0
    this.integral = known?.integral ?? 0
  }

  private endHour(): void {
    if (Number.isNaN(this.hour)) return
    this.sums.set(this.hour, { coveredMinutes: this.coveredMinutes, integral: this.integral })
  }
}

/** The difference of a counter between two full hours. Between them, only the last sample is remembered. */
class ChangeReader implements HourReader {
  private readonly atHours = new Map<Hour, number>()
  private lastMinute: Minute = Number.NaN
  private lastValue = Number.NaN
  /** The first minute of the hour after the last sample, from which on `pass` has something to do. */
  private nextHour: Minute = Number.NEGATIVE_INFINITY

  constructor(private readonly metric: CounterMeasure) {}

  add({ minutes, columns }: Block): void {
    const values = columns[this.metric]
    for (let row = 0; row < minutes.length; row++) {
      const value = values[row] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const minute = minutes[row] ?? 0
      if (minute >= this.nextHour) this.pass(minute, value)
      this.lastMinute = minute
      this.lastValue = value
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

  /** A sample at a full hour, or after one. */
  private pass(sampleMinute: Minute, sampleValue: number): void {
    const { lastMinute: minute, lastValue: value } = this
    if (sampleMinute % HOUR_MINUTES === 0) this.atHours.set(sampleMinute / HOUR_MINUTES, sampleValue)
    if (sampleMinute - minute <= MAX_COUNTER_GAP_MINUTES) {
      for (let hour = Math.floor(minute / HOUR_MINUTES) + 1; hour * HOUR_MINUTES < sampleMinute; hour++) {
        const share = (hour * HOUR_MINUTES - minute) / (sampleMinute - minute)
        this.atHours.set(hour, value + (sampleValue - value) * share)
      }
    }
    this.nextHour = (Math.floor(sampleMinute / HOUR_MINUTES) + 1) * HOUR_MINUTES
  }
}
