// Detects a fall of the whole platform: whether most tracked universes lost players together, according to their stored
// samples.
import type { Minute } from '../../clock.js'
import { rounded } from '../../insights/measuring.js'
import { medianOf } from '../../insights/usual/quantiles.js'
import type { EvaluationContext, PlayerCounts } from '../evaluator.js'
import type { NotificationDraft } from '../notification.js'

/** Minutes per step: the longest interval of any plan, so that every universe has a sample in each step. */
export const FALL_STEP_MINUTES = 10
/**
 * How many minutes back a fall is searched. Failures of the platform last hours; after that, the new level becomes the
 * baseline.
 */
const LOOK_BACK_MINUTES = 36 * FALL_STEP_MINUTES
/** The maximum age of a sample in minutes: two steps without one are a gap. */
export const MAX_STEP_COUNT_AGE_MINUTES = 15

/**
 * A fall within two steps that the time of day does not explain. The steepest daily decline is 18 % per hour, 6 % in
 * two steps; the mildest failure of the platform halves the players within minutes, and its first minute takes 17 %.
 */
const FALLEN_SHARE = 0.86
const FALL_DEPTH = Math.log(FALLEN_SHARE)
/** With fewer players, random fluctuation alone changes a universe by as much. */
const MIN_TRACKED_PLAYERS = 10
/** The minimum number of other universes to compare with: a single one may fall for a reason of its own. */
const MIN_OTHERS = 2
/** INSIGHTS-51: the share of all compared universes, the evaluated one included, that must have fallen. */
const MIN_FALLEN_SHARE = 0.75
/**
 * The fall is over when half of it is recovered on a logarithmic scale, because the time of day also changes the level:
 * for example from 30 % to 55 % of the players. If almost nobody was left, the recovery is measured from one fifth.
 */
const RECOVERED_DEPTH_SHARE = 0.5
const MIN_DEPTH = Math.log(0.2)
/** Games recover at different speeds, so alerts are suppressed for this many minutes after the fall is over. */
const FALL_RECOVERY_MINUTES = 3 * FALL_STEP_MINUTES

/** The CCU of all universes at every step and finally at the evaluated minute. */
export interface StepCounts {
  readonly points: readonly Minute[]
  readonly players: ReadonlyMap<number, Float64Array>
}

export interface OngoingFall {
  /** The minute of the step before the fall. */
  readonly since: Minute
  /** At the worst point so far: how many universes were compared, how many fell, and how much the median one lost. */
  readonly universes: number
  readonly fallenCount: number
  readonly medianDrop: number
  /** The logarithm of the share of players that the median universe kept at that point. */
  readonly bottom: number
  readonly sinceIndex: number
}

export const pointsUntil = (minute: Minute): Minute[] => {
  const last = Math.floor(minute / FALL_STEP_MINUTES) * FALL_STEP_MINUTES
  const steps = Array.from(
    { length: LOOK_BACK_MINUTES / FALL_STEP_MINUTES + 1 },
    (_, index) => last - LOOK_BACK_MINUTES + index * FALL_STEP_MINUTES,
  )
  return last === minute ? steps : [...steps, minute]
}

/** The fall that is in progress at the last point, including the time after it; undefined if there is none. */
export const ongoingFallAt = (stepCounts: StepCounts): OngoingFall | undefined => followFall(stepCounts).fall

export interface FallProgress {
  readonly fall: OngoingFall | undefined
  /** The point at which half of it was recovered. */
  readonly overAt: Minute | undefined
}

function followFall(stepCounts: StepCounts): FallProgress {
  let fall: OngoingFall | undefined
  let overAt: Minute | undefined
  for (const [index, point] of stepCounts.points.entries()) {
    if (overAt !== undefined && point - overAt >= FALL_RECOVERY_MINUTES) fall = overAt = undefined
    if (fall === undefined) {
      fall = fallAt(stepCounts, index)
      continue
    }
    const now = compare(stepCounts, fall.sinceIndex, index)
    if (now.depth < fall.bottom) fall = { ...fall, ...figuresOf(now) }
    // Without games to compare, the end of the fall is unknown.
    if (now.universes > MIN_OTHERS && now.depth >= Math.max(fall.bottom, MIN_DEPTH) * RECOVERED_DEPTH_SHARE)
      overAt ??= point
  }
  return { fall, overAt }
}

