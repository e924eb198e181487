// Means of an index of the market over hours that begin at any minute of the clock. They are computed when they are first
// asked for and kept with the index, because during a fall the same hours are asked for every minute and by many games.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import { shiftedMeanOf } from '../effect/shifted-hours.js'
import type { Hour, HourlySeries } from '../usual/hourly-means.js'
import type { MarketValues } from './market-index.js'

export interface MarketHoursQuery {
  /** The minute of the clock's hour at which each hour begins. */
  readonly phase: number
  readonly since: Hour
  /** The hour after the last one. */
  readonly until: Hour
  /** Nothing at or after this minute is read. */
  readonly limit: Minute
}

/** By the minute at which an hour begins. */
const meansOf = new WeakMap<MarketValues, Map<Minute, number>>()

export function marketHours(valueAt: MarketValues, { phase, since, until, limit }: MarketHoursQuery): HourlySeries {
  const known = meansOf.get(valueAt) ?? new Map<Minute, number>()
  meansOf.set(valueAt, known)
  const limited: MarketValues = (minute) => (minute < limit ? valueAt(minute) : Number.NaN)
  const at = (hour: Hour): number => {
    if (hour < since || hour >= until) return Number.NaN
    const start = hour * HOUR_MINUTES + phase
    if (start + HOUR_MINUTES > limit) return shiftedMeanOf(limited, start)
    const cached = known.get(start)
    if (cached !== undefined) return cached
    const mean = shiftedMeanOf(valueAt, start)
    known.set(start, mean)
    return mean
  }
  return { since, until, at }
}
