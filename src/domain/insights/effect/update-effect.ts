// The effect of an update on the players of a game.
//
// Method. The players expected without the update are usual × market × starting level: the usual has its level frozen at
// the update, the market is the change of the platform as a whole, and the starting level is how far the game was from its
// usual just before the update (window-change.ts). The stated change is the mean of the measured players in the hours of
// the report divided by the mean of the expected ones, minus 1. A residual is the logarithm of measured / (usual ×
// market) in one hour. The step is the mean residual of the hours after the update, with less weight on later ones, minus
// that of the hours just before. More or fewer players are claimed only if the step is larger than those that the same
// calculation finds at other moments of this game, and if the whole report changes in the same direction. If they are
// claimed, the expected players include the game's own drift since the update (drift.ts).
//
// Hours near the update in which the game differed from its level for a few hours only (short-changes.ts) count on neither
// side. Where they lasted up to the update and the conclusion depends on them, there is none.
//
// Where the market is not known, the game is compared with its usual alone, and a change that the platform may have caused
// (confounders.ts) is not claimed.
//
// Assumptions. The variance of the last weeks continues; an effect shows within hours of the update.
//
// Limits. A change of another cause in the same hours cannot be distinguished from the update. An effect that comes slower
// than the game's own drift is not found.

import { expectHour } from '../usual/expected-hour.js'
import type { Hour } from '../usual/hourly-means.js'
import { isGradual, type OutageMask } from './confounders.js'
import { estimateDrift } from './drift.js'
import {
  contrastAt,
  hoursApart,
  NONE_SKIPPED,
  reportProfile,
  type SkippedHours,
  startingLevel,
  stepProfile,
  weightsOfLevel,
} from './effect-contrast.js'
import {
  type ChangeRange,
  type EffectOutcome,
  type EffectReason,
  type UpdateEffect,
  unknownEffect,
} from './effect-facts.js'
import { NORMAL_QUANTILE_90, type PlaceboErrors, placeboErrors } from './effect-spread.js'
import { type EffectParts, type EffectSeries, type ResidualReader, residualsFrom } from './hour-residuals.js'
import { changedAfter, changedBefore, unusualFrom } from './short-changes.js'
import { trendBefore } from './trend-before.js'
import { expectedLine, type ReportWindow, ratioOf, type WindowChange, windowChange } from './window-change.js'

export interface UpdateEffectQuery {
  readonly series: EffectSeries
  /** Which hours may be those of an outage, where the platform is not known. */
  readonly mayBeOutage: OutageMask
  /** The hour that begins at the update, and the length of the report. */
  readonly at: Hour
  readonly hours: number
  /** A known reason why no conclusion is possible; null if there is none. */
  readonly noResultReason: EffectReason | null
  /** The mean players of the last minutes before the update; NaN if it is unknown. */
  readonly justBefore: number
}

/** Without the hours that say nothing about the level before the update. */
interface PreparedQuery extends UpdateEffectQuery {
  readonly skipped: SkippedHours
}

/** The minimum z-score of a claimed step, by the game's own steps at other moments. About 1 % are false positives. */
const MIN_STEP_DEVIATIONS = 2.5
/** The confidence level of the interval that is shown, and the z-value of that level. */
export const EFFECT_CONFIDENCE_LEVEL = 0.9
/** The change of the whole report must have the direction of the step, by this many standard deviations. */
const MIN_REPORT_DEVIATIONS = 0.8
/**
 * The upper bound of the report's change must reach this share of a claimed step, because a short dip is no change of a
 * week.
 */
const MIN_LASTING_SHARE = 0.3
/** At least this share of a step must remain when hours of a possible outage are left out. */
const MIN_REMAINING_SHARE = 0.5
/** With fewer players, random noise is larger than any effect. */
const MIN_EFFECT_PLAYERS = 5

export function updateEffect(query: UpdateEffectQuery): UpdateEffect {
  const { series, noResultReason } = query
  if (noResultReason !== null) return unknownEffect(noResultReason)
  const found = series.markets.length === 0 ? undefined : evaluate(query)
  if (typeof found === 'object') return effectOf(query, found)
  const usualOnlyQuery = { ...query, series: withoutMarket(series) }
  const evaluated = evaluate(usualOnlyQuery)
  if (typeof evaluated === 'string') return unknownEffect(evaluated)
  return isConfounded(usualOnlyQuery, evaluated) ? unknownEffect('market unknown') : effectOf(usualOnlyQuery, evaluated)
}

/** Leaves out the hours that differed from the level for a few hours only, unless the conclusion depends on them. */
function evaluate(query: UpdateEffectQuery): EffectEvaluation | EffectReason {
  const first = evaluateWith({ ...query, skipped: NONE_SKIPPED })
  if (typeof first === 'string') return first
  const { at, series } = query
  const { residual, errors } = first
  const later = changedAfter(residual, query, errors.step.deviation)
  const isLeftOut = (hour: Hour): boolean => series.isLeftOut(hour) || later.has(hour - at)
  const rest = later.size === 0 ? query : { ...query, series: { ...series, isLeftOut } }
  const skipped = changedBefore(residual, at, errors.step.deviation)
  const unfiltered = later.size === 0 ? first : evaluateWith({ ...rest, skipped: NONE_SKIPPED })
  // Too little of the time is left without the hours after the update.
  if (typeof unfiltered === 'string') return first.outcome === 'no_clear_change' ? first : 'unusual hours'
  return skipped.size === 0 ? unfiltered : conclusionOf(query, unfiltered, evaluateWith({ ...rest, skipped }))
}

