// The errors of placebo updates: the results of the same calculation at moments of this game's own past without a known
// update. An effect is claimed only where it is larger than those.

import { DAY_HOURS } from '../../clock.js'
import type { Hour } from '../usual/hourly-means.js'
import { quantileOf } from '../usual/quantiles.js'
import { contrastAt, type EffectProfile, type HourWeight, RISE_SPANS, riseBefore } from './effect-contrast.js'
import { type EffectSeries, residualsFrom } from './hour-residuals.js'
import { sampledChange } from './window-change.js'

export interface EffectSpread {
  /** The median result at moments without an update; zero if it is not significant, and above zero for a game that grows. */
  readonly center: number
  /** The standard deviation around it. */
  readonly deviation: number
  readonly moments: number
}

/** The errors of placebo updates in this game's own past. */
export interface PlaceboErrors {
  readonly step: EffectSpread
  readonly report: EffectSpread
  /** The spread of the ratio of the measured to the expected value over the whole window. */
  readonly window: EffectSpread
  /** The spread of the errors in each of the spans in which a rise is searched. */
  readonly rises: readonly EffectSpread[]
}

/**
 * The distance of the moments in hours. It is no divisor of a day, so that the moments fall on all hours of the day.
 */
const SPACING_HOURS = 7
/** The same for reports of more than a day, because overlapping windows add little information. */
const LONG_REPORT_SPACING_HOURS = 13
const MAX_MOMENTS = 60
/** Placebo moments end this many hours before the update, because the longest step takes as long. */
const STEP_LENGTH_HOURS = 12
/** With fewer moments the deviation cannot be estimated. */
const MIN_MOMENTS = 6
/**
 * A moment has an error of the report only if the history before it is as long as the report, or at least this long:
 * expected values days ahead are rough for a young game, so their errors would be misleading.
 */
const MAX_REQUIRED_HISTORY_HOURS = 5 * DAY_HOURS
/** The distance of the moments in hours for games of a few days, which otherwise had too few. */
const YOUNG_GAME_SPACING_HOURS = 3
/** If the history is too short for whole reports, their deviation is that of steps, multiplied by these. */
const DAY_FACTOR = 1.6
const WEEK_FACTOR = 2.5
const WEEK_MEAN_FACTOR = 5
/** The smallest deviation that is assumed, because no game is calmer. */
const MIN_DEVIATION = 0.015
/** With n moments, the deviation is widened by this number divided by n. */
const SMALL_SAMPLE_FACTOR = 3

interface SpreadQuery {
  readonly at: Hour
  /** The length of the report. */
  readonly hours: number
  readonly step: EffectProfile
  readonly report: EffectProfile
  /** The weights of the hours before that give the level of the window. */
  readonly level: readonly HourWeight[]
}

/** Undefined if the history before the update is too short. */
export function placeboErrors(series: EffectSeries, query: SpreadQuery): PlaceboErrors | undefined {
  const found = errorsAt(series, query, query.hours > DAY_HOURS ? LONG_REPORT_SPACING_HOURS : SPACING_HOURS)
  return found.steps.length >= MIN_MOMENTS ? spreadsOf(found, query) : errorsOfYoungGame(series, query)
}

/** A game of a few days has enough moments only if they come soon after one another. */
function errorsOfYoungGame(series: EffectSeries, query: SpreadQuery): PlaceboErrors | undefined {
  const found = errorsAt(series, query, YOUNG_GAME_SPACING_HOURS)
  return found.steps.length >= MIN_MOMENTS ? spreadsOf(found, query) : undefined
}

interface MomentErrors {
  readonly apart: number
  readonly steps: number[]
  readonly reports: number[]
  readonly windows: number[]
  readonly rises: readonly number[][]
}

