// The sums of the games of a ranking, for the line below them (WEB-34).
import { changeOf, type RankingMetric } from '../../../domain/rules/ranking.js'
import type { RankedGame } from './rank-games.js'

export interface RankingTotal {
  /** Sums over the games whose value is known; null where none is. */
  readonly players: number | null
  /** The number of games whose players are counted. */
  readonly measured: number
  readonly visits: number | null
  readonly favorites: number | null
  /** Since 24 hours before, over the games that are known at both times; as the changes of the games. */
  readonly dayChange: number | null
}

type CountedRow = Pick<RankedGame, 'latest' | 'before' | 'stale'> & { readonly dayChange: number | null }

export function totalOf(rows: readonly CountedRow[], by: RankingMetric): RankingTotal {
  const compared = rows.filter(({ dayChange }) => dayChange !== null)
  const now = sumOf(compared.map(({ latest }) => latest?.[by]))
  const then = sumOf(compared.map(({ before }) => before?.[by]))
  // The last players of a stale game do not count as players now.
  const playing = rows.filter(({ latest, stale }) => !stale && latest !== undefined)
  return {
    players: sumOf(playing.map(({ latest }) => latest?.ccu)),
    measured: playing.length,
    visits: sumOf(rows.map(({ latest }) => latest?.visits)),
    favorites: sumOf(rows.map(({ latest }) => latest?.favorites)),
    dayChange: changeOf(now, then, by),
  }
}

function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
