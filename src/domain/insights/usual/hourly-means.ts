// Hourly means of one metric: what the model of the usual reads.
import { WEEK_HOURS } from '../../clock.js'

/** Whole hours since 1970-01-01T00:00Z. */
export type Hour = number

/** Four weeks, and the 30 hours before them from which the level of the oldest week is known. */
export const RING_HOURS = 4 * WEEK_HOURS + 30

/** Values by hour; NaN is unknown. A value is a mean of players, or a change of a counter in the hour. */
export interface HourlySeries {
  /** The first hour that can be known. */
  readonly since: Hour
  /** The hour after the last that can be known. */
  readonly until: Hour
  at(hour: Hour): number
}

/** A ring of the newest hours, whose values a subclass stores. */
abstract class HourRing implements HourlySeries {
  private end: Hour

  /** `end` is the hour after the newest one; all hours before it are unknown at first. */
  constructor(
    end: Hour,
    private readonly capacity: number,
  ) {
    this.end = end
  }

  protected abstract read(index: number): number
  protected abstract write(index: number, value: number): void

  get since(): Hour {
    return this.end - this.capacity
  }

  get until(): Hour {
    return this.end
  }

  at(hour: Hour): number {
    if (!(hour >= this.since && hour < this.end)) return Number.NaN
    return this.read(hour % this.capacity)
  }

  /** Sets an hour. A newer hour than all before moves the ring on; an older one than the ring holds is left out. */
  set(hour: Hour, value: number): void {
    if (hour < this.since) return
    if (hour >= this.end) this.moveTo(hour + 1)
    this.write(hour % this.capacity, value)
  }

  /** Makes room up to an hour; the hours between are unknown. */
  moveTo(end: Hour): void {
    if (end <= this.end) return
    for (let hour = Math.max(this.end, end - this.capacity); hour < end; hour++)
      this.write(hour % this.capacity, Number.NaN)
    this.end = end
  }
}

/** Exact values, of 4 bytes each. */
export class HourlyMeans extends HourRing {
  private readonly values: Float32Array

  constructor(end: Hour, capacity = RING_HOURS) {
    super(end, capacity)
    this.values = new Float32Array(capacity).fill(Number.NaN)
  }

  protected read(index: number): number {
    return this.values[index] ?? Number.NaN
  }

  protected write(index: number, value: number): void {
    this.values[index] = value
  }
}

const UNKNOWN_CODE = 65_535
/** Values between 0 and a billion, in steps of 0.03 %. */
const STEPS_PER_UNIT = (UNKNOWN_CODE - 1) / Math.log1p(1e9)

/**
 * Values of 2 bytes each, within 0.02 %, for the hours of thousands of universes. Values below zero count as zero, as
 * they do in the model of the usual.
 */
export class CompactMeans extends HourRing {
  private readonly codes: Uint16Array

  constructor(end: Hour, capacity = RING_HOURS) {
    super(end, capacity)
    this.codes = new Uint16Array(capacity).fill(UNKNOWN_CODE)
  }

  protected read(index: number): number {
    const code = this.codes[index] ?? UNKNOWN_CODE
    return code === UNKNOWN_CODE ? Number.NaN : Math.expm1(code / STEPS_PER_UNIT)
  }

  protected write(index: number, value: number): void {
    const code = Math.round(Math.log1p(Math.max(0, value)) * STEPS_PER_UNIT)
    this.codes[index] = Number.isNaN(value) ? UNKNOWN_CODE : Math.min(code, UNKNOWN_CODE - 1)
  }
}
