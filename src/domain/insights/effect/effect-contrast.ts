// The contrast of an update: the residuals of the hours after it minus those of the hours just before it. A difference that
// existed before the update is no effect of it.

import { DAY_HOURS } from '../../clock.js'
import type { Hour } from '../usual/hourly-means.js'
import type { EffectParts, HourResidual, ResidualReader } from './hour-residuals.js'

/** The weights of the hours before and after the update; the sum of each is 1. */
export interface EffectProfile {
  readonly before: readonly HourWeight[]
  readonly after: readonly HourWeight[]
}

/** Hours before the update that say nothing about the level there, counted back from it. */
export type SkippedHours = ReadonlySet<number>
export const NONE_SKIPPED: SkippedHours = new Set()

export interface HourWeight {
  /** Offset in hours from the update, counted in the profile's direction: after it, or back from the hour before it. */
  readonly distance: number
  readonly weight: number
}

/** The decay constant, in hours, of the weights before the update. */
const BEFORE_DECAY_HOURS = 1.5
/** The decay constant of the weights before the update that give the starting level of a report. */
const LEVEL_DECAY_HOURS = 2.5
const MAX_BEFORE_HOURS = 12
/** Where hours just before the update are skipped, hours up to this far back replace them. */
const MAX_EXTENDED_BEFORE_HOURS = 24
/** The decay constant, in hours, of the weights of a step after the update. */
const STEP_DECAY_HOURS = 3
/** Later hours have less weight, because more has happened since the update: half as much after this time. */
const HALF_WEIGHT_HOURS = 24
/** The weight of the step profile in the profile of a report. */
const STEP_SHARE = 0.5
/** The share of the weights that must be known after the update, and before it, where an outage may hide some hours. */
const MIN_KNOWN_WEIGHT_SHARE = 0.5
const MIN_KNOWN_BEFORE_SHARE = 0.1

/** Every hour of the first half day is read; later hours are sampled every 3 hours on the first day, then every 6. */
const FINE_HOURS = 12
const COARSE_STEPS = { day: 3, week: 6 } as const

const BEFORE = decaying(BEFORE_DECAY_HOURS, NONE_SKIPPED)
const LEVEL = decaying(LEVEL_DECAY_HOURS, NONE_SKIPPED)

function decaying(constant: number, skipped: SkippedHours): readonly HourWeight[] {
  const all = sampledHours(skipped.size === 0 ? MAX_BEFORE_HOURS : MAX_EXTENDED_BEFORE_HOURS)
  const hours = all.filter(([distance]) => !skipped.has(distance))
  return weighted(hours, (hour) => Math.exp(-hour / constant))
}

export const weightsBefore = (skipped: SkippedHours): readonly HourWeight[] =>
  skipped.size === 0 ? BEFORE : decaying(BEFORE_DECAY_HOURS, skipped)

export const weightsOfLevel = (skipped: SkippedHours): readonly HourWeight[] =>
  skipped.size === 0 ? LEVEL : decaying(LEVEL_DECAY_HOURS, skipped)

/** Each hour that is read, and how many hours it stands for. */
function sampledHours(hours: number): readonly (readonly [hour: number, width: number])[] {
  const found: [number, number][] = []
  for (let hour = 0; hour < hours; ) {
    const width = hour < FINE_HOURS ? 1 : hour < DAY_HOURS ? COARSE_STEPS.day : COARSE_STEPS.week
    found.push([hour + Math.floor(width / 2), width])
    hour += width
  }
  return found
}

function weighted(
  hours: readonly (readonly [hour: number, width: number])[],
  weightOf: (hour: number) => number,
): readonly HourWeight[] {
  const raw = hours.map(([distance, width]) => ({ distance, weight: width * weightOf(distance) }))
  const total = raw.reduce((sum, { weight }) => sum + weight, 0)
  return raw.map(({ distance, weight }) => ({ distance, weight: weight / total }))
}

