// The effect of an update on the players of a game.
//
// Method. What would have come without the update is the usual with its level frozen at the update, times what the platform
// as a whole did, from where the game was just before (window-change.ts). The stated change is the mean of what came in
// the hours of the report over that. Whether it is the update's is decided by a contrast: the mean residual of the hours
// after the update, later ones counting less, minus that of the hours just before. More or fewer players are claimed only
// if there is a step at the update that is larger than those that the same calculation finds at other moments of this
// game, and if the report agrees with it. Where they are, what the game drifted by itself since the update belongs to what
// would have come (own-drift.ts).
//
// Where the platform is not known, the game is compared with its usual alone, and a change that may as well be the
// platform's (confounders.ts) is not claimed.
//
// Assumptions. The game's restlessness of the last weeks goes on; an effect shows within hours of the update.
//
// Limits. A change of another cause in the same hours cannot be distinguished from the update. An effect that comes slower than
// the game's own drift is not found.

import { expectHour } from '../usual/expected-hour.js'
import type { Hour } from '../usual/hourly-means.js'
import { isGradual, type OutageMask } from './confounders.js'
import {
  contrastAt,
  hoursApart,
  type ResidualReader,
  reportProfile,
  residualsFrom,
  stepProfile,
} from './effect-contrast.js'
import { type OwnErrors, ownErrors } from './effect-spread.js'
import type { EffectParts, EffectSeries } from './hour-residuals.js'
import { ownDrift } from './own-drift.js'
import { trendBefore } from './trend-before.js'
import { expectedLine, type ReportWindow, type WindowChange, windowChange } from './window-change.js'

export const EFFECT_OUTCOMES = ['more', 'fewer', 'no_clear_change', 'cannot_tell'] as const
export type EffectOutcome = (typeof EFFECT_OUTCOMES)[number]

export const EFFECT_REASONS = [
  'outage',
  'another update',
  'no data before',
  'no data after',
  'too few players',
  'market unknown',
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
  /** Why there is no result; null if there is one. */
  readonly reason: EffectReason | null
  /** Mean players that came and that were expected without the update in the compared hours; null if unknown. */
  readonly players: { readonly came: number; readonly expected: number } | null
  /** The update's part of the change, came / expected − 1; null if it is unknown. */
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
  /** Which hours may be those of an outage, where the platform is not known. */
  readonly mayBeOutage: OutageMask
  /** The hour that begins at the update, and the length of the report. */
  readonly at: Hour
  readonly hours: number
  /** What is known to prevent a conclusion. */
  readonly obstacle: EffectReason | null
}

/** A step counts from this many standard deviations of the game's own steps on; without an update, about 1 % do. */
const MIN_STEP_DEVIATIONS = 2.5
/** The share of true changes that the interval that is shown holds, and half its width in standard deviations. */
export const EFFECT_CONFIDENCE = 0.9
const INTERVAL = 1.645
/** The change of the whole report must have the direction of the step, by this many standard deviations. */
const MIN_REPORT_DEVIATIONS = 0.8
/**
 * The mean change of the whole report may amount to at least this share of a claimed step, because a short dip is no
 * change of a week.
 */
const MIN_LASTING_SHARE = 0.3
/** At least this share of a step must remain when hours of a possible outage are left out. */
const MIN_REMAINING_SHARE = 0.5
/** With fewer players, chance is larger than any effect. */
const MIN_PLAYERS = 5

export function updateEffect(query: UpdateEffectQuery): UpdateEffect {
  const { series, obstacle } = query
  if (obstacle !== null) return unknown(obstacle)
  const found = series.markets.length === 0 ? undefined : evaluate(query)
  if (typeof found === 'object') return effectOf(query, found)
  const alone = { ...query, series: withoutMarket(series) }
  const evaluated = evaluate(alone)
  if (typeof evaluated === 'string') return unknown(evaluated)
  return isConfounded(alone, evaluated) ? unknown('market unknown') : effectOf(alone, evaluated)
}

const withoutMarket = (series: EffectSeries): EffectSeries => ({ ...series, markets: [] })