/** The number of steps that are read to tell whether a fall begins at the last one. */
const ONSET_STEPS = 4

export interface FallOnset {
  /** Whether a fall is seen first at the step, unless it belongs to an earlier one. */
  readonly mayFall: boolean
  /** Whether enough universes have players to tell. */
  readonly hasEnough: boolean
  /** The universes that have fallen. */
  readonly fallen: readonly number[]
}

/** Finds the same as `stepCountsAt` for a single step, with fewer reads. */
export async function onsetAt(universes: readonly number[], counts: PlayerCounts, step: Minute): Promise<FallOnset> {
  const points = Array.from({ length: ONSET_STEPS }, (_, index) => step - (ONSET_STEPS - 1 - index) * FALL_STEP_MINUTES)
  const stepCounts = { points, players: await counts.at(universes, points, MAX_STEP_COUNT_AGE_MINUTES) }
  return {
    mayFall: fallAt(stepCounts, ONSET_STEPS - 1) !== undefined,
    hasEnough: isComparable(comparableIn(stepCounts)),
    fallen: universes.filter((id) => isFall(changeOf(stepCounts.players.get(id), 0, ONSET_STEPS - 1) ?? 0)),
  }
}

/** The number of universes that can be compared at the last point. */
export const comparableIn = (stepCounts: StepCounts): number => {
  const last = stepCounts.points.length - 1
  return changes(stepCounts, Math.max(0, last - 2), last).length
}

/** Whether there are enough universes besides the evaluated one. */
export const isComparable = (comparable: number): boolean => comparable - 1 >= MIN_OTHERS

/** The logarithm of the share of players that one universe kept since then. */
export const depthOf = (
  { points, players }: StepCounts,
  { sinceIndex }: OngoingFall,
  universeId: number,
): number | undefined => changeOf(players.get(universeId), sinceIndex, points.length - 1)

export const isFall = (change: number): boolean => change <= FALL_DEPTH

/** Half of the mildest fall, which is more than the time of day explains. */
export const isHalfwayToFall = (before: number, now: number): boolean =>
  before >= MIN_TRACKED_PLAYERS && now >= 0 && isFall(2 * Math.log(playersLeft(now) / before))

function fallAt(stepCounts: StepCounts, index: number): OngoingFall | undefined {
  // Always measured from the step before the last full one, so that a fall has the same beginning at every evaluated
  // minute.
  const sinceIndex = index - 2
  // A fall in the very first step began before the searched range.
  if (sinceIndex < 0 || (sinceIndex === 0 && hasMajorityFallen(stepCounts, 0, 1))) return undefined
  if (!hasMajorityFallen(stepCounts, sinceIndex, index) && !hasMajorityFallen(stepCounts, index - 1, index))
    return undefined
  return { since: stepCounts.points[sinceIndex] ?? 0, sinceIndex, ...figuresOf(compare(stepCounts, sinceIndex, index)) }
}

interface Comparison {
  readonly universes: number
  readonly fallenCount: number
  readonly depth: number
}

/** Without the median and the logarithms, because most steps have no fall. */
function hasMajorityFallen({ players }: StepCounts, before: number, after: number): boolean {
  let [universes, fallenCount] = [0, 0]
  for (const counts of players.values()) {
    const [then, now] = [counts[before] ?? Number.NaN, counts[after] ?? Number.NaN]
    if (!(then >= MIN_TRACKED_PLAYERS && now >= 0)) continue
    universes++
    if (playersLeft(now) <= then * FALLEN_SHARE) fallenCount++
  }
  return universes > MIN_OTHERS && fallenCount >= MIN_FALLEN_SHARE * universes
}

const figuresOf = ({ universes, fallenCount, depth }: Comparison) => ({
  universes,
  fallenCount,
  medianDrop: rounded(1 - Math.exp(depth), 3),
  bottom: depth,
})

function compare(stepCounts: StepCounts, before: number, after: number): Comparison {
  const all = changes(stepCounts, before, after)
  return { universes: all.length, fallenCount: all.filter(isFall).length, depth: all.length === 0 ? 0 : medianOf(all) }
}

function changes({ players }: StepCounts, before: number, after: number): number[] {
  const found: number[] = []
  for (const counts of players.values()) {
    const change = changeOf(counts, before, after)
    if (change !== undefined) found.push(change)
  }
  return found
}

