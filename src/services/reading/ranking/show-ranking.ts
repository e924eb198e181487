// Reads a page of a ranking: filtered by name, sorted, each game with its recent past.

import type { Account } from '../../../domain/account.js'
import { DAY_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import type { Activity } from '../../../domain/ports/activity.js'
import { noteReads } from '../../../domain/ports/activity.js'
import { planInForce, readingPlan } from '../../../domain/rules/entitlement.js'
import { changeOf, type RankingMetric } from '../../../domain/rules/ranking.js'
import { inOrderOf, type RankingSort } from '../../../domain/rules/ranking-order.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { type Block, thin } from '../../../domain/sample.js'
import { createPublicGames, withoutInternalIds } from '../public-games.js'
import { ALL_UNIVERSES_CODE, ReadingCache } from '../reading-cache.js'
import { MinuteCache } from './minute-cache.js'
import {
  createRankEntrants,
  createRankPast,
  entrantsOf,
  type Ranking,
  type RankingDeps,
  type ReadEntrant,
} from './rank-games.js'
import { type RankingRow, rowsOf } from './ranking-rows.js'
import { type RankingTotal, totalOf } from './ranking-total.js'
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
  /** A past minute; now if it is left out. */
  readonly at?: Minute | undefined
  /** The ids of the games to show, with the ranks that they have among all; all games if it is left out. */
  readonly only?: ReadonlySet<number> | undefined
}

export interface RankingPage {
  readonly rows: readonly RankingRow[]
  readonly page: number
  readonly pages: number
  /** The number of games that match, and the number of all games. */
  readonly found: number
  readonly all: number
  /** The sums over all matching games. */
  readonly total: RankingTotal
  readonly asOf: number | null
  /** The minute of the first sample of any game, where a past minute is shown at which no game was measured; null otherwise. */
  readonly knownSince: Minute | null
  /** The popularity source, and when it was read, ms; null if there is none. */
  readonly popularity: { readonly source: string; readonly readAt: number } | null
}

const RANKING_PAGE_SIZE = 50
/** Cached rankings of the past: one takes seconds to read, and readers then turn its pages and change its order. */
const PAST_RANKINGS = 20
/** Rankings that are kept for the rest of the minute; one of 500 games takes about 200 kB. */
const CURRENT_RANKINGS = 20

type ReadEntrants = () => Promise<readonly ReadEntrant[]>

/** The rows of a ranking before the search, in the order of their ranks. */
interface RankedRows extends Omit<Ranking, 'ranked'> {
  readonly rows: readonly RankingRow[]
  /** By universe: whose plan decides what of the past is shown. */
  readonly accounts: ReadonlyMap<number, Account>
}

