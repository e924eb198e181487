// Where it is not known how the platform as a whole did, a change of one game may be that of all games. In an outage,
// players leave within minutes and are soon back; a holiday changes their number over hours. The change that an update
// causes is there at once, and stays.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import { MIN_RECOVERED_SHARE, suddenFalls } from '../market/sudden-falls.js'
import type { Hour } from '../usual/hourly-means.js'
import { contrastAt, type EffectProfile, hoursBetween, NONE_SKIPPED, weightsBefore } from './effect-contrast.js'
import type { ResidualReader } from './hour-residuals.js'

/** Which hours after the update may belong to an outage, given the expected players of each. */
export type OutageMask = (expected: readonly number[]) => (hoursSince: number) => boolean

/** The first hours after the update, which show its immediate change, and later hours, which show whether it stayed. */
const EARLY_PROFILE: EffectProfile = { before: weightsBefore(NONE_SKIPPED), after: hoursBetween(0, 2) }
const LATE_PROFILE_HOURS = [6, 12] as const
const LATE_PROFILE: EffectProfile = { ...EARLY_PROFILE, after: hoursBetween(...LATE_PROFILE_HOURS) }
/** The first two hours after an update show at least this share of the change of later hours, if the update caused it. */
const IMMEDIATE_SHARE = 0.5
/** The logarithm of a change. A smaller step may be the start of a holiday, which changes all games slowly. */
const MIN_STEP = 0.08
const MIN_OUTAGE_REGAINED_SHARE = 0.8
/** A fall that the update causes begins within this many minutes of it. */
const BEGIN_MINUTES = 10
/** The random deviation of a count is about its square root. A fall must exceed this many of these. */
const MIN_FALL_DEVIATIONS = 4

/** True if the change was too small or too slow to be the update's. */
export function isGradual(residual: ResidualReader, { at, hours }: { readonly at: Hour; readonly hours: number }) {
  const early = contrastAt(residual, at, EARLY_PROFILE)
  if (early === undefined) return false
  if (Math.abs(early.update) < MIN_STEP) return true
  const late = hours < LATE_PROFILE_HOURS[1] ? undefined : contrastAt(residual, at, LATE_PROFILE)
  return late !== undefined && early.update * Math.sign(late.update) < IMMEDIATE_SHARE * Math.abs(late.update)
}

/**
 * Falls that were over within six hours; and at the end of a report, falls that are not over yet, if they began after the
 * update's own restart.
 */
export function outageMask(playersAt: (minute: Minute) => number, updatedAt: Minute): OutageMask {
  return (expected) => {
    const until = updatedAt + expected.length * HOUR_MINUTES
    // Divided by the expected players, because players also return with the time of day.
    const shareAt = (minute: Minute) => playersAt(minute) / expectedAt(expected, (minute - updatedAt) / HOUR_MINUTES)
    const middle = expected.find((value) => value > 0) ?? 0
    const noiseOf = (share: number) => (MIN_FALL_DEVIATIONS * Math.sqrt(share * middle)) / middle
    const falls = suddenFalls(
      shareAt,
      { from: updatedAt - HOUR_MINUTES, until },
      { noise: noiseOf, recovery, plateauRecovery: () => Number.POSITIVE_INFINITY },
    ).filter(({ from, isOver, isUnfinished }) => isOver || (isUnfinished && from - updatedAt >= BEGIN_MINUTES))
    return (hour) =>
      falls.some((fall) => hoursSince(fall.from, updatedAt) <= hour && hoursSince(fall.until, updatedAt) >= hour)
  }
}

/**
 * The expected players so many hours after the update. The means of hours stand at their middles, and what lies between
 * them is interpolated, because a jump from hour to hour of a steep evening would look like a fall.
 */
function expectedAt(expected: readonly number[], hours: number): number {
  const expectedOfHour = expected[Math.max(0, Math.floor(hours))] ?? Number.NaN
  const left = Math.max(0, Math.min(expected.length - 2, Math.floor(hours - 0.5)))
  const [from, to] = [expected[left] ?? Number.NaN, expected[left + 1] ?? Number.NaN]
  const between = from * (to / from) ** (hours - 0.5 - left)
  return Number.isFinite(between) ? between : expectedOfHour
}

/** After a small fall, random noise alone can look like a recovery, so most of the lost players must be back. */
const recovery = (before: number, lowest: number): number =>
  Math.max(before * MIN_RECOVERED_SHARE, before - (1 - MIN_OUTAGE_REGAINED_SHARE) * (before - lowest))

const hoursSince = (minute: Minute, updatedAt: Minute): number => Math.floor((minute - updatedAt) / HOUR_MINUTES)
