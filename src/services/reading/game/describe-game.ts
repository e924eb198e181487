// Reads the data of a game's page except its chart: current values and baseline, days, milestones.
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_DAYS } from '../../../domain/clock.js'
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
import { type DaySummary, withRevenueDays } from '../../../domain/rules/summary.js'
import type { DayAccount } from '../../../domain/series/day-account.js'
import { daysOfSpan, localDay } from '../../../domain/time/local-days.js'
import type { ComparisonService } from '../../insights/compare-now.js'
import { createExpectMilestones, type Milestone } from '../expect-milestones.js'
import type { BucketReader } from '../series/bucket-reader.js'
import { sampledUntil } from '../series/sampled-until.js'
import { createMilestonesReached, type ReachedMilestone } from './milestones-reached.js'
import { createReadDayAccount } from './read-day-account.js'
import { createReadLocalDays } from './read-days.js'

/**
 * A game and the viewer's access: the owner's plan determines the resolution; private data is shown only to the owner.
 */
export interface GameViewer extends AccountGame {
  readonly isOwn: boolean
}

/** The days of a time zone, of a game that has samples or revenue on them. */
export interface GameDays {
  readonly timeZone: string
  /** The newest last. */
  readonly days: readonly DaySummary[]
  /** The day before the first one, where it has samples: with it, the first one has a change too. */
  readonly dayBefore: DaySummary | undefined
  /** By day number, of the same dates in UTC, as it is reported; empty unless the viewer is the owner (DATA-13). */
  readonly revenue: ReadonlyMap<number, number>
  /** The end of the minutes whose samples can be there. */
  readonly dueUntil: Minute
}

export interface GameDescription extends GameDays {
  /** Undefined if there is no sample yet; then all other values are missing too. */
  readonly latest: LatestSample | undefined
  /**
   * The change of all measures but CCU since the sample of 24 hours ago; null if there is none within an hour of that
   * time.
   */
  readonly dayChange: Readonly<Record<ClosingMeasure, number | null>>
  /** What the counters gained today so far and in the six days before, as the table of days counts them; null if that is not known. */
  readonly weekGains: Readonly<Record<ClosingMeasure, number | null>>
  /** The players now against what is usual; undefined without a sample. */
  readonly now: PlayersNow | undefined
  readonly knownSince: Minute | undefined
  /** When the first sample is due; undefined once there is one, and while the game is paused. */
  readonly firstDue: Minute | undefined
  readonly milestones: readonly Milestone[]
  readonly reached: readonly ReachedMilestone[]
  readonly gaps: readonly Gap[]
  /**
   * Of the days of the newest gaps of the range, newest first. Without gaps, of the newest day that is over, or of today if none
   * is. None of days on which nothing was due.
   */
  readonly dayAccounts: readonly DayAccount[]
  /** The number of days with gaps of which there is no account. */
  readonly unlistedGapDays: number
}

/** Each reads the samples of a day. */
const MAX_DAY_ACCOUNTS = 10

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly compareNow: ComparisonService
  readonly bucketReader: BucketReader
}