interface Contrasts {
  readonly residual: ResidualReader
  readonly report: EffectParts
  readonly step: EffectParts
}

interface EffectEvaluation {
  readonly residual: ResidualReader
  readonly errors: OwnErrors
  readonly window: ReportWindow
  readonly change: WindowChange
  /** The standard deviation of the logarithm of the change. */
  readonly deviation: number
  readonly outcome: EffectOutcome
  /** The step at the update; a logarithm. */
  readonly stepped: number
  readonly beganBefore: boolean
}

/** How the window differs from what was expected, or why that is not known. */
function evaluate(query: UpdateEffectQuery): EffectEvaluation | EffectReason {
  const { series, at } = query
  const usual = expectHour(series.players.whole, at, at)?.value
  if (usual === undefined) return 'no data before'
  const contrasts = compare(query)
  if (contrasts === undefined) return reasonOf(query)
  if (usual < MIN_PLAYERS) return 'too few players'
  const errors = errorsOf(query)
  if (errors === undefined) return 'no data before'
  const measured = measure(contrasts, errors, query)
  if (measured === undefined) return reasonOf(query)
  const step = stepOf(query, contrasts, errors)
  return claimOf({ residual: contrasts.residual, errors, ...step, ...measured })
}

type MeasuredEffect = Omit<EffectEvaluation, 'outcome'> & ClaimedStep

/** Claims more or fewer players where the step is claimed, and the change of the whole report goes its way. */
function claimOf(measured: MeasuredEffect): EffectEvaluation {
  const unclear = { ...measured, outcome: 'no_clear_change' } as const
  if (!measured.isStep || !lasts(measured)) return unclear
  const claim = withoutDrift(measured)
  const { came, expected } = claim.change
  if (measured.stepped > 0 && came > expected) return { ...measured, ...claim, outcome: 'more' }
  return measured.stepped < 0 && came < expected ? { ...measured, ...claim, outcome: 'fewer' } : unclear
}

type MeasuredWindow = Pick<EffectEvaluation, 'window' | 'change' | 'deviation'>

/** The change of the mean of the whole report. */
function measure(
  { residual }: Contrasts,
  errors: OwnErrors,
  { at, hours }: UpdateEffectQuery,
): MeasuredWindow | undefined {
  const window: ReportWindow = { at, hours, growth: errors.window.center }
  const change = windowChange(residual, window)
  return change && { window, change, deviation: errors.window.deviation }
}

/** The same without what the game drifted by itself, as far as the step at the update shows it: not within an hour. */
function withoutDrift({ residual, errors, window, change, deviation, stepped }: MeasuredEffect): MeasuredWindow {
  if (window.hours === 1) return { window, change, deviation }
  const step = { value: stepped, deviation: errors.step.deviation }
  const own = ownDrift(step, { value: ratioOf(change), deviation })
  const drifted = { ...window, growth: window.growth + own.drift }
  return { window: drifted, change: windowChange(residual, drifted) ?? change, deviation: own.deviation }
}

/** A logarithm. One more of each: nobody may have come. */
const ratioOf = ({ came, expected }: WindowChange): number => Math.log((came + 1) / (expected + 1))

function compare({ series, at, hours }: UpdateEffectQuery): Contrasts | undefined {
  const residual = residualsFrom(series, at)
  const report = contrastAt(residual, at, reportProfile(hours))
  const step = contrastAt(residual, at, stepProfile(hours))
  return report === undefined || step === undefined ? undefined : { residual, report, step }
}

/** Where the platform is known for a short time only, the errors are those against the usual alone, which are larger. */
function errorsOf({ series, at, hours }: UpdateEffectQuery): OwnErrors | undefined {
  const query = { at, hours, step: stepProfile(hours), report: reportProfile(hours) }
  const found = ownErrors(series, query)
  return found === undefined && series.markets.length > 0 ? ownErrors(withoutMarket(series), query) : found
}

interface ClaimedStep extends Pick<EffectEvaluation, 'stepped' | 'beganBefore'> {
  /** Whether there is a step at the update with which the report agrees. */
  readonly isStep: boolean
}

