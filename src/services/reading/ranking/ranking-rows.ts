// The rows of a ranking with what they are sorted by, before the recent past of the games is read.
import type { Minute } from '../../../domain/clock.js'
import type { PopularityPlace } from '../../../domain/ports/popularity.js'
import { changeOf, type RankingMetric } from '../../../domain/rules/ranking.js'
import type { SortableRow } from '../../../domain/rules/ranking-order.js'
import { ratio } from '../../../domain/rules/summary.js'
import { CHANGE_TOLERANCE } from '../../insights/visible-past.js'
import type { RankedGame, Ranking } from './rank-games.js'
import type { GamePast } from './recent-past.js'

export interface RankingRow extends RankedGame, SortableRow {
  readonly line: GamePast['line']
  readonly popularity: PopularityPlace | undefined
}

/** `dayBefore`: the minute with which the change of a day compares. */
export const rowsOf = ({ ranked, popularity }: Ranking, by: RankingMetric, dayBefore: Minute): readonly RankingRow[] =>
  ranked.map((entry) => {
    const { game, latest, before } = entry
    const isNear = before && Math.abs(before.minute - dayBefore) <= CHANGE_TOLERANCE
    const place = popularity?.places.get(game.universeId)
    return {
      ...entry,
      name: game.name,
      players: latest?.ccu ?? null,
      visits: latest?.visits ?? null,
      favorites: latest?.favorites ?? null,
      likeRatio: ratio(latest?.likes ?? null, latest?.dislikes ?? null),
      dayChange: isNear ? changeOf(latest?.[by], before[by], by) : null,
      weekChange: null,
      peak: null,
      line: [],
      popularity: place,
      popularityRank: place?.rank ?? null,
    }
  })
