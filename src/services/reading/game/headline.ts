// Reads the figures at the head of a game's page, each with what is usual for it, its rank, and what the platform says.

import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf, WEEK_DAYS } from '../../../domain/clock.js'
import type { AccountGame } from '../../../domain/game.js'
import { medianOf } from '../../../domain/insights/usual/quantiles.js'
import type { Plans } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import type { Store } from '../../../domain/ports/store.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import { rank } from '../../../domain/rules/ranking.js'
import type { DayRollup } from '../../../domain/rules/rollup.js'
import { ratio } from '../../../domain/rules/summary.js'
import { localDay, startOfDay } from '../../../domain/time/local-days.js'
import type { UniverseFacts } from '../../../domain/universe.js'
import type { UsualReader } from '../../insights/usual.js'
import { createPublicGames } from '../public-games.js'
import { entrantsOf, type RankingDeps } from '../ranking/rank-games.js'
import { ReadingCache } from '../reading-cache.js'
import { createReadDays, createSummarizeSpan } from '../summarize-span.js'
import type { GameViewer } from './describe-game.js'

/** A figure with what is usual for it; null where too little is known. */
export interface HeadlineFigure {
  readonly value: number | null
  readonly usual: number | null
}

interface WeekAverage extends HeadlineFigure {
  /** How many days before the seven were measured, from the first of them on: 28 at most. */
  readonly usualDays: number
  /** The day number of the first of them, in the reader's zone. */
  readonly usualFrom: number
}

export interface PlayerPeak {
  readonly value: number
  readonly at: Minute
}

export interface Headline {
  /** Usual: that of players at the minute of the peak, as the chart shows it. */
  readonly dayPeak: HeadlineFigure & { readonly at: Minute | null }
  /** Undefined before the first sample. It has no usual. */
  readonly peakEver: PlayerPeak | undefined
  /** Of the last seven days of the reader's zone up to now. Usual: the mean of up to 28 days before them. */
  readonly weekAverage: WeekAverage
  /** Usual: the median of the ratios at the ends of the 28 UTC days before today. */
  readonly likeRatio: HeadlineFigure
  /**
   * By players, among the measured games that the reader's ranking shows; undefined while the game is paused, and before its
   * first sample.
   */
  readonly rank: { readonly rank: number; readonly of: number } | undefined
  /** Ids and times as the platform gives them; undefined until it answered once. */
  readonly platform: Pick<UniverseFacts, 'rootPlaceId' | 'updatedAt' | 'creator'> | undefined
}

const USUAL_DAYS = 28
/** With fewer days, a median says nothing. */
const MIN_USUAL_DAYS = 7

