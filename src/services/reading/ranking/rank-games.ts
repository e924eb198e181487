// Ranks games, with their ranks a day ago (API-36, API-37): those of an account, or the public ones.
import type { Account } from '../../../domain/account.js'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, minuteOf, msOf } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import type { Plans } from '../../../domain/plan.js'
import type { Popularity, PopularityReading } from '../../../domain/ports/popularity.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import type { Store } from '../../../domain/ports/store.js'
import { planInForce } from '../../../domain/rules/entitlement.js'
import { type RankingMetric, type RankPlacement, rank } from '../../../domain/rules/ranking.js'
import type { Sample } from '../../../domain/sample.js'

export interface RankingDeps {
  readonly store: Store
  readonly popularity: Popularity
  readonly clock: Clock
  readonly plans: Plans
}

export interface Entrant {
  readonly game: Game
  /** Minutes between two samples. */
  readonly interval: number
}

export interface RankedGame extends Entrant, RankPlacement {
  readonly latest: LatestSample | undefined
  readonly before: Sample | undefined
}

export interface Ranking {
  readonly ranked: readonly RankedGame[]
  /** The time of the newest sample among them, ms; null if there is none. */
  readonly asOf: number | null
  /** The ranks of the external source by universe id, if a source is configured (API-38). */
  readonly popularity: PopularityReading | undefined
}

/** In minutes; a sample further away from 24 hours ago would be nearer to now. */
const TOLERANCE = 12 * HOUR_MINUTES

export function createRankEntrants({ store, popularity, clock }: RankingDeps) {
  return async function rankEntrants(entrants: readonly Entrant[], by: RankingMetric): Promise<Ranking> {
    const now = minuteOf(clock.now())
    const ids = entrants.map(({ game }) => game.universeId)
    const latest = await store.series.latest(ids)
    const before = await store.series.nearest(ids, now - DAY_MINUTES, TOLERANCE)
    const contenders = entrants.map(({ game, interval }) => ({
      game,
      interval,
      latest: latest.get(game.universeId),
      before: before.get(game.universeId),
    }))
    const newest = Math.max(...[...latest.values()].map((sample) => sample.minute))
    return {
      ranked: rank(contenders, by, now),
      asOf: Number.isFinite(newest) ? msOf(newest) : null,
      popularity: await popularity.current(),
    }
  }
}

/** The account's active games. */
export async function entrantsOf({ store, clock, plans }: RankingDeps, account: Account): Promise<readonly Entrant[]> {
  const interval = planInForce(account, plans, clock.now()).intervalMinutes
  const games = await store.games.ofAccount(account.id)
  return games.filter((game) => game.isActive).map((game) => ({ game, interval }))
}

export function createRankGames(ports: RankingDeps) {
  const rankEntrants = createRankEntrants(ports)
  return async (account: Account, by: RankingMetric): Promise<Ranking> =>
    rankEntrants(await entrantsOf(ports, account), by)
}
