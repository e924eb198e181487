// Hours in which a game differed from its level for a few hours only: an event, or an outage of its own. What was over
// before an update is no level to compare with, and what began hours after it is no effect of it.
import type { Hour } from '../usual/hourly-means.js'
import { medianOf } from '../usual/quantiles.js'
import type { ResidualReader } from './effect-contrast.js'

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
  readonly off: number
  /** A logarithm, against the level. */
  readonly change: number
}

/** The change from which an hour counts, given the standard deviation of the game's own steps. */
export const unusualFrom = (deviation: number): number => Math.max(MIN_CHANGE, MIN_DEVIATIONS * deviation)

/** Before the update, counted back from it: 0 is the hour that ends at it. */
export function changedBefore(residual: ResidualReader, at: Hour, deviation: number): ReadonlySet<number> {
  const known = Array.from({ length: MEDIAN_HOURS }, (_, off) => ({ off, change: residual(at - 1 - off)?.update }))
  return withEdges(againstLevel(known), unusualFrom(deviation))
}

/** Of the hours after the update, those of changes that began an hour or more after it and were over within six hours. */
export function changedAfter(
  residual: ResidualReader,
  { at, hours }: { readonly at: Hour; readonly hours: number },
  deviation: number,
): ReadonlySet<number> {
  const length = Math.min(hours, LAST_HOUR)
  const known = Array.from({ length }, (_, off) => ({ off, change: residual(at + off)?.update }))
  const changed = withEdges(againstLevel(known), unusualFrom(deviation))
  const found = new Set<number>()
  for (let off = 0; off < length; off++) {
    if (!changed.has(off)) continue
    const from = off
    while (changed.has(off + 1)) off++
    if (from < FIRST_HOUR || off + 1 >= hours || off + 1 - from > MAX_HOURS) continue
    for (let hour = from; hour <= off; hour++) found.add(hour)
  }
  return found
}

interface MaybeHourChange {
  readonly off: number
  readonly change: number | undefined
}

function againstLevel(hours: readonly MaybeHourChange[]): readonly HourChange[] {
  const known = hours.flatMap(({ off, change }) => (change === undefined ? [] : [{ off, change }]))
  if (known.length < MIN_KNOWN) return []
  const level = medianOf(known.map(({ change }) => change))
  return known.map(({ off, change }) => ({ off, change: change - level }))
}

function withEdges(hours: readonly HourChange[], limit: number): ReadonlySet<number> {
  const found = new Set(hours.filter(({ change }) => Math.abs(change) >= limit).map(({ off }) => off))
  if (found.size === 0) return found
  const edges = hours.filter(
    ({ off, change }) => (found.has(off - 1) || found.has(off + 1)) && Math.abs(change) >= limit * EDGE_SHARE,
  )
  return new Set([...found, ...edges.map(({ off }) => off)])
}
