// Hours in which a game differed from its level for a few hours only: an event, or an outage of its own. What was over
// before an update is no level to compare with, and what began hours after it is no effect of it.
import type { Hour } from '../usual/hourly-means.js'
import { medianOf } from '../usual/quantiles.js'
import type { ResidualReader } from './hour-residuals.js'

/** The hours before an update of which the level is the median. */
const MEDIAN_HOURS = 24
/** With fewer known hours, there is no level. */
const MIN_KNOWN = 8
/** An hour differs by at least this many standard deviations of the game's own steps, and at least so much. */
const MIN_DEVIATIONS = 3
const MIN_CHANGE = 0.12
/** Next to such an hour, a part of the change belongs to it: the players of an event come and go for a while. */
const EDGE_SHARE = 1 / 3
/** A longer change is a new level. */
const MAX_HOURS = 6
/** What begins earlier after an update may be its effect. */
const FIRST_HOUR = 1
/** Later hours hardly count for the step at the update. */
const LAST_HOUR = 36

interface HourChange {
  /** The number of hours from the update, in the direction that is searched. */
  readonly distance: number
  /** A logarithm, against the level. */
  readonly change: number
}

/** The change from which an hour counts, given the standard deviation of the game's own steps. */
export const unusualFrom = (deviation: number): number => Math.max(MIN_CHANGE, MIN_DEVIATIONS * deviation)

/** Before the update, counted back from it: 0 is the hour that ends at it. */
export function changedBefore(residual: ResidualReader, at: Hour, deviation: number): ReadonlySet<number> {
  const known = Array.from({ length: MEDIAN_HOURS }, (_, distance) => ({
    distance,
    change: residual(at - 1 - distance)?.update,
  }))
  return withEdges(againstLevel(known), unusualFrom(deviation))
}

/** Of the hours after the update, those of changes that began an hour or more after it and were over within six hours. */
export function changedAfter(
  residual: ResidualReader,
  { at, hours }: { readonly at: Hour; readonly hours: number },
  deviation: number,
): ReadonlySet<number> {
  const length = Math.min(hours, LAST_HOUR)
  const known = Array.from({ length }, (_, distance) => ({ distance, change: residual(at + distance)?.update }))
  const changed = withEdges(againstLevel(known), unusualFrom(deviation))
  const found = new Set<number>()
  for (let distance = 0; distance < length; distance++) {
    if (!changed.has(distance)) continue
    const from = distance
    while (changed.has(distance + 1)) distance++
    if (from < FIRST_HOUR || distance + 1 >= hours || distance + 1 - from > MAX_HOURS) continue
    for (let hour = from; hour <= distance; hour++) found.add(hour)
  }
  return found
}

interface MaybeHourChange {
  readonly distance: number
  readonly change: number | undefined
}

function againstLevel(hours: readonly MaybeHourChange[]): readonly HourChange[] {
  const known = hours.flatMap(({ distance, change }) => (change === undefined ? [] : [{ distance, change }]))
  if (known.length < MIN_KNOWN) return []
  const level = medianOf(known.map(({ change }) => change))
  return known.map(({ distance, change }) => ({ distance, change: change - level }))
}

function withEdges(hours: readonly HourChange[], limit: number): ReadonlySet<number> {
  const found = new Set(hours.filter(({ change }) => Math.abs(change) >= limit).map(({ distance }) => distance))
  if (found.size === 0) return found
  const edges = hours.filter(
    ({ distance, change }) =>
      (found.has(distance - 1) || found.has(distance + 1)) && Math.abs(change) >= limit * EDGE_SHARE,
  )
  return new Set([...found, ...edges.map(({ distance }) => distance)])
}