function errorsAt(series: EffectSeries, { at, hours, step, report, level }: SpreadQuery, apart: number): MomentErrors {
  const found: MomentErrors = { apart, steps: [], reports: [], windows: [], rises: RISE_SPANS.map(() => []) }
  const add = (values: number[] | undefined, value: number | undefined): void => {
    if (value !== undefined) values?.push(value)
  }
  const firstReportMoment =
    firstKnown(series, at) + (apart === YOUNG_GAME_SPACING_HOURS ? 0 : Math.min(hours, MAX_REQUIRED_HISTORY_HOURS))
  for (let index = 0; index < MAX_MOMENTS; index++) {
    const moment = at - STEP_LENGTH_HOURS - index * apart
    if (moment <= series.players.whole.since) break
    const residual = residualsFrom(series, moment)
    add(found.steps, contrastAt(residual, moment, step)?.update)
    for (const [spanIndex, span] of RISE_SPANS.entries())
      add(found.rises[spanIndex], riseBefore(residual, moment, span))
    if (moment + hours > at || moment < firstReportMoment) continue
    add(found.reports, contrastAt(residual, moment, report)?.update)
    add(found.windows, sampledChange(residual, { at: moment, hours, growth: 0, level }))
  }
  return found
}

function firstKnown({ players: { whole } }: EffectSeries, until: Hour): Hour {
  let hour = whole.since
  while (hour < until && Number.isNaN(whole.at(hour))) hour++
  return hour
}

function spreadsOf({ apart, steps, reports, windows, rises }: MomentErrors, { hours }: SpreadQuery): PlaceboErrors {
  const ofSteps = spreadOf(steps, steps.length * Math.min(1, apart / SPACING_HOURS))
  const stepTimes = (factor: number): EffectSpread => ({ ...ofSteps, deviation: ofSteps.deviation * factor })
  // Windows that overlap have most of their errors in common.
  const independent = Math.min(windows.length, 1 + (windows.length * apart) / hours)
  return {
    step: ofSteps,
    report: reports.length >= MIN_MOMENTS ? spreadOf(reports) : stepTimes(hours > DAY_HOURS ? WEEK_FACTOR : DAY_FACTOR),
    window:
      windows.length >= MIN_MOMENTS
        ? spreadOf(windows, independent)
        : stepTimes(hours > DAY_HOURS ? WEEK_MEAN_FACTOR : DAY_FACTOR),
    rises: rises.map((values) => spreadOf(values)),
  }
}

const NORMAL_QUANTILE_70 = 1.036
export const NORMAL_QUANTILE_90 = 1.645
const NORMAL_QUANTILE_95 = 1.96
/** The 95th percentile counts with this factor, so that a jump that this game often makes is not claimed. */
const JUMP_FACTOR = 0.9

/**
 * From quantiles, so that single events, restarts and earlier updates do not count. `independent`: the effective number of
 * independent values.
 */
export function spreadOf(values: readonly number[], independent = values.length): EffectSpread {
  if (values.length === 0) return { center: 0, deviation: MIN_DEVIATION, moments: 0 }
  const sorted = [...values].sort((a, b) => a - b)
  const moments = sorted.length
  const middle = quantileOf(sorted, 0.5)
  const distances = sorted.map((value) => Math.abs(value - middle)).sort((a, b) => a - b)
  const [deviation70, deviation90] = [
    quantileOf(distances, 0.7) / NORMAL_QUANTILE_70,
    quantileOf(distances, 0.9) / NORMAL_QUANTILE_90,
  ]
  const jumps = quantileOf(distances, 0.95) / NORMAL_QUANTILE_95
  const wide = Math.max((deviation70 + deviation90) / 2, JUMP_FACTOR * jumps)
  // A small number of moments may have been calm by chance, so the deviation is widened.
  const deviation = Math.max(MIN_DEVIATION, wide * (1 + SMALL_SAMPLE_FACTOR / independent))
  // A center that is not significantly different from zero counts as zero.
  const chance = deviation / Math.sqrt(independent)
  const center = Math.sign(middle) * Math.max(0, Math.abs(middle) - 2 * chance)
  return { center, deviation, moments }
}
