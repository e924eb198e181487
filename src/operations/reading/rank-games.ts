// An account's active games in order, with their place a day ago (contract §10).
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, minuteOf, msOf } from '../../domain/clock.js'
import type { Plans } from '../../domain/plan.js'
import type { Popularity, PopularityReading } from '../../domain/ports/popularity.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import { type Ranked, type RankedBy, rank } from '../../domain/rules/ranking.js'

export interface Ranking {
  readonly ranked: readonly Ranked[]
  /** The newest sample among them, ms; null where there is none. */
  readonly asOf: number | null
  /** The external source's places by universe id, where there is one (contract §10). */
  readonly popularity: PopularityReading | undefined
}

/** A sample that lies further off is nearer to now than to then, or as far on the other side. */
const TOLERANCE = 12 * HOUR_MINUTES

export function bindRankGames(ports: { store: Store; popularity: Popularity; clock: Clock; plans: Plans }) {
  const { store, popularity, clock, plans } = ports
  return async function rankGames(account: Account, by: RankedBy): Promise<Ranking> {
    const now = minuteOf(clock.now())
    const games = (await store.games.ofAccount(account.id)).filter((game) => game.isActive)
    const ids = games.map((game) => game.universeId)
    const latest = await store.series.latest(ids)
    const before = await store.series.nearest(ids, now - DAY_MINUTES, TOLERANCE)
    const interval = planInForce(account, plans, clock.now()).intervalMinutes
    const contenders = games.map((game) => ({
      game,
      latest: latest.get(game.universeId),
      before: before.get(game.universeId),
      interval,
    }))
    const newest = Math.max(...[...latest.values()].map((sample) => sample.minute))
    return {
      ranked: rank(contenders, by, now),
      asOf: Number.isFinite(newest) ? msOf(newest) : null,
      popularity: await popularity.current(),
    }
  }
}
