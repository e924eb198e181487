// Reads a page of a ranking: filtered by name, sorted, each game with its recent past.
import type { Account } from '../../../domain/account.js'
import { DAY_MINUTES, minuteOf } from '../../../domain/clock.js'
import type { Activity } from '../../../domain/ports/activity.js'
import type { PopularityPlace } from '../../../domain/ports/popularity.js'
import { planInForce } from '../../../domain/rules/entitlement.js'
import { changeOf, type RankingMetric } from '../../../domain/rules/ranking.js'
import { inOrderOf, type RankingSort, type SortableRow } from '../../../domain/rules/ranking-order.js'
import { ratio } from '../../../domain/rules/summary.js'
import { CHANGE_TOLERANCE } from '../../insights/visible-past.js'
import { createPublicGames, nameless } from '../public-games.js'
import { createRankEntrants, type Entrant, entrantsOf, type RankedGame, type RankingDeps } from './rank-games.js'
import { type GamePast, RecentPast } from './recent-past.js'

export interface RankingQuery {
  readonly by: RankingMetric
  /** Part of a name; an empty text matches every game. */
  readonly find: string
  readonly sort: RankingSort
  /** Reverses the natural order, which is the highest value first and names from A to Z. */
  readonly reversed: boolean
  /** From 1; a number outside of the range is clamped. */
  readonly page: number
  /** Games per page, if it differs from the default. */
  readonly size?: number
}

export interface RankingRow extends RankedGame, SortableRow {
  readonly line: GamePast['line']
  readonly popularity: PopularityPlace | undefined
}

export interface RankingPage {
  readonly rows: readonly RankingRow[]
  readonly page: number
  readonly pages: number
  /** The number of games that match, and the number of all games. */
  readonly found: number
  readonly all: number
  readonly asOf: number | null
  /** The popularity source, and when it was read, ms; null if there is none. */
  readonly popularity: { readonly source: string; readonly readAt: number } | null
}

const RANKING_PAGE_SIZE = 50

export function createShowRanking(ports: RankingDeps & { readonly activity: Activity }) {
  const past = new RecentPast(ports.store.series, ports.clock, ports.activity)
  const rankEntrants = createRankEntrants(ports)
  const publicGames = createPublicGames(ports)
  const intervalOf = (account: Account) => planInForce(account, ports.plans, ports.clock.now()).intervalMinutes

  const withPast = async (row: RankingRow, by: RankingMetric): Promise<RankingRow> => {
    const { line, weekBefore } = await past.of(row.game.universeId)
    return { ...row, line, weekChange: changeOf(row.latest?.[by], weekBefore?.[by], by) }
  }

  const show = async (entrants: readonly Entrant[], query: RankingQuery): Promise<RankingPage> => {
    const { by, size = RANKING_PAGE_SIZE } = query
    const { ranked, asOf, popularity } = await rankEntrants(entrants, by)
    const dayBefore = minuteOf(ports.clock.now()) - DAY_MINUTES
    const rows = ranked.map((entry): RankingRow => {
      const isNear = entry.before && Math.abs(entry.before.minute - dayBefore) <= CHANGE_TOLERANCE
      const place = popularity?.places.get(entry.game.universeId)
      return {
        ...entry,
        name: entry.game.name,
        players: entry.latest?.ccu ?? null,
        visits: entry.latest?.visits ?? null,
        likeRatio: ratio(entry.latest?.likes ?? null, entry.latest?.dislikes ?? null),
        dayChange: isNear ? changeOf(entry.latest?.[by], entry.before[by], by) : null,
        weekChange: null,
        line: [],
        popularity: place,
        popularityRank: place?.rank ?? null,
      }
    })
    const found = rows.filter(({ name }) => compactedName(name).includes(compactedName(query.find)))
    // Reading a series is slow, so all of them are read only if the order depends on them.
    const known = query.sort === 'week' ? await Promise.all(found.map((row) => withPast(row, by))) : found
    const sorted = inOrderOf(known, query.sort, query.reversed)
    const pages = Math.max(1, Math.ceil(sorted.length / size))
    const page = Math.min(Math.max(1, query.page), pages)
    const shown = sorted.slice((page - 1) * size, page * size)
    return {
      rows: await Promise.all(shown.map((row) => withPast(row, by))),
      page,
      pages,
      found: found.length,
      all: rows.length,
      asOf,
      popularity: popularity ? { source: popularity.source, readAt: popularity.readAt } : null,
    }
  }

  return {
    ofAccount: async (account: Account, query: RankingQuery) => show(await entrantsOf(ports, account), query),
    /** The ranking of all public games. */
    ofEveryone: async (query: RankingQuery) => {
      const faces = (await publicGames.all()).filter(({ game }) => game.isActive)
      return show(
        faces.map(({ account, game }) => ({ game: nameless(game), interval: intervalOf(account) })),
        query,
      )
    },
  }
}

/** Normalizes a name for the search, which ignores case and accents. */
export const compactedName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase('en')
    .trim()
