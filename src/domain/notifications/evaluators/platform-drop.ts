// Us or the platform? Whether most tracked universes lost players together, read off what is stored of all of them.
import type { Minute } from '../../clock.js'
import type { EvaluationContext } from '../evaluator.js'
import type { NotificationDraft } from '../notification.js'
import { median, rounded } from './measuring.js'

/** Steps of this many minutes: the longest interval of any plan, so that every universe has a sample in each. */
export const STEP = 10
/** As far back as a drop is looked for. The platform's bad hours are hours; after that its new level is the usual one. */
const LOOKS_BACK = 36 * STEP
/** A sample may be this old and still tell: two steps without one is a gap. */
export const OLDEST_LEVEL = 15

/**
 * A fall within two steps that the hours of the day do not explain. The steepest of them takes 18 % an hour, 6 % in two
 * steps; the mildest of the platform's failures halves the players in minutes, and its first minute takes 17 %.
 */
const FALL = Math.log(0.86)
/** So many players, or coming and going alone moves a universe by as much. */
const MIN_PLAYERS = 10
/** Others to compare with: one alone may fall for a reason of its own. */
const MIN_OTHERS = 2
/** The part of the others that must have fallen. */
const MIN_FALLEN_SHARE = 2 / 3
/**
 * It is over when half of the way up is gone, counted in factors, for the day goes on meanwhile: from 30 % to 55 % of the
 * players. Where nearly nobody was left, the way begins at a fifth.
 */
const RECOVERED = 0.5
const DEEPEST = Math.log(0.2)
/** Games come back at their own pace: nobody is alerted for so long after it is over. */
const AFTERMATH = 3 * STEP

/** Players of all universes at the points: every step, and last the minute that is asked about. */
export interface Levels {
  readonly points: readonly Minute[]
  readonly players: ReadonlyMap<number, Float64Array>
}

export interface PlatformDrop {
  /** The step before it fell. */
  readonly since: Minute
  /** At the worst point so far: how many universes were compared, how many fell, what the middle one lost. */
  readonly universes: number
  readonly fell: number
  readonly medianDrop: number
  /** The logarithm of what was left of the middle one then. */
  readonly bottom: number
  readonly sinceIndex: number
}

export const pointsUntil = (minute: Minute): Minute[] => {
  const last = Math.floor(minute / STEP) * STEP
  const steps = Array.from({ length: LOOKS_BACK / STEP + 1 }, (_, index) => last - LOOKS_BACK + index * STEP)
  return last === minute ? steps : [...steps, minute]
}

/** The drop that is going on at the last point, its aftermath included; undefined where there is none. */
export function dropAt(levels: Levels): PlatformDrop | undefined {
  let drop: PlatformDrop | undefined
  let overAt: Minute | undefined
  for (const [index, point] of levels.points.entries()) {
    if (overAt !== undefined && point - overAt >= AFTERMATH) drop = overAt = undefined
    if (drop === undefined) {
      drop = fallAt(levels, index)
      continue
    }
    const now = compare(levels, drop.sinceIndex, index)
    if (now.depth < drop.bottom) drop = { ...drop, ...figuresOf(now) }
    if (now.depth >= Math.max(drop.bottom, DEEPEST) * RECOVERED) overAt ??= point
  }
  return drop
}

/** How many universes can be compared at the last point. */
export const comparableIn = (levels: Levels): number => {
  const last = levels.points.length - 1
  return changes(levels, Math.max(0, last - 2), last).length
}

/** Whether there are enough others than the one that is asked about. */
export const canTell = (comparable: number): boolean => comparable - 1 >= MIN_OTHERS

/** How one universe did since then: the logarithm of what is left. */
export const depthOf = (
  { points, players }: Levels,
  { sinceIndex }: PlatformDrop,
  universeId: number,
): number | undefined => changeOf(players.get(universeId), sinceIndex, points.length - 1)

export const isFall = (change: number): boolean => change <= FALL

