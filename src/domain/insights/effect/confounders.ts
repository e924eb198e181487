// Where it is not known how the platform as a whole did, a change of one game may be that of all games. An outage falls
// within minutes and is soon over; a holiday comes over hours. An update changes a game at once, and the change stays.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import { RECOVERED, suddenFalls } from '../market/sudden-falls.js'
import type { Hour } from '../usual/hourly-means.js'
import { contrastAt, type EffectProfile, hoursBetween, type ResidualReader } from './effect-contrast.js'

/** Tells which hours after the update may belong to an outage, given the expected players of each. */
export type OutageMask = (expected: readonly number[]) => (hoursSince: number) => boolean

/** Hours after the update that show what came at once, and those that show what came of it. */
const EARLY: EffectProfile = { after: hoursBetween(0, 2) }
const LATE_HOURS = [6, 12] as const
const LATE: EffectProfile = { after: hoursBetween(...LATE_HOURS) }
/** At least this share of a change that an update causes comes at once. */
const IMMEDIATE_SHARE = 0.5
/** In an hour of a beginning holiday, all games change by less; a logarithm. */
const MIN_STEP = 0.08
const REGAINED = 0.8
/** A fall at an update begins within so many minutes of it. */
const BEGIN_MINUTES = 10
/** Counts differ by chance by about their square root, twice for a difference of two: so many times that is none. */
const CHANCE = 4

/** Whether little came at once, or most of the change came hours after the update. */
export function isGradual(residual: ResidualReader, { at, hours }: { readonly at: Hour; readonly hours: number }) {
  const early = contrastAt(residual, at, EARLY)
  if (early === undefined) return false
  if (Math.abs(early.update) < MIN_STEP) return true
  const late = hours < LATE_HOURS[1] ? undefined : contrastAt(residual, at, LATE)
  return late !== undefined && early.update * Math.sign(late.update) < IMMEDIATE_SHARE * Math.abs(late.update)
}

/**
 * Falls that were over within six hours; and at the end of a report, falls that are not over yet, if they began after the
 * update's own restart.
 */
export function outageMask(playersAt: (minute: Minute) => number, updatedAt: Minute): OutageMask {
  return (expected) => {
    const until = updatedAt + expected.length * HOUR_MINUTES
    // Without the time of day, which can bring the players back as well.
    const shareAt = (minute: Minute) => playersAt(minute) / expectedAt(expected, (minute - updatedAt) / HOUR_MINUTES)
    const middle = expected.find((value) => value > 0) ?? 0
    const chance = (share: number) => (CHANCE * Math.sqrt(share * middle)) / middle
    const falls = suddenFalls(
      shareAt,
      { from: updatedAt - HOUR_MINUTES, until },
      { chance, recovered, regained: () => Number.POSITIVE_INFINITY },
    ).filter(({ from, isOver, isCut }) => isOver || (isCut && from - updatedAt >= BEGIN_MINUTES))
    return (hour) =>
      falls.some((fall) => hoursSince(fall.from, updatedAt) <= hour && hoursSince(fall.until, updatedAt) >= hour)
  }
}

/**
 * The expected players so many hours after the update. The means of hours stand at their middles, and what lies between
 * them is interpolated, because a jump from hour to hour of a steep evening would look like a fall.
 */
function expectedAt(expected: readonly number[], hours: number): number {
  const own = expected[Math.max(0, Math.floor(hours))] ?? Number.NaN
  const left = Math.max(0, Math.min(expected.length - 2, Math.floor(hours - 0.5)))
  const [from, to] = [expected[left] ?? Number.NaN, expected[left + 1] ?? Number.NaN]
  const between = from * (to / from) ** (hours - 0.5 - left)
  return Number.isFinite(between) ? between : own
}

/** A game that lost a little may win it back by chance, so most of what was lost must be back. */
const recovered = (before: number, lowest: number): number =>
  Math.max(before * RECOVERED, before - (1 - REGAINED) * (before - lowest))

const hoursSince = (minute: Minute, updatedAt: Minute): number => Math.floor((minute - updatedAt) / HOUR_MINUTES)