export function createDescribeGame(ports: Deps) {
  const { store, clock, plans, compareNow } = ports
  const readLocalDays = createReadLocalDays(ports)
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

  const weekGainsOf = async (
    accountGame: AccountGame,
    knownSince: Minute | undefined,
    timeZone: string,
  ): Promise<GameDescription['weekGains']> => {
    const end = localDay(minuteOf(clock.now()), timeZone)
    const start = end - WEEK_DAYS + 1
    const isKnown = knownSince !== undefined && localDay(knownSince, timeZone) <= start
    const days = isKnown ? await readLocalDays(accountGame, { start, end }, timeZone) : []
    return byMeasure(CLOSING_MEASURES, (name) => {
      const known = days.flatMap(({ changes }) => changes[name] ?? [])
      return known.length === 0 ? null : known.reduce((sum, change) => sum + change, 0)
    })
  }

  const daysOfGaps = (gaps: readonly Gap[], { start, end }: DateRange, timeZone: string): readonly number[] => {
    const days = new Set<number>()
    for (const gap of gaps.toReversed()) {
      const touched = daysOfSpan(gap, timeZone)
      for (let day = Math.min(end, touched.end); day >= Math.max(start, touched.start); day--) {
        days.add(day)
      }
    }
    return [...days]
  }

  /** Without gaps, of a day that shows that all was stored. */
  const accountedDays = (days: readonly number[], { start, end }: DateRange, timeZone: string): readonly number[] => {
    if (days.length > 0) return days.slice(0, MAX_DAY_ACCOUNTS)
    const today = localDay(minuteOf(clock.now()), timeZone)
    const isOver = end < today || start < end
    return [isOver ? Math.min(end, today - 1) : end]
  }

  const accountsOf = async (universeId: number, days: readonly number[], timeZone: string): Promise<DayAccount[]> => {
    const accounts: DayAccount[] = []
    for (const day of days) {
      const account = await readDayAccount(universeId, day, timeZone)
      if (account) accounts.push(account)
    }
    return accounts
  }

  /** The days of the zone, as on the page. */
  const describeDays = async (
    { isOwn, ...accountGame }: GameViewer,
    { start, end }: DateRange,
    timeZone: string,
  ): Promise<GameDays> => {
    const read = await readLocalDays(accountGame, { start: start - 1, end }, timeZone)
    const dayBefore = read[0]?.day === start - 1 ? read[0] : undefined
    const days = dayBefore ? read.slice(1) : read
    const [{ universeId }, now] = [accountGame.game, clock.now()]
    const interval = readingPlan(accountGame.account, plans, now).intervalMinutes
    const dueUntil = await sampledUntil(store.series, { universeId, interval, now: minuteOf(now) })
    if (!isOwn) return { timeZone, days, dayBefore, revenue: new Map(), dueUntil }
    const revenue = await store.revenue.between(accountGame.game.id, { start, end })
    // A day that has only revenue would show others that there was some.
    return { timeZone, days: withRevenueDays(days, revenue.keys()), dayBefore, revenue, dueUntil }
  }

  const firstDueOf = ({ account, game }: AccountGame): Minute | undefined => {
    const now = clock.now()
    return game.isActive ? nextDue(minuteOf(now), readingPlan(account, plans, now).intervalMinutes) : undefined
  }

  const describe = async (reader: GameViewer, span: Span, timeZone = 'UTC'): Promise<GameDescription> => {
    const { account, game } = reader
    const { universeId } = game
    const touched = daysOfSpan(span, timeZone)
    const { end } = touched
    const start = Math.max(touched.start, end - MAX_RANGE_DAYS + 1)
    const latest = (await store.series.latest([universeId])).get(universeId)
    const knownSince = await store.series.firstMinute(universeId)
    const gaps = await store.series.gaps(universeId, span.from, span.until)
    const gapDays = daysOfGaps(gaps, { start, end }, timeZone)
    const dayAccounts = await accountsOf(universeId, accountedDays(gapDays, { start, end }, timeZone), timeZone)
    return {
      latest,
      dayChange: await dayChangeOf(latest, universeId),
      weekGains: await weekGainsOf(reader, knownSince, timeZone),
      now: latest ? await compareNow(reader, latest) : undefined,
      knownSince,
      firstDue: latest ? undefined : firstDueOf(reader),
      ...(await describeDays(reader, { start, end }, timeZone)),
      milestones: latest ? (await expectMilestones(account, game)).milestones : [],
      reached: latest ? await milestonesReached(reader, latest) : [],
      gaps,
      dayAccounts,
      unlistedGapDays: Math.max(0, gapDays.length - dayAccounts.length),
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

  return {
    describe,
    describeDays,
    reachedWithin,
    /** The minute of the first sample; undefined if there is none. */
    knownSince: ({ game }: AccountGame): Promise<Minute | undefined> => store.series.firstMinute(game.universeId),
  }
}
