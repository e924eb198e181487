// Hourly means of one metric: what the model of the usual reads.

/** Whole hours since 1970-01-01T00:00Z. */
export type Hour = number

export const DAY_HOURS = 24
export const WEEK_HOURS = 7 * DAY_HOURS
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

/** A ring of the newest hours. At its default size it takes 2.8 kB. */
export class HourlyMeans implements HourlySeries {
  private readonly ring: Float32Array
  private end: Hour

  /** `end` is the hour after the newest one; all hours before it are unknown at first. */
  constructor(end: Hour, capacity = RING_HOURS) {
    this.ring = new Float32Array(capacity).fill(Number.NaN)
    this.end = end
  }

  get since(): Hour {
    return this.end - this.ring.length
  }

  get until(): Hour {
    return this.end
  }

  at(hour: Hour): number {
    if (!(hour >= this.since && hour < this.end)) return Number.NaN
    return this.ring[hour % this.ring.length] ?? Number.NaN
  }

  /** Sets an hour. A newer hour than all before moves the ring on; an older one than the ring holds is left out. */
  set(hour: Hour, value: number): void {
    if (hour < this.since) return
    if (hour >= this.end) this.moveTo(hour + 1)
    this.ring[hour % this.ring.length] = value
  }

  /** Makes room up to an hour; the hours between are unknown. */
  moveTo(end: Hour): void {
    if (end <= this.end) return
    for (let hour = Math.max(this.end, end - this.ring.length); hour < end; hour++) {
      this.ring[hour % this.ring.length] = Number.NaN
    }
    this.end = end
  }
}