/** Where unusual hours last up to the update, the evaluations without and with these hours must agree. */
function conclusionOf(
  query: UpdateEffectQuery,
  unfiltered: EffectEvaluation,
  filtered: EffectEvaluation | EffectReason,
): EffectEvaluation | EffectReason {
  if (typeof filtered === 'string') return unfiltered.outcome === 'no_clear_change' ? unfiltered : 'unusual hours'
  if (unfiltered.outcome === filtered.outcome || !lastsUntilUpdate(query, unfiltered, filtered.skipped)) return filtered
  return unfiltered.outcome === 'no_clear_change' ? unfiltered : 'unusual hours'
}

function lastsUntilUpdate(
  { series, at, justBefore }: UpdateEffectQuery,
  { residual, errors }: EffectEvaluation,
  skipped: SkippedHours,
): boolean {
  if (!skipped.has(0)) return false
  const [last, next] = [residual(at - 1), expectHour(series.players.whole, at, at)?.value]
  const level = startingLevel(residual, at, weightsOfLevel(skipped))?.update
  if (last === undefined || next === undefined || level === undefined || Number.isNaN(justBefore)) return true
  // The means of two hours stand at their middles, and the update is between them.
  const usual = Math.sqrt(last.usual * next)
  const change = Math.log((justBefore + 1) / (usual + 1)) - last.market - level
  return Math.abs(change) >= unusualFrom(errors.step.deviation)
}

const withoutMarket = (series: EffectSeries): EffectSeries => ({ ...series, markets: [] })

interface Contrasts {
  readonly residual: ResidualReader
  readonly report: EffectParts
  readonly step: EffectParts
}

interface EffectEvaluation {
  readonly residual: ResidualReader
  readonly skipped: SkippedHours
  readonly errors: PlaceboErrors
  readonly window: ReportWindow
  readonly change: WindowChange
  /** The standard deviation of the logarithm of the change. */
  readonly deviation: number
  readonly outcome: EffectOutcome
  /** The step at the update; a logarithm. */
  readonly stepSize: number
  readonly beganBefore: boolean
}

/** How the window differs from what was expected, or why that is not known. */
function evaluateWith(query: PreparedQuery): EffectEvaluation | EffectReason {
  const { series, at } = query
  const usual = expectHour(series.players.whole, at, at)?.value
  if (usual === undefined) return 'no data before'
  const contrasts = compare(query)
  if (contrasts === undefined) return reasonOf(query)
  if (usual < MIN_EFFECT_PLAYERS) return 'too few players'
  const errors = errorsOf(query)
  if (errors === undefined) return 'no data before'
  const measured = measure(contrasts, errors, query)
  if (measured === undefined) return reasonOf(query)
  const step = stepOf(query, contrasts, errors)
  return claimOf({ residual: contrasts.residual, skipped: query.skipped, errors, ...step, ...measured })
}

type MeasuredEffect = Omit<EffectEvaluation, 'outcome'> & ClaimedStep

/** Claims more or fewer players if there is a step, and the whole report changes in the same direction. */
function claimOf(measured: MeasuredEffect): EffectEvaluation {
  const unclear = { ...measured, outcome: 'no_clear_change' } as const
  if (!measured.isStep || !mayLast(measured)) return unclear
  const claim = withoutDrift(measured)
  const { actual, expected } = claim.change
  if (measured.stepSize > 0 && actual > expected) return { ...measured, ...claim, outcome: 'more' }
  return measured.stepSize < 0 && actual < expected ? { ...measured, ...claim, outcome: 'fewer' } : unclear
}

type MeasuredWindow = Pick<EffectEvaluation, 'window' | 'change' | 'deviation'>

/** The change of the mean of the whole report. */
function measure(
  { residual }: Contrasts,
  errors: PlaceboErrors,
  { at, hours, skipped }: PreparedQuery,
): MeasuredWindow | undefined {
  const window: ReportWindow = { at, hours, growth: errors.window.center, level: weightsOfLevel(skipped) }
  const change = windowChange(residual, window)
  return change && { window, change, deviation: errors.window.deviation }
}

/** The same without the game's own drift, which is estimated from the step. Reports of one hour have no drift. */
function withoutDrift({ residual, errors, window, change, deviation, stepSize }: MeasuredEffect): MeasuredWindow {
  if (window.hours === 1) return { window, change, deviation }
  const step = { value: stepSize, deviation: errors.step.deviation }
  const estimate = estimateDrift(step, { value: ratioOf(change), deviation })
  const withDrift = { ...window, growth: window.growth + estimate.drift }
  return { window: withDrift, change: windowChange(residual, withDrift) ?? change, deviation: estimate.deviation }
}

