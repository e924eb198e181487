// Reads the data of a game's page except its chart: current values and baseline, days, milestones.
import { type Clock, DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import type { AccountGame } from '../../../domain/game.js'
import type { Gap } from '../../../domain/gap.js'
import type { PlayersNow } from '../../../domain/insights/players-now.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../../../domain/measures.js'
import type { Plans } from '../../../domain/plan.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import type { Store } from '../../../domain/ports/store.js'
import { type DateRange, MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import { nextDue } from '../../../domain/rules/schedule.js'
import type { Span } from '../../../domain/rules/span.js'
import type { DaySummary } from '../../../domain/rules/summary.js'
import type { DayAccount } from '../../../domain/series/day-account.js'
import type { ComparisonService } from '../../insights/compare-now.js'
import { createExpectMilestones, type Milestone } from '../expect-milestones.js'
import { createSummarizeGames, type GameSummary } from '../summarize-games.js'
import { createMilestonesReached, type ReachedMilestone } from './milestones-reached.js'
import { createReadDayAccount } from './read-day-account.js'

/**
 * A game and the viewer's access: the owner's plan determines the resolution; private data is shown only to the owner.
 */
export interface GameViewer extends AccountGame {
  readonly isOwn: boolean
}

export interface GameDescription {
  /** Undefined if there is no sample yet; then all other values are missing too. */
  readonly latest: LatestSample | undefined
  /**
   * The change of all measures but CCU since the sample of 24 hours ago; null if there is none within an hour of that
   * time.
   */
  readonly dayChange: Readonly<Record<ClosingMeasure, number | null>>
  /** The players now against what is usual; undefined without a sample. */
  readonly now: PlayersNow | undefined
  readonly knownSince: Minute | undefined
  /** When the first sample is due; undefined once there is one, and while the game is paused. */
  readonly firstDue: Minute | undefined
  /** The UTC days that the range touches, the newest last. */
  readonly days: readonly DaySummary[]
  /** By day number; empty unless the viewer is the owner (DATA-13). */
  readonly revenue: ReadonlyMap<number, number>
  readonly milestones: readonly Milestone[]
  readonly reached: readonly ReachedMilestone[]
  readonly gaps: readonly Gap[]
  /** Of the newest UTC day of the range that is over, or of today if none is; undefined if nothing was due. */
  readonly dayAccount: DayAccount | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly compareNow: ComparisonService
}

export function createDescribeGame(ports: Deps) {
  const { store, clock, plans, compareNow } = ports
  const summarizeGames = createSummarizeGames(ports)
  const expectMilestones = createExpectMilestones(ports)
  const milestonesReached = createMilestonesReached(ports)
  const readDayAccount = createReadDayAccount(ports)

  const dayChangeOf = async (
    latest: LatestSample | undefined,
    universeId: number,
  ): Promise<GameDescription['dayChange']> => {
    const dayAgo = minuteOf(clock.now()) - DAY_MINUTES
    const then = (await store.series.nearest([universeId], dayAgo, HOUR_MINUTES)).get(universeId)
    const changeOf = (name: ClosingMeasure): number | null => {
      const [now, before] = [latest?.[name] ?? null, then?.[name] ?? null]
      return now === null || before === null ? null : now - before
    }
    return byMeasure(CLOSING_MEASURES, changeOf)
  }

  const accountFor = async (universeId: number, { start, end }: DateRange): Promise<DayAccount | undefined> => {
    const today = dayOf(minuteOf(clock.now()))
    const isOver = end < today || start < end
    return readDayAccount(universeId, isOver ? Math.min(end, today - 1) : end)
  }

  const firstDueOf = ({ account, game }: AccountGame): Minute | undefined => {
    const now = clock.now()
    return game.isActive ? nextDue(minuteOf(now), readingPlan(account, plans, now).intervalMinutes) : undefined
  }

  const describe = async (reader: GameViewer, span: Span): Promise<GameDescription> => {
    const { account, game, isOwn } = reader
    const { universeId } = game
    const end = dayOf(span.until - 1)
    const start = Math.max(dayOf(span.from), end - MAX_RANGE_DAYS + 1)
    const latest = (await store.series.latest([universeId])).get(universeId)
    const summarized = await summarizeGames.one(account, game, { start, end })
    return {
      latest,
      dayChange: await dayChangeOf(latest, universeId),
      now: latest ? await compareNow(reader, latest) : undefined,
      knownSince: await store.series.firstMinute(universeId),
      firstDue: latest ? undefined : firstDueOf(reader),
      ...shownDays(summarized, isOwn),
      milestones: latest ? (await expectMilestones(account, game)).milestones : [],
      reached: latest ? await milestonesReached(reader, latest) : [],
      gaps: await store.series.gaps(universeId, span.from, span.until),
      dayAccount: await accountFor(universeId, { start, end }),
    }
  }

  /** The milestones that the chart of the range marks. */
  const reachedWithin = async (
    accountGame: AccountGame,
    { from, until }: Span,
  ): Promise<readonly ReachedMilestone[]> => {
    const { universeId } = accountGame.game
    const latest = (await store.series.latest([universeId])).get(universeId)
    const reached = latest ? await milestonesReached(accountGame, latest) : []
    return reached.filter(({ at }) => at >= from && at < until)
  }

  /** The UTC days of the range, as on the page. */
  const describeDays = async (
    { account, game, isOwn }: GameViewer,
    range: DateRange,
  ): Promise<Pick<GameDescription, 'days' | 'revenue'>> =>
    shownDays(await summarizeGames.one(account, game, range), isOwn)

  return {
    describe,
    describeDays,
    reachedWithin,
    /** The minute of the first sample; undefined if there is none. */
    knownSince: ({ game }: AccountGame): Promise<Minute | undefined> => store.series.firstMinute(game.universeId),
  }
}

const shownDays = (
  { history = [], revenue }: GameSummary,
  isOwn: boolean,
): Pick<GameDescription, 'days' | 'revenue'> => ({
  // A day that has only revenue would show others that there was some.
  days: history.filter(({ samples }) => isOwn || samples > 0),
  revenue: isOwn ? revenue : new Map(),
})
