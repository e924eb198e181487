// Reads what the wall display of an account shows at a minute: one of its games in turn, or all of them at once (WEB-56).

import type { Account } from '../../../domain/account.js'
import { type Clock, type Minute, minuteOf, msOf } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import type { Game } from '../../../domain/game.js'
import type { Plans } from '../../../domain/plan.js'
import type { Activity } from '../../../domain/ports/activity.js'
import type { EventSource } from '../../../domain/ports/events.js'
import { changeOf, FRESH_INTERVALS } from '../../../domain/rules/ranking.js'
import type { UsualReader } from '../../insights/usual.js'
import type { Milestones } from '../expect-milestones.js'
import type { GameNow } from '../games-now.js'
import { type CurrentIncidents, concernsGame } from '../home/current-incidents.js'
import { createUsualBands, type LineBand } from '../home/usual-bands.js'
import { createNextMilestone, type NextMilestone } from './next-milestone.js'

export const WALL_VIEWS = ['one', 'all'] as const
/** `one`: a game a minute. `all`: all games at once, and from 25 games on a page of them a minute. */
export type WallView = (typeof WALL_VIEWS)[number]

export interface WallGame extends Pick<GameNow, 'game' | 'latest' | 'usual' | 'past'> {
  /** Until when the latest sample passes for current, ms; null before the first sample. */
  readonly freshUntil: number | null
  /** Players against those of 24 hours before: 0.1 is 10 % more. */
  readonly dayShare: number | null
  readonly band: LineBand | undefined
  readonly milestone: NextMilestone | undefined
  readonly incident: HistoryEvent | undefined
}

export interface WallPage {
  readonly games: readonly WallGame[]
  /** Of the active games; from 1. */
  readonly page: number
  readonly pages: number
  /** The number of active games. */
  readonly all: number
  /** The game that is shown in the next minute, where one is shown at a time and there are several. */
  readonly next: Game | undefined
  /** The players of the games whose numbers are current, how many these are, and until when all of them are, ms. */
  readonly total: { readonly players: number; readonly games: number; readonly freshUntil: number | null }
}

interface Deps {
  readonly store: { readonly events: EventSource }
  readonly clock: Clock
  readonly plans: Plans
  readonly usual: UsualReader
  readonly activity?: Activity
  readonly gamesNow: (account: Account) => Promise<readonly GameNow[]>
  readonly currentIncidents: CurrentIncidents
  readonly expectMilestones: (account: Account, game: Game) => Promise<Milestones>
}

/** The most games that can be read across a room from one screen. */
const MAX_TILES = 24
/** A point every half hour, as the line has. */
const BAND_STEPS = 48

export function createShowWall(deps: Deps) {
  const { clock, gamesNow, currentIncidents } = deps
  const usualBand = createUsualBands(deps, BAND_STEPS)
  const nextMilestone = createNextMilestone(deps)

  const wallGameOf = async (
    account: Account,
    found: GameNow,
    incidents: readonly HistoryEvent[],
  ): Promise<WallGame> => {
    const { game, latest, usual, past, dayBefore } = found
    return {
      ...{ game, latest, usual, past },
      freshUntil: freshUntil(found),
      dayShare: latest ? changeOf(latest.ccu, dayBefore?.ccu ?? null, 'ccu') : null,
      band: past && usual && (await usualBand(account, game, past.lineFrom)),
      milestone: latest && (await nextMilestone(account, game, latest)),
      incident: incidents.find((event) => concernsGame(event, game.universeId)),
    }
  }

  return async function showWall(account: Account, view: WallView): Promise<WallPage> {
    const now = minuteOf(clock.now())
    const active = (await gamesNow(account)).filter(({ game }) => game.isActive)
    const size = view === 'one' ? 1 : MAX_TILES
    // In turn, the order is that in which they were added, so that a change of ranks skips none.
    const ordered = view === 'one' ? inTurn(active) : byRank(active)
    const pages = Math.max(1, Math.ceil(ordered.length / size))
    const index = now % pages
    const incidents = await currentIncidents(account)
    const games: WallGame[] = []
    for (const found of ordered.slice(index * size, (index + 1) * size))
      games.push(await wallGameOf(account, found, incidents))
    return {
      games,
      page: index + 1,
      pages,
      all: active.length,
      next: view === 'one' && pages > 1 ? ordered[(index + 1) % pages]?.game : undefined,
      total: totalOf(active, now),
    }
  }
}

const inTurn = (games: readonly GameNow[]): GameNow[] => [...games].sort((a, b) => a.game.id - b.game.id)

const byRank = (games: readonly GameNow[]): GameNow[] =>
  [...games].sort((a, b) => (a.ranked?.rank ?? games.length) - (b.ranked?.rank ?? games.length))

/** The first moment at which the game would be stale in a ranking (API-36). */
const freshUntil = ({ latest, interval }: GameNow): number | null =>
  latest === undefined ? null : msOf(latest.minute + FRESH_INTERVALS * interval + 1)

function totalOf(games: readonly GameNow[], now: Minute): WallPage['total'] {
  let [players, count, until] = [0, 0, Number.POSITIVE_INFINITY]
  for (const found of games) {
    const end = freshUntil(found)
    if (found.latest === undefined || end === null || end <= msOf(now)) continue
    players += found.latest.ccu
    count++
    until = Math.min(until, end)
  }
  return { players, games: count, freshUntil: count === 0 ? null : until }
}