/** The weights that detect a change at the update. */
export function stepProfile(hours: number, skipped = NONE_SKIPPED): EffectProfile {
  const after = weighted(sampledHours(Math.min(hours, FINE_HOURS)), (hour) => Math.exp(-hour / STEP_DECAY_HOURS))
  return { before: weightsBefore(skipped), after }
}

/** The weights that measure the change over the report. */
export function reportProfile(hours: number, skipped = NONE_SKIPPED): EffectProfile {
  const { before, after: step } = stepProfile(hours, skipped)
  const all = weighted(sampledHours(hours), (hour) => 1 / (1 + hour / HALF_WEIGHT_HOURS))
  const stepAt = (hour: number) => step.find(({ distance }) => distance === hour)?.weight ?? 0
  const after = all.map(({ distance, weight }) => ({
    distance,
    weight: STEP_SHARE * stepAt(distance) + (1 - STEP_SHARE) * weight,
  }))
  return { before, after }
}

/** The hours of a whole report, each counting the same. */
export const contrastHours = (hours: number): readonly HourWeight[] => weighted(sampledHours(hours), () => 1)

function sumOf(
  hours: readonly HourWeight[],
  residual: (distance: number) => HourResidual | undefined,
  minKnown = MIN_KNOWN_WEIGHT_SHARE,
): EffectParts | undefined {
  let [known, observed, market, update] = [0, 0, 0, 0]
  for (const { distance, weight } of hours) {
    const found = residual(distance)
    if (found === undefined) continue
    known += weight
    observed += weight * found.observed
    market += weight * found.market
    update += weight * found.update
  }
  if (known < minKnown) return undefined
  return { observed: observed / known, market: market / known, update: update / known }
}

/** The difference from the usual just before the moment; undefined if too much is unknown. */
export const startingLevel = (
  residual: ResidualReader,
  at: Hour,
  level: readonly HourWeight[],
): EffectParts | undefined => sumOf(level, (distance) => residual(at - 1 - distance), MIN_KNOWN_BEFORE_SHARE)

/** Undefined if too much before or after the moment is unknown. */
export function contrastAt(residual: ResidualReader, at: Hour, profile: EffectProfile): EffectParts | undefined {
  const before = sumOf(profile.before, (distance) => residual(at - 1 - distance), MIN_KNOWN_BEFORE_SHARE)
  const since = before && sumOf(profile.after, (distance) => residual(at + distance))
  if (before === undefined || since === undefined) return undefined
  return {
    observed: since.observed - before.observed,
    market: since.market - before.market,
    update: since.update - before.update,
  }
}

/** The distance, in hours, between the weighted centers of the hours before and after the update. */
export const hoursApart = ({ before, after }: EffectProfile): number => middleOf(before) + middleOf(after)

const middleOf = (hours: readonly HourWeight[]): number =>
  hours.reduce((sum, { distance, weight }) => sum + weight * (distance + 0.5), 0)

/** Two groups of hours before the update, and the distance of their centers in hours. */
interface RiseSpan {
  readonly late: readonly HourWeight[]
  readonly early: readonly HourWeight[]
  readonly apart: number
}

export const hoursBetween = (from: number, until: number): readonly HourWeight[] =>
  weighted(
    Array.from({ length: until - from }, (_, index) => [from + index, 1] as const),
    () => 1,
  )

/** A quick rise and a slow one. */
export const RISE_SPANS: readonly RiseSpan[] = [
  { late: hoursBetween(0, 2), early: hoursBetween(4, 8), apart: 5 },
  { late: hoursBetween(0, 6), early: hoursBetween(12, 24), apart: 15 },
]

/** How much the residual rose in the hours before the update, which suggests a change that began earlier. */
export function riseBefore(residual: ResidualReader, at: Hour, { late, early }: RiseSpan): number | undefined {
  const after = sumOf(late, (distance) => residual(at - 1 - distance))
  const before = sumOf(early, (distance) => residual(at - 1 - distance))
  return after === undefined || before === undefined ? undefined : after.update - before.update
}
