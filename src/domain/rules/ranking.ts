// The order of an account's games (API-36).
import type { Minute } from '../clock.js'
import type { Game } from '../game.js'
import type { Sample } from '../sample.js'
import { sortInSteps } from './ordering/sort-in-steps.js'
import { ratio } from './summary.js'

export const RANKINGS = ['ccu', 'visits'] as const
export type RankingMetric = (typeof RANKINGS)[number]

/** What programs can also rank by. `change`: how much players changed within 24 hours, 0.1 for 10 % more. */
export const MEASURE_RANKINGS = [...RANKINGS, 'favorites', 'like_ratio', 'change'] as const
export type MeasureRanking = (typeof MEASURE_RANKINGS)[number]

type PreviousSample = Pick<Sample, 'ccu' | 'visits' | 'favorites' | 'likes' | 'dislikes'>
type CurrentSample = PreviousSample & Pick<Sample, 'minute'>

export interface RankingCandidate<
  Latest extends CurrentSample = CurrentSample,
  Before extends PreviousSample = PreviousSample,
> {
  readonly game: Game
  readonly latest: Latest | undefined
  /** The sample nearest to 24 hours before the latest one. */
  readonly before: Before | undefined
  /** The same a day earlier; needed only for a previous rank by change. */
  readonly earlier?: Before | undefined
  /** Minutes between samples of the universe. */
  readonly interval: number
}

export interface RankPlacement {
  /** From 1; null where the value that decides it is not known. */
  readonly rank: number | null
  readonly previousRank: number | null
  readonly stale: boolean
}

export type RankedCandidate<
  Latest extends CurrentSample = CurrentSample,
  Before extends PreviousSample = PreviousSample,
> = RankingCandidate<Latest, Before> & RankPlacement

/** API-36: a latest sample that is older than this many intervals is stale. */
export const FRESH_INTERVALS = 3
/** A missing value sorts after all others: 0 and a fall of players are values. */
const LOWEST_VALUE = Number.NEGATIVE_INFINITY

export function rank<Latest extends CurrentSample, Before extends PreviousSample>(
  candidates: readonly RankingCandidate<Latest, Before>[],
  by: MeasureRanking,
  now: Minute,
): RankedCandidate<Latest, Before>[] {
  const steps = rankInSteps(candidates, by, now)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Candidates between two steps; reading the values of so many takes about a millisecond where the code is not compiled yet. */
const STEP_SIZE = 1_000

/**
 * The same in steps, between which a caller may do something else. The arrays hold one number for each contender, because
 * comparing objects would take most of the time of a ranking.
 */
export function* rankInSteps<Latest extends CurrentSample, Before extends PreviousSample>(
  candidates: readonly RankingCandidate<Latest, Before>[],
  by: MeasureRanking,
  now: Minute,
): Generator<void, RankedCandidate<Latest, Before>[]> {
  const previous = yield* previousRanks(candidates, by)
  const isFreshNeeded = by === 'ccu' || by === 'change'
  const isLast = new Uint8Array(candidates.length)
  const values = new Float64Array(candidates.length)
  for (const [index, { latest, before, interval }] of candidates.entries()) {
    const isStale = latest === undefined || (isFreshNeeded && now - latest.minute > FRESH_INTERVALS * interval)
    isLast[index] = Number(isStale)
    values[index] = rankedValue(by, latest, before) ?? LOWEST_VALUE
    if (index % STEP_SIZE === STEP_SIZE - 1) yield
  }
  const order = yield* sortInSteps(
    Uint32Array.from(candidates.keys()),
    (a, b) => at(isLast, a) - at(isLast, b) || at(values, b) - at(values, a) || byName(candidates, a, b),
  )
  const ranked: RankedCandidate<Latest, Before>[] = []
  let lastRank = 0
  for (const index of order) {
    const candidate = candidates[index]
    if (candidate === undefined) continue
    // Copied field by field, because spreading an object is slower than the sort.
    const { game, latest, before, interval } = candidate
    const previousRank = at(previous, index) || null
    const rank = at(values, index) === LOWEST_VALUE ? null : ++lastRank
    ranked.push({ game, latest, before, interval, rank, previousRank, stale: isLast[index] === 1 })
    if (ranked.length % STEP_SIZE === 0) yield
  }
  return ranked
}

/** The value that decides the rank; null if it is not known. */
export function rankedValue(
  by: MeasureRanking,
  sample: PreviousSample | undefined,
  before: PreviousSample | undefined,
): number | null {
  if (by === 'like_ratio') return ratio(sample?.likes ?? null, sample?.dislikes ?? null)
  if (by === 'change') return changeOf(sample?.ccu, before?.ccu, 'ccu')
  return sample?.[by] ?? null
}

/** By the index of the contender; 0 where it was not ranked. */
function* previousRanks(candidates: readonly RankingCandidate[], by: MeasureRanking): Generator<void, Uint32Array> {
  const values = new Float64Array(candidates.length)
  for (const [index, { before, earlier }] of candidates.entries()) {
    values[index] = rankedValue(by, before, earlier) ?? Number.NaN
    if (index % STEP_SIZE === STEP_SIZE - 1) yield
  }
  const known = Uint32Array.from(candidates.keys()).filter((index) => !Number.isNaN(at(values, index)))
  const then = yield* sortInSteps(known, (a, b) => at(values, b) - at(values, a) || byName(candidates, a, b))
  const ranks = new Uint32Array(candidates.length)
  for (const [place, index] of then.entries()) ranks[index] = place + 1
  return ranks
}

const at = (numbers: Uint8Array | Uint32Array | Float64Array, index: number): number => numbers[index] ?? 0

function byName(candidates: readonly RankingCandidate[], a: number, b: number): number {
  const [one, other] = [candidates[a]?.game, candidates[b]?.game]
  if (one === undefined || other === undefined) return 0
  return one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id
}

/** The relative change for CCU; the absolute change for a total that only grows. */
export function changeOf(
  now: number | null | undefined,
  then: number | null | undefined,
  by: RankingMetric,
): number | null {
  if (now === undefined || now === null || then === undefined || then === null) return null
  if (by === 'visits') return now - then
  return then === 0 ? null : now / then - 1
}
