// How the platform as a whole compares with its usual: whether an hour was clearly above it, and by how much a span differed.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import type { MarketValues } from './market/market-index.js'
import { compareSpan, HISTORY_HOURS } from './span-comparison.js'
import { type Hour, HourlyMeans } from './usual/hourly-means.js'
import { UsualModel } from './usual/usual.js'

/** Scales the index, which is a ratio, to so many players that the model finds counting noise negligible. */
export const PLAYERS_PER_UNIT = 1_000_000
/** Smaller rises above the usual are not reported, however narrow its band is. */
const MIN_REPORTED_RISE = 0.05

/**
 * By what share the first known index was above its usual. The compared hour is that of `minute`, or the last whole one
 * before `until` if that is earlier; whole hours give the same answer later. Null if the index was not above the band of
 * its usual, or if that is unknown.
 */
export function marketRise(markets: readonly MarketValues[], minute: Minute, until: Minute): number | null {
  const end = Math.min(Math.floor(minute / HOUR_MINUTES) + 1, Math.floor(until / HOUR_MINUTES))
  for (const valueAt of markets) {
    const rise = riseOf(valueAt, end)
    if (rise !== undefined) return rise
  }
  return null
}

/** Undefined if it is unknown. */
function riseOf(valueAt: MarketValues, end: Hour): number | null | undefined {
  const series = hoursOf(valueAt, end, HISTORY_HOURS)
  const usual = new UsualModel({ series, until: end * HOUR_MINUTES }).at((end - 0.5) * HOUR_MINUTES)
  const value = series.at(end - 1)
  if (usual.kind !== 'known' || !(usual.expected > 0) || Number.isNaN(value)) return undefined
  if (value <= usual.high) return null
  const rise = value / usual.expected - 1
  return rise < MIN_REPORTED_RISE ? null : Math.round(rise * 1_000) / 1_000
}

/**
 * By what share the platform differed from its usual over the whole hours of a span, by the first index of which half of
 * them are known; null if there is none.
 */
export function marketChange(markets: readonly MarketValues[], from: Minute, until: Minute): number | null {
  for (const valueAt of markets) {
    const change = changeOf(valueAt, from, until)
    if (change !== null) return change
  }
  return null
}

function changeOf(valueAt: MarketValues, from: Minute, until: Minute): number | null {
  const [first, end] = [Math.ceil(from / HOUR_MINUTES), Math.floor(until / HOUR_MINUTES)]
  const found = compareSpan(hoursOf(valueAt, end, end - first + HISTORY_HOURS), { from, until })
  return found && Math.round(found.change * 1_000) / 1_000
}

function hoursOf(valueAt: MarketValues, end: Hour, count: number): HourlyMeans {
  const series = new HourlyMeans(end, count)
  for (let hour = series.since; hour < end; hour++)
    series.set(hour, meanOf(valueAt, hour * HOUR_MINUTES) * PLAYERS_PER_UNIT)
  return series
}

function meanOf(valueAt: MarketValues, from: Minute): number {
  let [sum, count] = [0, 0]
  for (let minute = from; minute < from + HOUR_MINUTES; minute++) {
    const value = valueAt(minute)
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return sum / count
}