function stepOf(
  { at, hours }: UpdateEffectQuery,
  { residual, report, step }: Contrasts,
  errors: OwnErrors,
): ClaimedStep {
  const stepped = step.update - errors.step.center
  const claimed = MIN_STEP_DEVIATIONS * errors.step.deviation
  const trend = trendBefore(residual, at, errors.rises, { stepped, apart: hoursApart(stepProfile(hours)) })
  const isSudden = Math.abs(stepped) - trend >= claimed
  const agreed = (report.update - errors.report.center) * Math.sign(stepped)
  const isStep = isSudden && agreed >= MIN_REPORT_DEVIATIONS * errors.report.deviation
  return { stepped, isStep, beganBefore: !isSudden && Math.abs(stepped) >= claimed }
}

/** Whether the change over the whole report may amount to a good part of the step. */
const lasts = ({ change, deviation, stepped }: MeasuredEffect): boolean =>
  ratioOf(change) * Math.sign(stepped) + INTERVAL * deviation >= MIN_LASTING_SHARE * Math.abs(stepped)

/** Whether a claim may as well be the work of the platform: an outage, or a holiday that comes over hours. */
function isConfounded(query: UpdateEffectQuery, evaluated: EffectEvaluation): boolean {
  const { series, at, mayBeOutage } = query
  if (evaluated.outcome !== 'more' && evaluated.outcome !== 'fewer') return false
  if (isGradual(evaluated.residual, query)) return true
  const { residual, window, errors } = evaluated
  // With the drift, the players of a game that came back would seem to be away.
  const isUncertain = mayBeOutage(expectedLine(residual, { ...window, growth: errors.window.center }))
  // An outage lowers player counts, so only one before the update looks like a rise, and only one after it like a fall.
  const isBefore = evaluated.outcome === 'more'
  const isLeftOut = (hour: Hour): boolean =>
    series.isLeftOut(hour) || (hour < at === isBefore && isUncertain(hour - at))
  const rest = compare({ ...query, series: { ...series, isLeftOut } })
  if (rest === undefined) return true
  const { stepped } = evaluated
  return (rest.step.update - errors.step.center) * Math.sign(stepped) < MIN_REMAINING_SHARE * Math.abs(stepped)
}

function effectOf(query: UpdateEffectQuery, evaluated: EffectEvaluation): UpdateEffect {
  const { residual, window, change, outcome, beganBefore, deviation } = evaluated
  const { came, usual, expected } = change
  return {
    outcome,
    reason: null,
    players: { came, expected },
    effect: rangeOf(evaluated),
    observed: came / usual - 1,
    market: query.series.markets.length === 0 ? null : expected / usual - 1,
    beganBefore,
    expected: expectedLine(residual, window),
    deviation,
  }
}

/** INSIGHTS-49: the step of a claim excludes a change the other way, which the interval of the whole report may not. */
function rangeOf({ change, deviation, outcome }: EffectEvaluation): ChangeRange {
  const off = Math.exp(INTERVAL * deviation)
  const ratio = change.came / change.expected
  const [low, high] = [ratio / off - 1, ratio * off - 1]
  return {
    change: ratio - 1,
    low: outcome === 'more' ? Math.max(0, low) : low,
    high: outcome === 'fewer' ? Math.min(0, high) : high,
  }
}

const unknown = (reason: EffectReason): UpdateEffect => ({
  outcome: 'cannot_tell',
  reason,
  players: null,
  effect: null,
  observed: null,
  market: null,
  beganBefore: false,
  expected: [],
  deviation: null,
})

/** Why there is no result: the hours are those of an outage, or nothing was measured before or after. */
function reasonOf({ series: { players, isLeftOut }, at, hours }: UpdateEffectQuery): EffectReason {
  for (let hour = at; hour < at + Math.min(hours, 24); hour++) if (isLeftOut(hour)) return 'outage'
  for (let hour = at; hour < at + hours; hour++) if (!Number.isNaN(players.whole.at(hour))) return 'no data before'
  return 'no data after'
}