export function createReadHeadline(
  ports: RankingDeps & { activity?: Activity; store: Store; clock: Clock; plans: Plans; usual: UsualReader },
) {
  const { store, clock, plans, usual } = ports
  const summarizeSpan = createSummarizeSpan(ports)
  const readDays = createReadDays(ports)
  const publicGames = createPublicGames(ports)
  const peaks = new ReadingCache<PlayerPeak | undefined>({
    ...{ clock, events: store.events },
    onRead: noteReads(ports.activity, 'headlines'),
  })

  const rollups = ({ account, game }: AccountGame, start: number, end: number): Promise<DayRollup[]> => {
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const view = { interval, until: minuteOf(clock.now()) + 1, isReadable: true }
    return store.series.rollups(game.universeId, { start, end }, view)
  }

  /** The highest players of all days before today, which change seldom. */
  const pastPeak = (reader: AccountGame, today: number): Promise<PlayerPeak | undefined> => {
    const { intervalMinutes } = readingPlan(reader.account, plans, clock.now())
    const { universeId } = reader.game
    return peaks.of(`${universeId} ${intervalMinutes} ${today}`, universeId, async () => {
      const first = await store.series.firstMinute(universeId)
      return first === undefined ? undefined : peakOf(await rollups(reader, dayOf(first), today - 1))
    })
  }

  /** A median of peaks would lag behind a level that changes, and so contradict the band around the peak. */
  const usualAt = async (reader: AccountGame, minute: Minute | null): Promise<number | null> => {
    if (minute === null) return null
    const { model } = await usual.now(reader)
    const expected = model.expectedAt(minute)
    return Number.isNaN(expected) ? null : expected
  }

  const rankOf = async ({ account, game, isOwn }: GameViewer): Promise<Headline['rank']> => {
    const entrants = isOwn ? await entrantsOf(ports, account) : await publicEntrants()
    const latest = await store.series.latest(entrants.map((entrant) => entrant.game.universeId))
    const candidates = entrants.map((entrant) => ({
      ...entrant,
      latest: latest.get(entrant.game.universeId),
      before: undefined,
    }))
    const found = rank(candidates, 'ccu', minuteOf(clock.now())).find((one) => one.game.universeId === game.universeId)
    if (found === undefined || found.rank === null) return undefined
    return { rank: found.rank, of: candidates.filter((one) => one.latest !== undefined).length }
  }

  const publicEntrants = async () =>
    (await publicGames.all())
      .filter(({ game }) => game.isActive)
      .map(({ account, game }) => ({ game, interval: readingPlan(account, plans, clock.now()).intervalMinutes }))

  /** How many days of the zone are between the first that was measured and the day `start`. */
  const usualDaysOf = async (universeId: number, [first]: readonly DayRollup[], start: number, timeZone: string) => {
    if (first === undefined) return 0
    const since = Math.max((await store.series.firstMinute(universeId)) ?? 0, first.day * DAY_MINUTES)
    return Math.min(USUAL_DAYS, start - localDay(since, timeZone))
  }

  /** Of today and the six days before it, and of the 28 days before those. */
  const weekAverageOf = async (
    { account, game }: AccountGame,
    days: readonly DayRollup[],
    timeZone: string,
  ): Promise<WeekAverage> => {
    const now = minuteOf(clock.now())
    const { intervalMinutes } = readingPlan(account, plans, clock.now())
    const today = localDay(now, timeZone)
    const read = (start: number, until: Minute): Promise<DayRollup[]> =>
      readDays(game.universeId, { from: startOfDay(start, timeZone), until }, intervalMinutes)
    const start = today - WEEK_DAYS + 1
    const isUtc = timeZone === 'UTC'
    const before = isUtc
      ? days.filter(({ day }) => day < start)
      : await read(start - USUAL_DAYS, startOfDay(start, timeZone))
    const usualDays = await usualDaysOf(game.universeId, before, start, timeZone)
    return {
      value: averageOf(isUtc ? days.filter(({ day }) => day >= start) : await read(start, now + 1)),
      usual: usualAverage(before),
      usualDays,
      usualFrom: start - usualDays,
    }
  }

  return async function readHeadline(
    reader: GameViewer,
    latest: LatestSample | undefined,
    timeZone = 'UTC',
  ): Promise<Headline> {
    const { account, game } = reader
    const today = dayOf(minuteOf(clock.now()))
    const days = await rollups(reader, today - USUAL_DAYS - WEEK_DAYS + 1, today)
    const past = days.filter(({ day }) => day >= today - USUAL_DAYS && day < today)
    const day = await summarizeSpan(account, game, '24h')
    const [facts] = await store.universes.facts([game.universeId])
    const ratios = past.flatMap(({ last }) => ratio(last.likes, last.dislikes) ?? [])
    return {
      dayPeak: {
        value: day.summary.ccu.max,
        at: day.summary.ccu.peakAt,
        usual: await usualAt(reader, day.summary.ccu.peakAt),
      },
      peakEver: higher(await pastPeak(reader, today), peakOf(days)),
      weekAverage: await weekAverageOf(reader, days, timeZone),
      likeRatio: { value: latest ? ratio(latest.likes, latest.dislikes) : null, usual: usualOf(ratios) },
      rank: game.isActive && latest ? await rankOf(reader) : undefined,
      platform: facts,
    }
  }
}

function peakOf(days: readonly DayRollup[]): PlayerPeak | undefined {
  let peak: PlayerPeak | undefined
  for (const { ccu } of days) if (!peak || ccu.max > peak.value) peak = { value: ccu.max, at: ccu.maxAt }
  return peak
}

/** Returns the higher peak, and the earlier one of two that are equal. */
const higher = (one: PlayerPeak | undefined, other: PlayerPeak | undefined): PlayerPeak | undefined =>
  one === undefined || (other !== undefined && other.value > one.value) ? other : one

const usualOf = (values: readonly number[]): number | null =>
  values.length < MIN_USUAL_DAYS ? null : medianOf([...values])

function averageOf(days: readonly DayRollup[]): number | null {
  const covered = days.reduce((sum, day) => sum + day.coveredMinutes, 0)
  return covered === 0 ? null : days.reduce((sum, day) => sum + day.integral, 0) / covered
}

/** Whole weeks only would be better, but a game that is known for two of them has a usual, too. */
const usualAverage = (days: readonly DayRollup[]): number | null => {
  const covered = days.reduce((sum, day) => sum + day.coveredMinutes, 0)
  return covered < (MIN_USUAL_DAYS * DAY_MINUTES) / 2 ? null : averageOf(days)
}
