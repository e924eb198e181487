// Series of hourly means for the tests of the usual.
import type { Hour, HourlySeries } from '../../../src/domain/insights/usual/hourly-means.js'

/** A Monday, 00:00 UTC. */
export const BEGIN: Hour = (4 + 7 * 2_900) * 24

/** A reproducible number in [0, 1). */
export const chance = (seed: number, at: number): number => {
  const x = Math.sin(seed * 127.1 + at * 311.7) * 43_758.5453
  return x - Math.floor(x)
}

export interface SeriesShape {
  readonly hours: number
  readonly mean?: number
  /** The spread of the noise of an hour. */
  readonly noise?: number
  readonly seed?: number
  /** Replaces a value by another. */
  readonly change?: (value: number, hour: Hour) => number
}

export function someSeries({
  hours,
  mean = 5_000,
  noise = 0.04,
  seed = 1,
  change = (v) => v,
}: SeriesShape): HourlySeries {
  const values = Array.from({ length: hours }, (_, index) => {
    const day = Math.sin(((index % 24) / 24) * 2 * Math.PI)
    const weekend = Math.floor(index / 24) % 7 > 4 ? 1.2 : 1
    const value = mean * (1 + 0.4 * day) * weekend * (1 + noise * (chance(seed, index) * 2 - 1))
    return change(value, BEGIN + index)
  })
  return { since: BEGIN, until: BEGIN + hours, at: (hour) => values[hour - BEGIN] ?? Number.NaN }
}
