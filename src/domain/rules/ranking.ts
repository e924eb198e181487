// The order of an account's games (API-36).
import type { Minute } from '../clock.js'
import type { Game } from '../game.js'
import type { Sample } from '../sample.js'

export const RANKINGS = ['ccu', 'visits'] as const
export type RankingMetric = (typeof RANKINGS)[number]

type CurrentSample = Pick<Sample, 'minute' | 'ccu' | 'visits'>
type PreviousSample = Pick<Sample, 'ccu' | 'visits'>

export interface Contender<
  Latest extends CurrentSample = CurrentSample,
  Before extends PreviousSample = PreviousSample,
> {
  readonly game: Game
  readonly latest: Latest | undefined
  /** The sample nearest to 24 hours before the latest one. */
  readonly before: Before | undefined
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
const FRESH_INTERVALS = 3
/** A missing value sorts after 0, which is a value. */
const NOTHING = -1

export function rank<Latest extends CurrentSample, Before extends PreviousSample>(
  contenders: readonly Contender<Latest, Before>[],
  by: RankingMetric,
  now: Minute,
): RankedContender<Latest, Before>[] {
  const previous = previousRanks(contenders, by)
  const isLast = ({ latest, interval }: Contender): boolean =>
    latest === undefined || (by === 'ccu' && now - latest.minute > FRESH_INTERVALS * interval)
  const entries = contenders.map((contender) => ({
    contender,
    stale: isLast(contender),
    value: contender.latest?.[by] ?? NOTHING,
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

function previousRanks(contenders: readonly Contender[], by: RankingMetric): Map<number, number> {
  const then = contenders.flatMap((contender) => {
    const value = contender.before?.[by] ?? null
    return value === null ? [] : [{ contender, value }]
  })
  then.sort((a, b) => b.value - a.value || byName(a.contender, b.contender))
  return new Map(then.map(({ contender }, index) => [contender.game.id, index + 1]))
}

const byName = (a: Contender, b: Contender): number =>
  a.game.name < b.game.name ? -1 : a.game.name > b.game.name ? 1 : a.game.id - b.game.id
