// The game's own errors: what the same calculation says at moments at which nothing was known to happen. An effect is
// claimed only where it is larger than those.

import type { Hour } from '../usual/hourly-means.js'
import { quantileOf } from '../usual/quantiles.js'
import { contrastAt, type EffectProfile, RISE_SPANS, residualsFrom, riseBefore } from './effect-contrast.js'
import type { EffectSeries } from './hour-residuals.js'

export interface EffectSpread {
  /** What the calculation says on average where nothing happens: a game that grows all the time. */
  readonly center: number
  /** The standard deviation around it. */
  readonly deviation: number
  readonly moments: number
}

export interface OwnErrors {
  readonly step: EffectSpread
  readonly report: EffectSpread
  /** Of each of the spans in which a rise is sought. */
  readonly rises: readonly EffectSpread[]
}

/** Not a divisor of a day, so that the moments come at all its hours. */
const HOURS_APART = 7
const MAX_MOMENTS = 60
/** The last hours before the update that a step takes. */
const STEP_LENGTH = 12
/** Fewer moments say nothing about how restless the game is. */
export const MIN_MOMENTS = 6
/** If the history is too short for whole reports, their errors are taken from those of steps, times this. */
const LONGER = 1.6
/** No game is calmer than this. */
const MIN_DEVIATION = 0.015

interface SpreadQuery {
  readonly at: Hour
  /** Hours that must lie between a moment and the update. */
  readonly hours: number
  readonly step: EffectProfile
  readonly report: EffectProfile
}

/** Undefined if the history before the update is too short. */
export function ownErrors(series: EffectSeries, query: SpreadQuery): OwnErrors | undefined {
  const { at, hours, step, report } = query
  const [steps, reports]: [number[], number[]] = [[], []]
  const rises: number[][] = RISE_SPANS.map(() => [])
  const first = at - Math.min(hours, STEP_LENGTH)
  for (let index = 0; index < MAX_MOMENTS; index++) {
    const moment = first - index * HOURS_APART
    if (moment <= series.players.since) break
    const residual = residualsFrom(series, moment)
    const found = contrastAt(residual, moment, step)
    if (found !== undefined) steps.push(found.update)
    for (const [span, found] of rises.entries()) {
      const rise = RISE_SPANS[span] && riseBefore(residual, moment, RISE_SPANS[span])
      if (rise !== undefined) found.push(rise)
    }
    const isWhole = moment + hours <= at
    const whole = isWhole ? contrastAt(residual, moment, report) : undefined
    if (whole !== undefined) reports.push(whole.update)
  }
  if (steps.length < MIN_MOMENTS) return undefined
  const ofSteps = spreadOf(steps)
  const isEnough = reports.length >= MIN_MOMENTS
  const ofReports = isEnough ? spreadOf(reports) : { ...ofSteps, deviation: ofSteps.deviation * LONGER }
  return { step: ofSteps, report: ofReports, rises: rises.map(spreadOf) }
}

const NORMAL_70 = 1.036
const NORMAL_90 = 1.645

/** From quantiles, so that single events, restarts and earlier updates do not count. */
export function spreadOf(values: readonly number[]): EffectSpread {
  if (values.length === 0) return { center: 0, deviation: MIN_DEVIATION, moments: 0 }
  const sorted = [...values].sort((a, b) => a - b)
  const moments = sorted.length
  const middle = quantileOf(sorted, 0.5)
  const distances = sorted.map((value) => Math.abs(value - middle)).sort((a, b) => a - b)
  const wide = (quantileOf(distances, 0.7) / NORMAL_70 + quantileOf(distances, 0.9) / NORMAL_90) / 2
  // Few moments may have been calm ones by chance.
  const deviation = Math.max(MIN_DEVIATION, wide * (1 + 3 / moments))
  // A center within chance of zero is none.
  const chance = deviation / Math.sqrt(moments)
  const center = Math.sign(middle) * Math.max(0, Math.abs(middle) - 2 * chance)
  return { center, deviation, moments }
}
