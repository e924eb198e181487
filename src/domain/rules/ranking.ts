// The order of an account's games (API-36).
import type { Minute } from '../clock.js'
import type { Game } from '../game.js'
import type { Sample } from '../sample.js'
import { ratio } from './summary.js'

export const RANKINGS = ['ccu', 'visits'] as const
export type RankingMetric = (typeof RANKINGS)[number]

/** What programs can also rank by. `change`: how much players changed within 24 hours, 0.1 for 10 % more. */
export const MEASURE_RANKINGS = [...RANKINGS, 'favorites', 'like_ratio', 'change'] as const
export type MeasureRanking = (typeof MEASURE_RANKINGS)[number]

type PreviousSample = Pick<Sample, 'ccu' | 'visits' | 'favorites' | 'likes' | 'dislikes'>
type CurrentSample = PreviousSample & Pick<Sample, 'minute'>

export interface Contender<
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
  readonly rank: number
  readonly previousRank: number | null
  readonly stale: boolean
}

export type RankedContender<
  Latest extends CurrentSample = CurrentSample,
  Before extends PreviousSample = PreviousSample,
> = Contender<Latest, Before> & RankPlacement

/** API-36: a latest sample that is older than this many intervals is stale. */
export const FRESH_INTERVALS = 3
/** A missing value sorts after all others: 0 and a fall of players are values. */
const NOTHING = Number.NEGATIVE_INFINITY

export function rank<Latest extends CurrentSample, Before extends PreviousSample>(
  contenders: readonly Contender<Latest, Before>[],
  by: MeasureRanking,
  now: Minute,
): RankedContender<Latest, Before>[] {
  const previous = previousRanks(contenders, by)
  const isLast = ({ latest, interval }: Contender): boolean =>
    latest === undefined || ((by === 'ccu' || by === 'change') && now - latest.minute > FRESH_INTERVALS * interval)
  const entries = contenders.map((contender) => ({
    contender,
    stale: isLast(contender),
    value: rankedValue(by, contender.latest, contender.before) ?? NOTHING,
  }))
  entries.sort((a, b) => Number(a.stale) - Number(b.stale) || b.value - a.value || byName(a.contender, b.contender))
  // Copied field by field, because spreading an object is slower than the sort.
  return entries.map(({ contender: { game, latest, before, interval }, stale }, index) => ({
    game,
    latest,
    before,
    interval,
    rank: index + 1,
    previousRank: previous.get(game.id) ?? null,
    stale,
  }))
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

function previousRanks(contenders: readonly Contender[], by: MeasureRanking): Map<number, number> {
  const then = contenders.flatMap((contender) => {
    const value = rankedValue(by, contender.before, contender.earlier)
    return value === null ? [] : [{ contender, value }]
  })
  then.sort((a, b) => b.value - a.value || byName(a.contender, b.contender))
  return new Map(then.map(({ contender }, index) => [contender.game.id, index + 1]))
}

const byName = (a: Contender, b: Contender): number =>
  a.game.name < b.game.name ? -1 : a.game.name > b.game.name ? 1 : a.game.id - b.game.id

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
