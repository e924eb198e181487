// Reads the home of an account: how its games are doing now, what goes wrong at the moment, and what happened lately.

import type { Account } from '../../../domain/account.js'
import type { Clock, Minute } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import { type HomeSort, inHomeOrder, type SortableHomeRow } from '../../../domain/home/home-order.js'
import type { Plans } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { Store } from '../../../domain/ports/store.js'
import { changeOf } from '../../../domain/rules/ranking.js'
import type { UsualReader } from '../../insights/usual.js'
import type { createListEvents } from '../events/list-events.js'
import type { GameNow } from '../games-now.js'
import { MinuteCache } from '../ranking/minute-cache.js'
import { compactedName } from '../ranking/show-ranking.js'
import { type CurrentIncidents, concernsGame, MAX_INCIDENTS } from './current-incidents.js'
import { createUsualBands, type LineBand } from './usual-bands.js'

export interface HomeQuery {
  /** Part of a name; an empty text matches every game. */
  readonly find: string
  readonly sort: HomeSort
  /** Reverses the natural order, which is the highest value first, and ranks and names from the first. */
  readonly reversed: boolean
  /** From 1; a number outside of the range is clamped. */
  readonly page: number
  /** The ids of the games to show; all games if it is left out. */
  readonly only?: ReadonlySet<number> | undefined
  /** The ids of games that come first among games of the same urgency in the default order. */
  readonly favorites?: ReadonlySet<number> | undefined
  /** The minute from which events are listed. */
  readonly since: Minute
}

export interface HomeRow extends GameNow, SortableHomeRow {
  /** Undefined before the first sample and while the game is paused. */
  readonly band: LineBand | undefined
}

export interface HomePage {
  readonly rows: readonly HomeRow[]
  readonly page: number
  readonly pages: number
  /** The number of games that match, how many of them are paused, and the number of all games. */
  readonly found: number
  readonly paused: number
  readonly all: number
  /** Of the active games that match together, as far as they are known. */
  readonly players: number
  /** The incidents that go on, of games and of the platform, newest first. */
  readonly incidents: readonly HistoryEvent[]
  /** What began or ended since, newest first; at most 10. */
  readonly recent: readonly HistoryEvent[]
  /** Whether there are more of them than that. */
  readonly isMoreRecent: boolean
  /** All games by universe id, for the names and links of the events. */
  readonly games: ReadonlyMap<number, GameNow['game']>
}

interface Deps {
  readonly store: Pick<Store, 'events'>
  readonly clock: Clock
  readonly plans: Plans
  readonly usual: UsualReader
  readonly activity?: Activity
  readonly gamesNow: (account: Account) => Promise<readonly GameNow[]>
  readonly listEvents: Pick<ReturnType<typeof createListEvents>, 'newest'>
  readonly currentIncidents: CurrentIncidents
}

const NONE: ReadonlySet<number> = new Set()
const PAGE_SIZE = 50
const MAX_RECENT_NOTIFICATIONS = 10
/** Lists of events that are kept for the rest of a minute: one for each person who looks. */
const MAX_CACHED_LISTS = 200

export function createShowHome(ports: Deps) {
  const { store, clock, gamesNow, listEvents, currentIncidents } = ports
  const usualBand = createUsualBands(ports)
  const lists = new MinuteCache<readonly HistoryEvent[]>({
    events: store.events,
    clock,
    max: MAX_CACHED_LISTS,
    onRead: noteReads(ports.activity, 'home'),
  })

  /** One more than is listed, which shows whether there are more. Events that are listed as current incidents are left out here, so more events are read than are listed. */
  const readRecent = async (
    account: Account,
    from: Minute,
    reported: readonly HistoryEvent[],
  ): Promise<readonly HistoryEvent[]> => {
    const limit = MAX_RECENT_NOTIFICATIONS + 1 + MAX_INCIDENTS
    const { events } = await listEvents.newest({ account }, { from, limit })
    const isRecent = ({ id, start, end }: HistoryEvent): boolean =>
      !reported.some((one) => one.id === id) && (start >= from || (end !== null && end > from))
    return events.filter(isRecent).slice(0, MAX_RECENT_NOTIFICATIONS + 1)
  }

  return async function showHome(account: Account, query: HomeQuery): Promise<HomePage> {
    const all = await gamesNow(account)
    const incidents = await currentIncidents(account)
    const { only, favorites = NONE } = query
    const rows = named(all, query.find)
      .filter(({ game }) => only?.has(game.id) ?? true)
      .map((found) => ({ found, ...sortableOf(found, incidents), isFavorite: favorites.has(found.game.id) }))
    const active = rows.filter(({ found }) => found.game.isActive)
    const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
    const page = Math.min(Math.max(1, query.page), pages)
    const sorted = inHomeOrder(rows, query.sort, query.reversed)
    const pageRows = sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    const recent = await lists.of(`${account.id} ${query.since}`, () => readRecent(account, query.since, incidents))
    return {
      rows: await Promise.all(
        pageRows.map(async ({ found, ...row }) => {
          const { game, past, usual } = found
          return { ...found, ...row, band: past && usual && (await usualBand(account, game, past.lineFrom)) }
        }),
      ),
      page,
      pages,
      found: rows.length,
      paused: rows.length - active.length,
      all: all.length,
      players: active.reduce((sum, { found }) => sum + (found.latest?.ccu ?? 0), 0),
      incidents,
      recent: recent.slice(0, MAX_RECENT_NOTIFICATIONS),
      isMoreRecent: recent.length > MAX_RECENT_NOTIFICATIONS,
      games: new Map(all.map(({ game }) => [game.universeId, game])),
    }
  }
}

function named(all: readonly GameNow[], find: string): readonly GameNow[] {
  const search = compactedName(find)
  return search === '' ? all : all.filter(({ game }) => compactedName(game.name).includes(search))
}

function sortableOf(found: GameNow, incidents: readonly HistoryEvent[]): Omit<SortableHomeRow, 'isFavorite'> {
  const { game, latest, ranked, usual, dayBefore, lastEvent } = found
  const expected = usual?.kind === 'known' ? usual.expected : null
  return {
    name: game.name,
    rank: ranked?.rank ?? null,
    players: game.isActive ? (latest?.ccu ?? null) : null,
    usualShare: latest ? changeOf(latest.ccu, expected, 'ccu') : null,
    dayShare: latest ? changeOf(latest.ccu, dayBefore?.ccu ?? null, 'ccu') : null,
    eventAt: lastEvent?.start ?? null,
    incident: incidents.find((event) => concernsGame(event, game.universeId)),
  }
}