function changeOf(counts: Float64Array | undefined, before: number, after: number): number | undefined {
  const [then, now] = [counts?.[before] ?? Number.NaN, counts?.[after] ?? Number.NaN]
  return then >= MIN_TRACKED_PLAYERS && now >= 0 ? Math.log(playersLeft(now) / then) : undefined
}

/** The logarithm of zero is infinite, so an empty universe counts as half a player. */
const playersLeft = (now: number): number => Math.max(0.5, now)

export interface ReplacingFall {
  readonly isReplaced: true
  readonly fall: OngoingFall
  /** Of the tracked universes. */
  readonly stepCounts: StepCounts
  /** Whether the charts show the fall, and the tracked universes do not. */
  readonly isOfCharts: boolean
}

export interface AloneFall {
  readonly isReplaced: false
  readonly platformWide: boolean | null
  /** True if the charts of the minute are not known yet and may explain the fall. */
  readonly mayBeReplaced: boolean
}

export type FallComparison = ReplacingFall | AloneFall

/** A universe that kept less than half of the share that the others kept has a problem of its own. */
const OWN_PROBLEM_DEPTH = Math.log(0.5)

/** INSIGHTS-55: compares the fall of a game that has been low since `since` with the tracked universes and the charts. */
export async function comparedAt(
  { game, universes, playerCounts, charts }: EvaluationContext,
  minute: Minute,
  since: Minute,
): Promise<FallComparison> {
  const tracked = await stepCountsAt(universes, playerCounts, minute)
  const { stepCounts } = tracked
  const hasEnough = isComparable(tracked.comparable)
  const charted =
    tracked.fall === undefined ? await stepCountsAt(charts.universes, charts.playerCounts, minute) : undefined
  const fall = tracked.fall ?? charted?.fall
  const isOfCharts = tracked.fall === undefined
  const gameDepth = fall && depthOf(stepCounts, fall, game.universeId)
  // Enough universes that did not fall tell more than the charts, unless this one fell with the charts.
  if (fall === undefined || (isOfCharts && hasEnough && !isFall(gameDepth ?? 0))) {
    const isKnown = charted !== undefined && isComparable(charted.comparable)
    const mayBeReplaced = isKnown && minute - since <= charts.lag
    return { isReplaced: false, platformWide: hasEnough || isKnown ? false : null, mayBeReplaced }
  }
  if ((gameDepth ?? fall.bottom) < fall.bottom + OWN_PROBLEM_DEPTH)
    return { isReplaced: false, platformWide: true, mayBeReplaced: false }
  return { isReplaced: true, fall, stepCounts, isOfCharts }
}

/** The player counts of all universes up to a minute, and the fall that they show. */
export const stepCountsAt = (universes: readonly number[], playerCounts: PlayerCounts, minute: Minute) =>
  playerCounts.once(`platform ${minute}`, async () => {
    const points = pointsUntil(minute)
    const stepCounts: StepCounts = {
      points,
      players: await playerCounts.at(universes, points, MAX_STEP_COUNT_AGE_MINUTES),
    }
    return { stepCounts, ...followFall(stepCounts), comparable: comparableIn(stepCounts) }
  })

/**
 * The store accepts one draft per account and subject, whichever game created it first, so each server of the account
 * is notified.
 */
export function platformDropDraft(
  { game, peers, serverOf }: EvaluationContext,
  { fall, stepCounts, isOfCharts }: ReplacingFall,
  minute: Minute,
): NotificationDraft {
  const server = serverOf(game)
  const fallenPeers = peers
    .filter((peer) => serverOf(peer) === server && isFall(depthOf(stepCounts, fall, peer.universeId) ?? 0))
    .map(({ id }) => id)
  const gameIds = [...new Set([...fallenPeers, game.id])].sort((a, b) => a - b)
  const { since, medianDrop } = fall
  // The charts do not tell how many games fell.
  const [universes, affected] = isOfCharts ? [0, 0] : [fall.universes, fall.fallenCount]
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'platform_drop',
    subject: server === null ? `since:${since}` : `since:${since}:${server}`,
    occurredAt: minute,
    facts: { kind: 'platform_drop', since, universes, fell: affected, medianDrop, gameIds },
  }
}
