// Reads how all games of an account are doing now: the latest values, the usual, changes, rank, last event and freshness.
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { AccountGame, Game } from '../../domain/game.js'
import type { CounterGains, UsualAccuracy } from '../../domain/insights/players-now.js'
import type { Usual } from '../../domain/insights/usual/usual.js'
import type { Plan, Plans } from '../../domain/plan.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { GainReader } from '../insights/compare-gains.js'
import type { MarketReader } from '../insights/market.js'
import type { UsualNow } from '../insights/usual-now.js'
import { CHANGE_TOLERANCE, readsAllNear, type VisiblePastReader } from '../insights/visible-past.js'
import { lastEvents } from './events/last-events.js'
import { mapReads } from './in-turns.js'
import { MinuteCache } from './ranking/minute-cache.js'
import type { RankedGame, Ranking } from './ranking/rank-games.js'
import { type GamePast, type PastSample, RecentPast } from './ranking/recent-past.js'

export interface GameNow {
  readonly game: Game
  readonly latest: LatestSample | undefined
  /** Undefined while the game is paused. */
  readonly ranked: RankedGame | undefined
  /** Of the minute of the latest sample; undefined while the game is paused or has none. */
  readonly usual: Usual | undefined
  /** Null if too little can be compared; undefined if it was not asked for, or as `usual`. */
  readonly accuracy: UsualAccuracy | null | undefined
  /** What its counters gained in the last day; undefined as `accuracy`. */
  readonly gains: CounterGains | undefined
  /** How far the platform without this game is above its usual: 0.1 is 10 % more; null if unknown, undefined as `accuracy`. */
  readonly marketChange: number | null | undefined
  /** The samples of a day and of a week ago, at most an hour away. */
  readonly dayBefore: PastSample | undefined
  readonly weekBefore: PastSample | undefined
  readonly lastEvent: HistoryEvent | undefined
  /** The players of the last 24 hours; undefined before the first sample. */
  readonly past: GamePast | undefined
  /** Minutes between two samples as the account reads them. */
  readonly interval: number
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly usualNow: UsualNow
  readonly gains: GainReader
  readonly market: Pick<MarketReader, 'changesNow'>
  readonly visibleNear: VisiblePastReader
  readonly activity: Activity
  readonly rankGames: (account: Account, by: 'ccu') => Promise<Ranking>
}

/** An event further back says nothing of now. */
export const EVENT_DAYS = 90
/** Games whose usual is made at the same time where reads wait for a server: each has weeks of samples in memory. */
export const MAX_SCANS = 8
/** Accounts whose games are kept for the rest of a minute: 500 games take about half a megabyte. */
const MAX_CACHED_ACCOUNTS = 20

interface GamesNowOptions {
  /**
   * Whether to include the accuracy of the usual, the gains of counters and the market without each game. The first answer in
   * an hour takes several milliseconds of CPU time a game.
   */
  readonly isDetailed?: boolean
}

type GameDetails = Pick<GameNow, 'accuracy' | 'gains'>
const NO_DETAILS: GameDetails = { accuracy: undefined, gains: undefined }

/** What is kept for the rest of the minute: all but the market, which is counted after the tick of the minute. */
type KeptGame = Omit<GameNow, 'marketChange'>

export function createGamesNow(deps: Deps) {
  const { store, clock, plans, usualNow, gains, market, visibleNear, activity, rankGames } = deps
  const past = new RecentPast(store, clock, activity)

  const cache = new MinuteCache<readonly KeptGame[]>({
    events: store.events,
    clock,
    max: MAX_CACHED_ACCOUNTS,
    onRead: noteReads(activity, 'now'),
  })

  const detailsOf = async (reader: AccountGame, { minute }: LatestSample): Promise<GameDetails> => {
    const hour = Math.floor(minute / HOUR_MINUTES)
    return { accuracy: await usualNow.accuracy(reader, hour), gains: await gains(reader, hour) }
  }

  const read = async (account: Account, plan: Plan, isDetailed: boolean): Promise<readonly KeptGame[]> => {
    const now = minuteOf(clock.now())
    const [readsDay, readsWeek] = [DAY_MINUTES, WEEK_MINUTES].map((past) => readsAllNear(plan, now, now - past))
    const games = await store.games.ofAccount(account.id)
    const ids = games.map(({ universeId }) => universeId)
    const latest = await store.series.latest(ids)
    const before = await store.series.nearest(ids, now - DAY_MINUTES, CHANGE_TOLERANCE)
    const { ranked } = await rankGames(account, 'ccu')
    const ranks = new Map(ranked.map((entry) => [entry.game.id, entry]))
    const span = { from: now - EVENT_DAYS * DAY_MINUTES, until: now + 1 }
    const events = await lastEvents(store.eventLog, { account, universeIds: ids, span })
    const readGame = async (game: Game): Promise<KeptGame> => {
      const { universeId } = game
      const sample = latest.get(universeId)
      const gamePast = sample && (await past.of(universeId))
      const reader = { account, game }
      const isCompared = sample !== undefined && game.isActive
      return {
        game,
        latest: sample,
        ranked: ranks.get(game.id),
        usual: isCompared ? await usualNow.at(reader, sample.minute) : undefined,
        ...(isCompared && isDetailed ? await detailsOf(reader, sample) : NO_DETAILS),
        // An account that does not read every minute of that time compares with what it reads.
        dayBefore: readsDay ? before.get(universeId) : await visibleNear(reader, now - DAY_MINUTES),
        weekBefore: readsWeek ? gamePast?.weekBefore : await visibleNear(reader, now - WEEK_MINUTES),
        lastEvent: events.get(universeId),
        past: gamePast,
        interval: plan.intervalMinutes,
      }
    }
    return mapReads(games, Math.min(store.series.readsAtOnce, MAX_SCANS), readGame)
  }

  const isComparedWithMarket = ({ game, latest }: KeptGame): boolean => game.isActive && latest !== undefined

  const withMarket = async (games: readonly KeptGame[]): Promise<readonly GameNow[]> => {
    const compared = games.filter(isComparedWithMarket)
    const changes = await market.changesNow(compared.map(({ game }) => game.universeId))
    return games.map((one) => ({
      ...one,
      marketChange: isComparedWithMarket(one) ? (changes.get(one.game.universeId) ?? null) : undefined,
    }))
  }

  return async function gamesNow(
    account: Account,
    { isDetailed = false }: GamesNowOptions = {},
  ): Promise<readonly GameNow[]> {
    // A plan can end within a minute, and shows another past from then on.
    const plan = readingPlan(account, plans, clock.now())
    const key = [account.id, plan.intervalMinutes, plan.fullDays, plan.hourlyDays, isDetailed].join(' ')
    const games = await cache.of(key, () => read(account, plan, isDetailed))
    return isDetailed ? withMarket(games) : games.map((one) => ({ ...one, marketChange: undefined }))
  }
}