function fallAt(levels: Levels, index: number): PlatformDrop | undefined {
  // Always from the step before the last full one, so that the drop has one beginning whichever minute asks.
  const sinceIndex = index - 2
  // What fell in the very first step began before all that is looked at.
  if (sinceIndex < 0 || (sinceIndex === 0 && mostFell(compare(levels, 0, 1)))) return undefined
  const whole = compare(levels, sinceIndex, index)
  if (!mostFell(whole) && !mostFell(compare(levels, index - 1, index))) return undefined
  return { since: levels.points[sinceIndex] ?? 0, sinceIndex, ...figuresOf(whole) }
}

interface Comparison {
  readonly universes: number
  readonly fell: number
  readonly depth: number
}

/** All but one are the others of whichever game fell; that one has fallen, too. */
const mostFell = ({ universes, fell }: Comparison): boolean =>
  universes > MIN_OTHERS && fell >= 1 + Math.ceil(MIN_FALLEN_SHARE * (universes - 1))

const figuresOf = ({ universes, fell, depth }: Comparison) => ({
  universes,
  fell,
  medianDrop: rounded(1 - Math.exp(depth), 3),
  bottom: depth,
})

function compare(levels: Levels, before: number, after: number): Comparison {
  const all = changes(levels, before, after)
  return { universes: all.length, fell: all.filter(isFall).length, depth: median(all) ?? 0 }
}

function changes({ players }: Levels, before: number, after: number): number[] {
  const found: number[] = []
  for (const levels of players.values()) {
    const change = changeOf(levels, before, after)
    if (change !== undefined) found.push(change)
  }
  return found
}

function changeOf(levels: Float64Array | undefined, before: number, after: number): number | undefined {
  const [then, now] = [levels?.[before] ?? Number.NaN, levels?.[after] ?? Number.NaN]
  // An empty universe has lost more than any number says: half a player keeps the logarithm finite.
  return then >= MIN_PLAYERS && now >= 0 ? Math.log(Math.max(0.5, now) / then) : undefined
}

export type PlatformDropResult =
  | { readonly isCovered: true; readonly drop: PlatformDrop; readonly levels: Levels }
  | { readonly isCovered: false; readonly platformWide: boolean | null }

/** Whoever kept less than half of what the others kept has a problem of its own. */
const FAR_MORE = Math.log(0.5)

export async function comparedAt(
  { game, universes, playerCounts }: EvaluationContext,
  minute: Minute,
): Promise<PlatformDropResult> {
  const { levels, drop, comparable } = await playerCounts.once(`platform ${minute}`, async () => {
    const points = pointsUntil(minute)
    const read: Levels = { points, players: await playerCounts.at(universes, points, OLDEST_LEVEL) }
    return { levels: read, drop: dropAt(read), comparable: comparableIn(read) }
  })
  if (drop === undefined) return { isCovered: false, platformWide: canTell(comparable) ? false : null }
  const own = depthOf(levels, drop, game.universeId) ?? drop.bottom
  if (own < drop.bottom + FAR_MORE) return { isCovered: false, platformWide: true }
  return { isCovered: true, drop, levels }
}

/** The store takes one of these per account and subject, whichever game was first: each server of the account's hears of it. */
export function dropDraft(
  { game, peers, serverOf }: EvaluationContext,
  { drop, levels }: Extract<PlatformDropResult, { isCovered: true }>,
  minute: Minute,
): NotificationDraft {
  const server = serverOf(game)
  const fell = peers
    .filter((peer) => serverOf(peer) === server && isFall(depthOf(levels, drop, peer.universeId) ?? 0))
    .map(({ id }) => id)
  const gameIds = [...new Set([...fell, game.id])].sort((a, b) => a - b)
  const { since, universes, medianDrop } = drop
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'platform_drop',
    subject: server === null ? `since:${since}` : `since:${since}:${server}`,
    occurredAt: minute,
    facts: { kind: 'platform_drop', since, universes, fell: drop.fell, medianDrop, gameIds },
  }
}
