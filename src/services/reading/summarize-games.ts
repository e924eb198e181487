// Summarizes one or all games of an account over a range of days, at the account's own interval (API-17).
import type { Account } from '../../domain/account.js'
import { type Clock, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import type { Damage } from '../../domain/rules/damage.js'
import { type DateRange, dateRange, endMinute, firstMinute, MAX_RANGE_DAYS } from '../../domain/rules/date-range.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { DayRollup } from '../../domain/rules/rollup.js'
import { type DaySummary, daySummaries, type Summary, summarize, withRevenueDays } from '../../domain/rules/summary.js'
import { mapInTurns, mapTogether } from './in-turns.js'

/** Day numbers; a missing one gets a default. */
export interface DayRangeQuery {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export interface GameSummary {
  readonly game: Game
  readonly summary: Summary
  /** The parts of the range that are damaged on disk; they are not counted. */
  readonly damage: readonly Damage[]
  /** One entry per day with a sample or revenue; undefined unless a date was given. */
  readonly history: readonly DaySummary[] | undefined
  /** By day number; days without revenue are omitted. */
  readonly revenue: ReadonlyMap<number, number>
}

interface SummaryRequest {
  readonly account: Account
  readonly query: DayRangeQuery
  /** In days. */
  readonly longest: number
}

/** What is read of a game before its damage is known. */
interface ReadGame {
  readonly game: Game
  readonly minute: Minute
  readonly range: DateRange
  readonly days: readonly DayRollup[]
  readonly known: Parameters<typeof summarize>[2]
}

/** API-21: the limit for the history of all games. */
export const MAX_DAYS_FOR_ALL_GAMES = 92
const DEFAULT_SUMMARY_DAYS = 30
/** A game takes up to a millisecond. */
const BATCH_SIZE = 8

export function createSummarizeGames({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const readGame = async ({ account, query, longest }: SummaryRequest, game: Game): Promise<ReadGame> => {
    const { universeId } = game
    const now = clock.now()
    const minute = minuteOf(now)
    const range = await rangeOf(store, universeId, query, { today: dayOf(minute), longest })
    const interval = readingPlan(account, plans, now).intervalMinutes
    const view = { interval, until: minute + 1, isReadable: true }
    const [days, known] = await Promise.all([
      store.series.rollups(universeId, range, view),
      store.series.closingBefore(universeId, firstMinute(range), interval),
    ])
    return { game, minute, range, days, known }
  }

  /** The damage that is known is what was met by reading the days. */
  const completeGame = async (
    { query }: SummaryRequest,
    { game, minute, range, days, known }: ReadGame,
  ): Promise<GameSummary> => {
    const span = { from: firstMinute(range), until: endMinute(range) }
    const [damage, revenue] = await Promise.all([
      store.series.damage(game.universeId, span, 'known'),
      store.revenue.between(game.id, range),
    ])
    return {
      game,
      summary: summarize(range, days, known, minute),
      damage,
      history: hasDates(query) ? withRevenueDays(daySummaries(days, known, minute), revenue.keys()) : undefined,
      revenue,
    }
  }

  const ofGame = async (request: SummaryRequest, game: Game): Promise<GameSummary> =>
    completeGame(request, await readGame(request, game))

  /** Each of the two steps of all of them shares its reads. */
  async function ofGamesTogether(request: SummaryRequest, games: readonly Game[], size: number) {
    const read = await mapTogether(games, size, (game) => readGame(request, game))
    return mapTogether(read, size, (one) => completeGame(request, one))
  }

  /** Rejects invalid days before anything is read. */
  const checkDays = ({ start, end }: DayRangeQuery, longest: number): void => {
    if (start !== undefined) dateRange(start, end ?? dayOf(minuteOf(clock.now())), longest)
  }

  return {
    checkOne: (query: DayRangeQuery) => checkDays(query, MAX_RANGE_DAYS),

    one: (account: Account, game: Game, query: DayRangeQuery) =>
      ofGame({ account, query, longest: MAX_RANGE_DAYS }, game),

    all: async (account: Account, query: DayRangeQuery): Promise<GameSummary[]> => {
      checkDays(query, MAX_DAYS_FOR_ALL_GAMES)
      const request = { account, query, longest: MAX_DAYS_FOR_ALL_GAMES }
      const games = await store.games.ofAccount(account.id)
      const { readsAtOnce } = store.series
      return readsAtOnce > 1
        ? ofGamesTogether(request, games, readsAtOnce)
        : mapInTurns(games, BATCH_SIZE, (game) => ofGame(request, game))
    },
  }
}

const hasDates = (query: DayRangeQuery): boolean => query.start !== undefined || query.end !== undefined

/**
 * API-20: if only one date is given, the end defaults to today, and the start to the first sample (clamped to the
 * longest range).
 */
async function rangeOf(
  store: Store,
  universeId: number,
  { start, end }: DayRangeQuery,
  { today, longest }: { readonly today: number; readonly longest: number },
): Promise<DateRange> {
  if (start === undefined && end === undefined) return dateRange(today - DEFAULT_SUMMARY_DAYS + 1, today, longest)
  const last = end ?? today
  if (start !== undefined) return dateRange(start, last, longest)
  const first = await store.series.firstMinute(universeId)
  const begin = first === undefined ? last : Math.min(dayOf(first), last)
  return dateRange(Math.max(begin, last - longest + 1), last, longest)
}