function compare({ series, at, hours, skipped }: PreparedQuery): Contrasts | undefined {
  const residual = residualsFrom(series, at)
  const report = contrastAt(residual, at, reportProfile(hours, skipped))
  const step = contrastAt(residual, at, stepProfile(hours, skipped))
  return report === undefined || step === undefined ? undefined : { residual, report, step }
}

/** Where the platform is known for a short time only, the errors are those against the usual alone, which are larger. */
function errorsOf({ series, at, hours, skipped }: PreparedQuery): PlaceboErrors | undefined {
  const profiles = { step: stepProfile(hours, skipped), report: reportProfile(hours, skipped) }
  const query = { at, hours, ...profiles, level: weightsOfLevel(skipped) }
  const found = placeboErrors(series, query)
  return found === undefined && series.markets.length > 0 ? placeboErrors(withoutMarket(series), query) : found
}

interface ClaimedStep extends Pick<EffectEvaluation, 'stepSize' | 'beganBefore'> {
  /** Whether there is a step at the update with which the report agrees. */
  readonly isStep: boolean
}

function stepOf(
  { at, hours, skipped }: PreparedQuery,
  { residual, report, step }: Contrasts,
  errors: PlaceboErrors,
): ClaimedStep {
  const stepSize = step.update - errors.step.center
  const minStep = MIN_STEP_DEVIATIONS * errors.step.deviation
  const trend = trendBefore(residual, at, errors.rises, { stepSize, distance: hoursApart(stepProfile(hours, skipped)) })
  const isSudden = Math.abs(stepSize) - trend >= minStep
  const reportInDirection = (report.update - errors.report.center) * Math.sign(stepSize)
  const isStep = isSudden && reportInDirection >= MIN_REPORT_DEVIATIONS * errors.report.deviation
  return { stepSize, isStep, beganBefore: !isSudden && Math.abs(stepSize) >= minStep }
}

/** Whether the upper bound of the report's change reaches enough of the step. */
const mayLast = ({ change, deviation, stepSize }: MeasuredEffect): boolean =>
  ratioOf(change) * Math.sign(stepSize) + NORMAL_QUANTILE_90 * deviation >= MIN_LASTING_SHARE * Math.abs(stepSize)

/** Whether the platform may have caused the claimed change: by an outage, or by a holiday that comes over hours. */
function isConfounded(query: UpdateEffectQuery, evaluated: EffectEvaluation): boolean {
  const { series, at, mayBeOutage } = query
  if (evaluated.outcome !== 'more' && evaluated.outcome !== 'fewer') return false
  if (isGradual(evaluated.residual, query)) return true
  const { residual, window, errors } = evaluated
  // The drift is left out here, because with it players that came back would look missing.
  const isUncertain = mayBeOutage(expectedLine(residual, { ...window, growth: errors.window.center }))
  // An outage lowers player counts, so only one before the update looks like a rise, and only one after it like a fall.
  const isRise = evaluated.outcome === 'more'
  const isLeftOut = (hour: Hour): boolean => series.isLeftOut(hour) || (hour < at === isRise && isUncertain(hour - at))
  const rest = compare({ ...query, skipped: evaluated.skipped, series: { ...series, isLeftOut } })
  if (rest === undefined) return true
  const { stepSize } = evaluated
  return (rest.step.update - errors.step.center) * Math.sign(stepSize) < MIN_REMAINING_SHARE * Math.abs(stepSize)
}

function effectOf(query: UpdateEffectQuery, evaluated: EffectEvaluation): UpdateEffect {
  const { residual, window, change, outcome, beganBefore, deviation } = evaluated
  const { actual, usual, expected } = change
  return {
    outcome,
    reason: null,
    players: { actual, expected },
    effect: rangeOf(evaluated),
    observed: actual / usual - 1,
    market: query.series.markets.length === 0 ? null : expected / usual - 1,
    beganBefore,
    expected: expectedLine(residual, window),
    deviation,
  }
}

/** INSIGHTS-49: cut at zero, because the step of a claim excludes a change the other way. */
function rangeOf({ change, deviation, outcome }: EffectEvaluation): ChangeRange {
  const factor = Math.exp(NORMAL_QUANTILE_90 * deviation)
  const ratio = change.actual / change.expected
  const [low, high] = [ratio / factor - 1, ratio * factor - 1]
  return {
    change: ratio - 1,
    low: outcome === 'more' ? Math.max(0, low) : low,
    high: outcome === 'fewer' ? Math.min(0, high) : high,
  }
}

/** Why there is no result: the hours are those of an outage, or nothing was measured before or after. */
function reasonOf({ series: { players, isLeftOut }, at, hours }: UpdateEffectQuery): EffectReason {
  for (let hour = at; hour < at + Math.min(hours, 24); hour++) if (isLeftOut(hour)) return 'outage'
  for (let hour = at; hour < at + hours; hour++) if (!Number.isNaN(players.whole.at(hour))) return 'no data before'
  return 'no data after'
}