export function createShowRanking(ports: RankingDeps & { readonly activity: Activity }) {
  const { store, clock, plans } = ports
  const onRead = noteReads(ports.activity, 'rankings')
  const past = new RecentPast(store, clock, ports.activity)
  const rankEntrants = createRankEntrants(ports)
  const rankPast = createRankPast(ports)
  const pastRankings = new ReadingCache<Ranking>({ clock, events: store.events, onRead, maxSize: PAST_RANKINGS })
  const current = new MinuteCache<RankedRows>({ events: store.events, clock, max: CURRENT_RANKINGS, onRead })
  const publicGames = createPublicGames(ports)
  /** The rows of a current ranking with their recent past, for as long as that ranking is kept. */
  const complete = new WeakMap<readonly RankingRow[], Promise<readonly RankingRow[]>>()

  const allWithPast = (
    rows: readonly RankingRow[],
    withPast: (row: RankingRow) => Promise<RankingRow>,
  ): Promise<readonly RankingRow[]> => {
    const known = complete.get(rows)
    if (known) return known
    const reading = Promise.all(rows.map(withPast))
    complete.set(rows, reading)
    reading.catch(() => complete.delete(rows))
    return reading
  }

  const intervalOf = (account: Account) => planInForce(account, plans, clock.now()).intervalMinutes

  const publicEntrants: ReadEntrants = async () => {
    const activeGames = (await publicGames.all()).filter(({ game }) => game.isActive)
    return activeGames.map(({ account, game }) => ({
      game: withoutInternalIds(game),
      interval: intervalOf(account),
      account,
    }))
  }

  const thinnedFor = (account: Account) => {
    const [plan, now] = [readingPlan(account, plans, clock.now()), minuteOf(clock.now())]
    return (block: Block): Block => thin(block, visibleInterval(plan, now, block.minutes[0] ?? 0))
  }

  /** The key names all games, so that one that is paused or no longer public is not shown from the cache. */
  const cachedPast = (entrants: readonly ReadEntrant[], by: RankingMetric, at: Minute): Promise<Ranking> => {
    const key = [by, at, ...entrants.map(({ game, interval }) => `${game.id}/${game.universeId}/${interval}`)].join(' ')
    return pastRankings.of(key, ALL_UNIVERSES_CODE, () => rankPast(entrants, by, at))
  }

  const rankedAt = async (readEntrants: ReadEntrants, by: RankingMetric, at?: Minute): Promise<RankedRows> => {
    const entrants = await readEntrants()
    const ranking = await (at === undefined ? rankEntrants(entrants, by) : cachedPast(entrants, by, at))
    const accounts = new Map(entrants.map(({ game, account }) => [game.universeId, account]))
    return { ...ranking, rows: rowsOf(ranking, by, (at ?? minuteOf(clock.now())) - DAY_MINUTES), accounts }
  }

  /** The popularity source is read at times of its own, so the time is part of the key. */
  const rankedNow = async (readers: string, readEntrants: ReadEntrants, by: RankingMetric): Promise<RankedRows> => {
    const readAt = (await ports.popularity.current())?.readAt
    return current.of(`${readers} ${by} ${readAt}`, () => rankedAt(readEntrants, by))
  }

  const firstOf = async (rows: readonly RankingRow[]): Promise<Minute | null> => {
    const firsts = await Promise.all(rows.map(({ game }) => store.series.firstMinute(game.universeId)))
    const known = firsts.filter((first) => first !== undefined)
    return known.length === 0 ? null : Math.min(...known)
  }

  const show = async (readers: string, readEntrants: ReadEntrants, query: RankingQuery): Promise<RankingPage> => {
    const { by, size = RANKING_PAGE_SIZE, at } = query
    const { rows, asOf, popularity, accounts } = await (at === undefined
      ? rankedNow(readers, readEntrants, by)
      : rankedAt(readEntrants, by, at))
    const pastOf = ({ game }: RankingRow): Promise<GamePast> => {
      const account = accounts.get(game.universeId)
      return at === undefined || account === undefined
        ? past.of(game.universeId)
        : past.before(game.universeId, at, thinnedFor(account))
    }
    const withPast = async (row: RankingRow): Promise<RankingRow> => {
      const { line, peak, weekBefore } = await pastOf(row)
      return {
        ...row,
        line,
        peak: peak === null ? null : Math.max(peak, row.stale ? 0 : (row.players ?? 0)),
        weekChange: changeOf(row.latest?.[by], weekBefore?.[by], by),
      }
    }
    const { find, only } = query
    const search = compactedName(find)
    const isFound = ({ game, name }: RankingRow): boolean =>
      (only?.has(game.id) ?? true) && (search === '' || compactedName(name).includes(search))
    const found = rows.filter(isFound)
    const needsPast = NEEDS_PAST.has(query.sort)
    const completed = async (): Promise<readonly RankingRow[]> =>
      at === undefined ? (await allWithPast(rows, withPast)).filter(isFound) : Promise.all(found.map(withPast))
    // Reading a series is slow, so all of them are read only if the order depends on them.
    const known = needsPast ? await completed() : found
    const sorted = inOrderOf(known, query.sort, query.reversed)
    const pages = Math.max(1, Math.ceil(sorted.length / size))
    const page = Math.min(Math.max(1, query.page), pages)
    const pageRows = sorted.slice((page - 1) * size, page * size)
    return {
      rows: needsPast ? pageRows : await Promise.all(pageRows.map(withPast)),
      page,
      pages,
      found: found.length,
      all: rows.length,
      total: totalOf(found, by),
      asOf,
      knownSince: at === undefined || rows.some(({ latest }) => latest) ? null : await firstOf(rows),
      popularity: popularity ? { source: popularity.source, readAt: popularity.readAt } : null,
    }
  }

  return {
    ofAccount: (account: Account, query: RankingQuery) =>
      show(`${account.id}`, () => entrantsOf(ports, account), query),
    /** The ranking of all public games. */
    ofEveryone: (query: RankingQuery) => show('everyone', publicEntrants, query),
  }
}

const NEEDS_PAST: ReadonlySet<RankingSort> = new Set(['week', 'peak'])

/** Normalizes a name for the search, which ignores case and accents. */
export const compactedName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase('en')
    .trim()
