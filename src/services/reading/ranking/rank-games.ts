// Ranks games, with their ranks a day ago (API-36, API-37): those of an account, or the public ones.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, msOf } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import type { Plans } from '../../../domain/plan.js'
import type { Popularity, PopularityReading } from '../../../domain/ports/popularity.js'
import type { Store } from '../../../domain/ports/store.js'
import { planInForce } from '../../../domain/rules/entitlement.js'
import { type MeasureRanking, type RankPlacement, rankInSteps } from '../../../domain/rules/ranking.js'
import type { Sample } from '../../../domain/sample.js'
import { CHANGE_TOLERANCE } from '../../insights/visible-past.js'
import { mapInTurns, stepInTurns } from '../in-turns.js'
import { createPastSamples } from './past-samples.js'

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

/** An entrant with the account whose plan decides how finely its past is read. */
export interface ReadEntrant extends Entrant {
  readonly account: Account
}

export interface RankedGame extends Entrant, RankPlacement {
  readonly latest: Sample | undefined
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

/** The number of games between two yields to the event loop; each part takes some milliseconds. */
const BATCH_SIZE = 1_000

/**
 * Of so many games, as many as the largest built-in plan has, the past is the nearest sample (API-37). Of more, it is the
 * nearest among the first samples of each hour, because reading all segments would take seconds of every hour.
 */
const MAX_EXACT_ENTRANTS = 500

/** CCU varies with the time of day, so a change needs a sample of the same hour. */
const toleranceOf = (by: MeasureRanking): number => (by === 'change' ? CHANGE_TOLERANCE : TOLERANCE)

export function createRankEntrants({ store, popularity, clock }: RankingDeps) {
  const none: ReadonlyMap<number, Sample> = new Map()
  return async function rankEntrants(entrants: readonly Entrant[], by: MeasureRanking): Promise<Ranking> {
    const now = minuteOf(clock.now())
    const ids = entrants.map(({ game }) => game.universeId)
    const latest = await store.series.latest(ids)
    const near = (minute: Minute) =>
      ids.length > MAX_EXACT_ENTRANTS
        ? store.series.nearestHour(ids, minute, toleranceOf(by))
        : store.series.nearest(ids, minute, toleranceOf(by))
    const earlier = by === 'change' ? await near(now - 2 * DAY_MINUTES) : none
    const before = await near(now - DAY_MINUTES)
    if (ids.length > BATCH_SIZE) await yieldToEventLoop()
    const candidates = await mapInTurns(entrants, BATCH_SIZE, ({ game, interval }) => ({
      game,
      interval,
      latest: latest.get(game.universeId),
      before: before.get(game.universeId),
      earlier: earlier.get(game.universeId),
    }))
    if (ids.length > BATCH_SIZE) await yieldToEventLoop()
    const inRanks = await stepInTurns(rankInSteps<Sample, Sample>(candidates, by, now))
    return { ...ranked(inRanks), popularity: await popularity.current() }
  }
}

function ranked(games: readonly RankedGame[]): Pick<Ranking, 'ranked' | 'asOf'> {
  const newest = games.reduce((last, { latest }) => Math.max(last, latest?.minute ?? last), Number.NEGATIVE_INFINITY)
  return { ranked: games, asOf: Number.isFinite(newest) ? msOf(newest) : null }
}

/** The account's active games. */
export async function entrantsOf(
  { store, clock, plans }: Pick<RankingDeps, 'store' | 'clock' | 'plans'>,
  account: Account,
): Promise<readonly ReadEntrant[]> {
  const interval = planInForce(account, plans, clock.now()).intervalMinutes
  const games = await store.games.ofAccount(account.id)
  return games.filter((game) => game.isActive).map((game) => ({ game, interval, account }))
}

/** Ranks the games that are active now by their values at a past minute, each as its account sees its past. */
export function createRankPast(ports: RankingDeps) {
  const pastSamples = createPastSamples(ports)
  return async function rankPast(entrants: readonly ReadEntrant[], by: MeasureRanking, at: Minute): Promise<Ranking> {
    const candidates = []
    for (const { account, ...entrant } of entrants) {
      const past = await pastSamples(account, entrant.game.universeId, at)
      const near = (days: number) => past.nearest(at - days * DAY_MINUTES, toleranceOf(by))
      candidates.push({ ...entrant, latest: past.latest, before: near(1), earlier: near(2) })
    }
    const inRanks = await stepInTurns(rankInSteps<Sample, Sample>(candidates, by, at))
    return { ...ranked(inRanks), popularity: undefined }
  }
}

export function createRankGames(ports: RankingDeps) {
  const rankEntrants = createRankEntrants(ports)
  const rankPast = createRankPast(ports)
  return async (account: Account, by: MeasureRanking, at?: Minute): Promise<Ranking> => {
    const entrants = await entrantsOf(ports, account)
    return at === undefined ? rankEntrants(entrants, by) : rankPast(entrants, by, at)
  }
}
