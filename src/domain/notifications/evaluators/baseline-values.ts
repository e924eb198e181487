// The values that a reading is compared with: a few values of a day and a week ago, read once in six hours and
// remembered; and the rank of a game among the games of its account (API-36).
import { HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import type { Game } from '../../game.js'
import type { CounterMeasure } from '../../measures.js'
import { ratio } from '../../rules/summary.js'
import { type Block, toNullable } from '../../sample.js'
import type { EvaluationContext } from '../evaluator.js'
import { ROW_INTERVALS } from './rule-state.js'

export const SIX_HOURS = 6 * HOUR_MINUTES
/** A counter value further away than this many minutes does not represent the hour. */
const MAX_DISTANCE_MINUTES = 90

/**
 * Each game reads its values at a different minute, so that no single tick has to read those of all games. The minute
 * depends only on the game id, so that a replay reads at the same minutes.
 */
export function windowStart(gameId: number, minute: Minute): Minute {
  const phase = (gameId * 7) % SIX_HOURS
  return Math.floor((minute - phase) / SIX_HOURS) * SIX_HOURS + phase
}

/** If a span a week ago was marked as expected, the weeks before it serve, up to so many. */
const MAX_WEEKS_BACK = 4
const MEAN_HOURS = 8

type HourMeansContext = Pick<EvaluationContext, 'game' | 'history' | 'excluded'>

/**
 * The means of eight hours, one week before the window; the first hour ends where the window begins, a week earlier. For
 * hours of which a part was marked as expected (INSIGHTS-44), those of an earlier week.
 */
export async function hourMeans(
  context: HourMeansContext,
  from: Minute,
  measure: 'ccu' | 'like_ratio',
): Promise<(number | null)[]> {
  const found = Array.from({ length: MEAN_HOURS }, (): number | null => null)
  let open = [...found.keys()]
  for (let week = 1; week <= MAX_WEEKS_BACK && open.length > 0; week++) {
    const first = from - week * WEEK_MINUTES - HOUR_MINUTES
    const isMarked = (hour: number) => isExcluded(context, first + hour * HOUR_MINUTES)
    const unmarked = open.filter((hour) => !isMarked(hour))
    const means = unmarked.length === 0 ? [] : await meansFrom(context, first, measure)
    for (const hour of unmarked) found[hour] = means[hour] ?? null
    open = open.filter(isMarked)
  }
  return found
}

const isExcluded = ({ excluded }: HourMeansContext, from: Minute): boolean =>
  excluded.some((span) => span.from < from + HOUR_MINUTES && span.until > from)

async function meansFrom(
  { game, history }: HourMeansContext,
  first: Minute,
  measure: 'ccu' | 'like_ratio',
): Promise<(number | null)[]> {
  const block = await history.samples(game.universeId, first, first + MEAN_HOURS * HOUR_MINUTES)
  const sums = Array.from({ length: MEAN_HOURS }, () => ({ sum: 0, count: 0 }))
  block.minutes.forEach((minute, row) => {
    const value = measure === 'ccu' ? block.columns.ccu[row] : ratioAt(block, row)
    const hour = sums[Math.floor((minute - first) / HOUR_MINUTES)]
    if (hour === undefined || value === undefined || Number.isNaN(value)) return
    hour.sum += value
    hour.count++
  })
  return sums.map(({ sum, count }) => (count === 0 ? null : rounded(sum / count)))
}

/**
 * The counter at the window's full hours, `lag` minutes earlier, interpolated between the samples around each of them.
 */
export async function counterValues(
  { game, history }: Pick<EvaluationContext, 'game' | 'history'>,
  from: Minute,
  { counter, lag }: { readonly counter: CounterMeasure; readonly lag: number },
): Promise<(number | null)[]> {
  const first = from - lag
  const block = await history.samples(
    game.universeId,
    first - MAX_DISTANCE_MINUTES,
    first + SIX_HOURS + MAX_DISTANCE_MINUTES,
  )
  const known = [...block.minutes.keys()].filter((row) => !Number.isNaN(block.columns[counter][row] ?? Number.NaN))
  const pointAt = (row: number | undefined) => ({
    minute: row === undefined ? Number.NaN : (block.minutes[row] ?? Number.NaN),
    value: row === undefined ? Number.NaN : (block.columns[counter][row] ?? Number.NaN),
  })
  return Array.from({ length: SIX_HOURS / HOUR_MINUTES + 1 }, (_, hour) => {
    const minute = first + hour * HOUR_MINUTES
    const before = pointAt(known.findLast((row) => (block.minutes[row] ?? 0) <= minute))
    if (before.minute === minute) return before.value
    const after = pointAt(known.find((row) => (block.minutes[row] ?? 0) > minute))
    const part = (minute - before.minute) / (after.minute - before.minute)
    const isNear = minute - before.minute <= MAX_DISTANCE_MINUTES && after.minute - minute <= MAX_DISTANCE_MINUTES
    return isNear ? Math.round(before.value + (after.value - before.value) * part) : null
  })
}

/** Interpolates between two hourly means; the middle of each hour is half an hour before or after a full hour. */
export const meanAt = (values: readonly (number | null)[], from: Minute, minute: Minute): number | null =>
  valueAt(values, (minute - from + HOUR_MINUTES / 2) / HOUR_MINUTES)

export const counterAt = (values: readonly (number | null)[], from: Minute, minute: Minute): number | null =>
  valueAt(values, (minute - from) / HOUR_MINUTES)

/** If one of the two values is missing, the other is used only if it is the nearer one. */
function valueAt(values: readonly (number | null)[], position: number): number | null {
  const index = Math.floor(position)
  const part = position - index
  const [before, after] = [values[index] ?? null, values[index + 1] ?? null]
  if (before !== null && after !== null) return before + (after - before) * part
  return part < 0.5 ? before : after
}

export const ratioAt = ({ columns: { likes, dislikes } }: Block, row: number): number =>
  ratio(toNullable(likes[row]), toNullable(dislikes[row])) ?? Number.NaN

/** Precise enough for a comparison, and short enough to store. */
const rounded = (value: number): number => Number(value.toPrecision(7))

type RankContext = Pick<EvaluationContext, 'game' | 'peers' | 'playerCounts' | 'interval' | 'from' | 'until'>

/** The rank at an evaluated minute, 1 is the first; null if the game itself has no fresh sample. */
export async function rankAt(context: RankContext, minute: Minute): Promise<number | null> {
  const { first, players } = await hourAround(context, minute)
  return rankIn(context, players, minute - first)
}

/** The ranks at minutes of the past. */
export async function ranksAt(context: RankContext, minutes: readonly Minute[]): Promise<(number | null)[]> {
  const { peers, playerCounts, interval } = context
  const universes = peers.map((peer) => peer.universeId)
  const players = await playerCounts.at(universes, minutes, ROW_INTERVALS * interval)
  return minutes.map((_, index) => rankIn(context, players, index))
}

type RankedPlayers = ReadonlyMap<number, Float64Array>

function rankIn({ game, peers }: RankContext, players: RankedPlayers, index: number): number | null {
  const playersOf = ({ universeId }: Game): number => players.get(universeId)?.[index] ?? Number.NaN
  const gamePlayers = playersOf(game)
  if (Number.isNaN(gamePlayers)) return null
  const isAhead = (peer: Game): boolean => {
    const theirs = playersOf(peer)
    return theirs > gamePlayers || (theirs === gamePlayers && isNamedBefore(peer, game))
  }
  return peers.filter(isAhead).length + 1
}

const isNamedBefore = (a: Game, b: Game): boolean => (a.name === b.name ? a.id < b.id : a.name < b.name)

/** Reads all evaluated minutes of the hour at once, because every game of the account needs the same ones. */
async function hourAround({ game, peers, playerCounts, interval, from, until }: RankContext, minute: Minute) {
  const hour = Math.floor(minute / HOUR_MINUTES) * HOUR_MINUTES
  const [first, end] = [Math.max(hour, from), Math.min(hour + HOUR_MINUTES, until)]
  const minutes = Array.from({ length: end - first }, (_, index) => first + index)
  const universes = peers.map((peer) => peer.universeId)
  const read = () => playerCounts.at(universes, minutes, ROW_INTERVALS * interval)
  return { first, players: await playerCounts.once(`account ${game.accountId} ${first} ${end}`, read) }
}
