// The effect of an update on the players of a game.
//
// Method. What would have come without the update is the usual with its level frozen at the update, times what the platform
// as a whole did. Each hour's residual is the logarithm of what came over that. The effect is the mean residual of the
// hours after the update, later ones counting less, minus that of the hours just before. It is claimed only if there is
// a step at the update that is larger than those that the same calculation finds at other moments of this game.
//
// Assumptions. The game's restlessness of the last weeks goes on; an effect shows within hours of the update.
//
// Limits. A change of another cause in the same hours cannot be told from the update. An effect that comes slower than
// the game's own drift is not found.

import { expectHour } from '../usual/expected-hour.js'
import type { Hour } from '../usual/hourly-means.js'
import {
  contrastAt,
  type ResidualReader,
  RISE_SPANS,
  reportProfile,
  residualsFrom,
  riseBefore,
  stepProfile,
} from './effect-contrast.js'
import { type EffectSpread, ownErrors } from './effect-spread.js'
import type { EffectParts, EffectSeries } from './hour-residuals.js'

export const EFFECT_OUTCOMES = ['more', 'fewer', 'no_clear_change', 'cannot_tell'] as const
export type EffectOutcome = (typeof EFFECT_OUTCOMES)[number]

export const EFFECT_REASONS = [
  'outage',
  'another update',
  'no data before',
  'no data after',
  'too few players',
] as const
export type EffectReason = (typeof EFFECT_REASONS)[number]

/** A change with its uncertainty, as shares: 0.38 is 38 % more. */
export interface ChangeRange {
  readonly change: number
  readonly low: number
  readonly high: number
}

export interface UpdateEffect {
  readonly outcome: EffectOutcome
  /** Why it cannot be told; null if it can. */
  readonly reason: EffectReason | null
  /** The update's part of the change; null if it cannot be told. */
  readonly effect: ChangeRange | null
  /** The whole change against the usual, and the part of the platform as a whole; (1 + market) × (1 + effect) = 1 + observed. */
  readonly observed: number | null
  /** Null if it is not known how the platform as a whole did. */
  readonly market: number | null
  /** True if the change began before the update. */
  readonly beganBefore: boolean
  /** The players that would have come without the update, by hour from the update on; NaN where it is not known. */
  readonly expected: readonly number[]
  /** The standard deviation of the logarithm of what comes over what was expected; null if it is not known. */
  readonly deviation: number | null
}

export interface UpdateEffectQuery {
  readonly series: EffectSeries
  /** The hour that begins at the update, and the length of the report. */
  readonly at: Hour
  readonly hours: number
  /** What is known to prevent a conclusion. */
  readonly obstacle: EffectReason | null
}

/** How many standard deviations of the game's own steps a step must have: at other moments, about 2 in 100 do. */
const CLAIM = 2.2
/** The share of true changes that the interval that is shown holds, and half its width in standard deviations. */
export const EFFECT_CONFIDENCE = 0.9
const INTERVAL = 1.645
/** The whole report must agree with the step. */
const AGREES = 1.28
/** A rise before the update of so many standard deviations is chance; what is more goes on after it. */
const RISE = 1
/** With fewer players, chance is larger than any effect. */
const MIN_PLAYERS = 10
/** How far the middles of the hours lie apart that measure a step. */
const STEP_APART = 6

export function updateEffect(query: UpdateEffectQuery): UpdateEffect {
  const { series, at, hours, obstacle } = query
  if (obstacle !== null) return unknown(obstacle)
  const [step, report] = [stepProfile(hours), reportProfile(hours)]
  const residual = residualsFrom(series, at)
  const usual = expectHour(series.players, at, at)?.value
  if (usual === undefined) return unknown('no data before')
  const found = contrastAt(residual, at, report)
  const atStep = contrastAt(residual, at, step)
  if (found === undefined || atStep === undefined) return unknown(reasonOf(series, query))
  if (usual < MIN_PLAYERS) return unknown('too few players')
  const errors = ownErrors(series, { at, hours, step, report })
  if (errors === undefined) return unknown('no data before')
  const stepped = atStep.update - errors.step.center
  const trend = trendBefore(residual, at, errors.rises, stepped)
  const isStep = Math.abs(stepped) - trend >= CLAIM * errors.step.deviation
  const center = found.update - errors.report.center
  const isAgreed = Math.abs(center) >= AGREES * errors.report.deviation
  const isSame = Math.sign(center) === Math.sign(stepped)
  const isClaimed = isStep && isAgreed && isSame
  return {
    outcome: isClaimed ? (center > 0 ? 'more' : 'fewer') : 'no_clear_change',
    reason: null,
    ...partsOf(found, errors.report, series.market !== undefined),
    expected: expectedIn(residual, at, hours),
    deviation: errors.report.deviation,
    beganBefore: !isStep && Math.abs(stepped) >= CLAIM * errors.step.deviation,
  }
}

/** What a change that began before the update adds to the step at it: what of the rise is more than chance, going on. */
function trendBefore(residual: ResidualReader, at: Hour, spreads: readonly EffectSpread[], stepped: number): number {
  const trends = RISE_SPANS.map((span, index) => {
    const [rise, spread] = [riseBefore(residual, at, span), spreads[index]]
    if (rise === undefined || spread === undefined) return 0
    const same = (rise - spread.center) * Math.sign(stepped)
    return Math.max(0, same - RISE * spread.deviation) * (STEP_APART / span.apart)
  })
  return Math.max(...trends)
}

function partsOf(found: EffectParts, { deviation }: EffectSpread, isMarketKnown: boolean) {
  const { update, observed, market } = found
  const off = INTERVAL * deviation
  return {
    effect: { change: shareOf(update), low: shareOf(update - off), high: shareOf(update + off) },
    observed: shareOf(observed),
    market: isMarketKnown ? shareOf(market) : null,
  }
}

const shareOf = (logarithm: number): number => Math.exp(logarithm) - 1

const unknown = (reason: EffectReason): UpdateEffect => ({
  outcome: 'cannot_tell',
  reason,
  effect: null,
  observed: null,
  market: null,
  beganBefore: false,
  expected: [],
  deviation: null,
})

const expectedIn = (residual: ResidualReader, at: Hour, hours: number): number[] =>
  Array.from({ length: hours }, (_, off) => {
    const found = residual(at + off)
    return found === undefined ? Number.NaN : found.usual * Math.exp(found.market)
  })

/** What was missing: an outage took the hours, or nothing was measured before or after. */
function reasonOf({ players, isLeftOut }: EffectSeries, { at, hours }: UpdateEffectQuery): EffectReason {
  for (let hour = at; hour < at + Math.min(hours, 24); hour++) if (isLeftOut(hour)) return 'outage'
  for (let hour = at; hour < at + hours; hour++) if (!Number.isNaN(players.at(hour))) return 'no data before'
  return 'no data after'
}
