// Reads the one number of a badge, for public games only (WEB-44).

import { minuteOf } from '../../domain/clock.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { FRESH_INTERVALS } from '../../domain/rules/ranking.js'
import { createPublicGames } from '../reading/public-games.js'
import { MinuteCache } from '../reading/ranking/minute-cache.js'
import { createRankEntrants, type RankedGame, type RankingDeps } from '../reading/ranking/rank-games.js'

export const BADGE_METRICS = ['ccu', 'visits', 'likes', 'rank'] as const
export type BadgeMetric = (typeof BADGE_METRICS)[number]

export interface BadgeFigure {
  readonly name: string
  /** Null where it is not known, or where the players were measured too long ago. */
  readonly value: number | null
  /** Of a rank: among how many public games. */
  readonly of: number
}

/** One ranking serves all badges of a minute. */
const MAX_RANKINGS = 2

export function createBadgeFigures(ports: RankingDeps & { readonly activity?: Activity }) {
  const { store, clock, plans } = ports
  const publicGames = createPublicGames(ports)
  const rankEntrants = createRankEntrants(ports)
  const rankings = new MinuteCache<readonly RankedGame[]>({
    events: store.events,
    clock,
    max: MAX_RANKINGS,
    onRead: noteReads(ports.activity, 'badges'),
  })

  const ranking = () =>
    rankings.of('public', async () => {
      const games = (await publicGames.all()).filter(({ game }) => game.isActive)
      const entrants = games.map(({ account, game }) => ({
        game,
        interval: readingPlan(account, plans, clock.now()).intervalMinutes,
      }))
      return (await rankEntrants(entrants, 'ccu')).ranked
    })

  /** Throws NOT_FOUND unless the game is public. */
  return async function badgeFigure(universeId: number, metric: BadgeMetric): Promise<BadgeFigure> {
    const { account, game } = await publicGames.require(universeId)
    const ranked = await ranking()
    const entry = ranked.find((one) => one.game.universeId === universeId)
    const latest = entry?.latest ?? (await store.series.latest([universeId])).get(universeId)
    const { intervalMinutes } = readingPlan(account, plans, clock.now())
    const isOld = latest === undefined || minuteOf(clock.now()) - latest.minute > FRESH_INTERVALS * intervalMinutes
    const values = { ccu: isOld ? null : latest.ccu, visits: latest?.visits, likes: latest?.likes, rank: entry?.rank }
    return { name: game.name, value: values[metric] ?? null, of: ranked.length }
  }
}
