// What began before an update is no effect of it: the part of a step at the update that goes on with an earlier rise.
import type { Hour } from '../usual/hourly-means.js'
import { RISE_SPANS, riseBefore } from './effect-contrast.js'
import type { EffectSpread } from './effect-spread.js'
import type { ResidualReader } from './hour-residuals.js'

/** A rise before the update counts as chance up to this many standard deviations; the rest is assumed to continue. */
const MAX_CHANCE_DEVIATIONS = 1

interface TrendQuery {
  /** The step at the update; a logarithm. */
  readonly stepSize: number
  /** The distance, in hours, of the centers that the step compares. */
  readonly distance: number
}

/** The part of the step that continues a rise from before the update, as far as that rise is more than chance. */
export function trendBefore(
  residual: ResidualReader,
  at: Hour,
  spreads: readonly EffectSpread[],
  { stepSize, distance }: TrendQuery,
): number {
  const trends = RISE_SPANS.map((span, index) => {
    const [rise, spread] = [riseBefore(residual, at, span), spreads[index]]
    if (rise === undefined || spread === undefined) return 0
    const riseInDirection = (rise - spread.center) * Math.sign(stepSize)
    return Math.max(0, riseInDirection - MAX_CHANCE_DEVIATIONS * spread.deviation) * (distance / span.apart)
  })
  return Math.max(...trends)
}
