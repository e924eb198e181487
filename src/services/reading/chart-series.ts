// Reads the data of a chart of one or more games at each account's own resolution: points, gaps, and the previous
// period.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { AccountGame, Game } from '../../domain/game.js'
import type { Metric } from '../../domain/measures.js'
import type { Plan, Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { cadenceReader } from '../../domain/rules/cadence.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { GapFinder } from '../../domain/rules/long-gaps.js'
import { type Coverage, lastOf, rollUpDay } from '../../domain/rules/rollup.js'
import { daysOfSpanName, type Span, type SpanName, spanOf } from '../../domain/rules/span.js'
import { type Curve, ThinnedCurve } from '../../domain/rules/thin-out.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import { minuteAtWall, wallOf } from '../../domain/rules/wall-clock.js'
import { type Block, thin } from '../../domain/sample.js'
import { CurveMeans, type MeanCurve, meanStepOf } from '../../domain/series/mean-curve.js'
import type { SeriesPoints } from '../../domain/series/points.js'
import { createGameEvents, type EventViewer, type GameEvent } from './events/game-events.js'
import { LineSums, type MeasuredShares } from './series/line-sums.js'
import { sampledUntil } from './series/sampled-until.js'

/** What is known without reading the series: whether there is data, and whether it changed. */
export interface SpanOutline {
  readonly span: Span
  /** Undefined for the time between two that were chosen. */
  readonly spanName?: SpanName | undefined
  /** Of the hours and days into which the lines are summed. */
  readonly timeZone: string
  readonly games: readonly OutlinedGame[]
}

export interface ChartOutline extends SpanOutline {
  readonly spanName: SpanName
}

interface OutlinedGame {
  readonly game: Game
  readonly plan: Plan
  /** The minute of the last sample; undefined if there is none. */
  readonly last: Minute | undefined
  /** What happened within the range, oldest first. */
  readonly events: readonly GameEvent[]
}

export interface ChartLine extends Curve {
  readonly game: Game
  /** The first minute of the range. */
  readonly from: Minute
  /** The longest distance in minutes between two points of the curve where nothing is missing. */
  readonly interval: number
  /** Times with a longer interval: each from `since` on, oldest first. */
  readonly schedule: readonly { readonly since: Minute; readonly interval: number }[]
  /**
   * Times without samples, longer than an hour and than the interval of their day; the thinned curve may not show them.
   */
  readonly gaps: readonly Span[]
  /** The share of the range, up to `dueUntil`, that samples cover. */
  readonly coverage: number
  /** The end of the range, or of the minutes of it whose samples can be there. */
  readonly dueUntil: Minute
  /** The parts of the range that are damaged and cannot be read. */
  readonly damaged: readonly Span[]
  readonly measured: MeasuredShares
  /** Of each hour, or of each day of a range of more than eight days; of the line's own interval. */
  readonly points: SeriesPoints
  /** Of players, where there are more samples than can be seen one by one. */
  readonly means: MeanCurve | undefined
  /** The mean of players over the covered time of the range; null where nothing is covered. */
  readonly meanPlayers: number | null
}

/** The drawn properties of a line. */
export const pointsOf = ({ minutes, values, interval, schedule, gaps }: ChartLine) => ({
  minutes,
  values,
  interval,
  schedule,
  gaps,
})

interface LineSpan extends Span {
  readonly timeZone: string
  readonly now: Minute
}

/** More than a chart's width in pixels, so thinning is not visible. */
const MAX_CHART_BUCKETS = 2_400
/** How many days are read before it yields, because reading blocks all other requests. */
const CHART_DAY_BATCH_SIZE = 4

export function createChartSeries({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const gameEvents = createGameEvents({ store })
  const readers = (accountGames: readonly AccountGame[]) =>
    accountGames.map(({ account }) => readingPlan(account, plans, clock.now()))

  /** The days of named ranges are those of the zone. */
  const outline = async (
    accountGames: readonly EventViewer[],
    spanName: SpanName,
    timeZone = 'UTC',
  ): Promise<ChartOutline> => {
    const now = minuteOf(clock.now())
    const ids = accountGames.map(({ game }) => game.universeId)
    const interval = Math.max(...readers(accountGames).map((plan) => plan.intervalMinutes))
    const firsts = spanName === 'all' ? await Promise.all(ids.map((id) => store.series.firstMinute(id))) : []
    const first = Math.min(now, ...firsts.map((minute) => minute ?? now))
    const span = spanOf(spanName, { now, interval, first, timeZone })
    return { ...(await outlineOf(accountGames, span, timeZone)), spanName }
  }

  /** The outline of any span, up to the current minute. */
  const outlineSpan = (
    accountGames: readonly EventViewer[],
    { from, until }: Span,
    timeZone = 'UTC',
  ): Promise<SpanOutline> => {
    const end = Math.min(until, minuteOf(clock.now()) + 1)
    if (from >= end) throw rejection('INVALID_PARAMETERS', { name: 'days in the future', facts: {} })
    return outlineOf(accountGames, { from, until: end }, timeZone)
  }

  const outlineOf = async (
    accountGames: readonly EventViewer[],
    span: Span,
    timeZone: string,
  ): Promise<SpanOutline> => {
    const ids = accountGames.map(({ game }) => game.universeId)
    const latest = await store.series.latest(ids)
    const known = readers(accountGames)
    const games: OutlinedGame[] = []
    for (const [index, viewer] of accountGames.entries()) {
      const { game } = viewer
      games.push({
        game,
        plan: known[index] ?? plans.free,
        last: latest.get(game.universeId)?.minute,
        events: await gameEvents(viewer, span),
      })
    }
    return { span, timeZone, games }
  }

  const readLine = async (
    { game, plan }: OutlinedGame,
    metric: Metric,
    { now, timeZone, ...span }: LineSpan,
  ): Promise<ChartLine> => {
    const { universeId } = game
    const interval = plan.intervalMinutes
    let coverage = await store.series.coverage(universeId, span, interval)
    const bucket = Math.max(1, Math.floor((span.until - span.from) / MAX_CHART_BUCKETS))
    const curve = new ThinnedCurve(bucket)
    const step = metric === 'ccu' ? meanStepOf(span, interval) : undefined
    const means = step === undefined ? undefined : new CurveMeans(step)
    const schedule = slowerTimes(plan, coverage, span, now)
    const gaps = new GapFinder(interval, schedule)
    let covered = 0
    let read = 0
    const sums = new LineSums(span, timeZone)
    for await (const block of store.series.blocks(universeId, span.from, span.until)) {
      const visible = visibleInterval(plan, now, block.minutes[0] ?? 0)
      const seen = thin(block, visible)
      covered += rollUpDay(seen, { ...coverage, interval: visible })?.coveredMinutes ?? 0
      sums.addDay(seen, { ...coverage, interval: visible })
      coverage = { ...coverage, previous: lastOf(seen) }
      for (const [row, minute] of seen.minutes.entries()) {
        const value = valueAt(seen, metric, row)
        curve.add(minute, value)
        means?.add(minute, value)
        if (!Number.isNaN(value)) gaps.add(minute)
      }
      if (++read % CHART_DAY_BATCH_SIZE === 0) await yieldToEventLoop()
    }
    const isOpen = span.until > now
    const dueUntil = isOpen ? await sampledUntil(store.series, { universeId, interval, now }) : span.until
    const share = dueUntil > span.from ? covered / (dueUntil - span.from) : 0
    const damage = await store.series.damage(universeId, span, 'known')
    const damaged = damage.filter(({ what }) => what === 'samples')
    // The points of a thinned curve are up to a bucket apart, which is no gap however close the reader zooms in.
    const spacing = Math.max(interval, bucket)
    return {
      game,
      from: span.from,
      ...curve.done(),
      means: means?.done(),
      interval: spacing,
      schedule,
      gaps: gaps.done(span.until),
      coverage: share,
      dueUntil,
      damaged,
      measured: sums.measuredShares(dueUntil),
      points: sums.pointsAfter(await store.series.closingBefore(universeId, span.from, interval), dueUntil),
      meanPlayers: sums.meanPlayers(),
    }
  }

  const read = async ({ games, span, timeZone }: SpanOutline, metric: Metric): Promise<ChartLine[]> => {
    const lines: ChartLine[] = []
    const now = minuteOf(clock.now())
    for (const outlined of games) lines.push(await readLine(outlined, metric, { ...span, timeZone, now }))
    return lines
  }

  /** Reads one game over any time span. */
  const readWindow = ({ account, game }: AccountGame, metric: Metric, span: Span): Promise<ChartLine> => {
    const plan = readingPlan(account, plans, clock.now())
    const now = minuteOf(clock.now())
    return readLine({ game, plan, last: undefined, events: [] }, metric, { ...span, timeZone: 'UTC', now })
  }

  /**
   * Reads the period of the same length that ends `shift` minutes earlier, by default the one just before in whole days;
   * undefined if it has no samples.
   */
  const readPrevious = async (
    { games, span, timeZone, spanName }: SpanOutline,
    metric: Metric,
    shift = previousShift(span, timeZone, spanName),
  ) => {
    const [outlined] = games
    if (!outlined) return undefined
    const before = { from: span.from - shift, until: span.until - shift }
    const line = await readLine(outlined, metric, { ...before, timeZone, now: minuteOf(clock.now()) })
    return line.minutes.length === 0 ? undefined : { ...line, shift }
  }

  return { outline, outlineSpan, read, readPrevious, readWindow }
}

/** The length of the range in whole days of the zone, so that the same hours of the day are compared. */
export function previousShift({ from, until }: Span, timeZone = 'UTC', name?: SpanName): number {
  // The current day of a named range counts as a whole one from its first minute on. A day of a zone may have an hour more.
  const days = (name && daysOfSpanName(name)) ?? Math.max(1, Math.ceil((until - from - HOUR_MINUTES) / DAY_MINUTES))
  return timeZone === 'UTC' ? days * DAY_MINUTES : from - daysBefore(from, days, timeZone)
}

/** The minute at which the zone showed the same time of day. */
const daysBefore = (minute: Minute, days: number, timeZone: string): Minute =>
  minuteAtWall(wallOf(minute, timeZone) - days * DAY_MINUTES, timeZone)

function valueAt({ columns }: Block, metric: Metric, row: number): number {
  if (metric !== 'like_ratio') return columns[metric][row] ?? Number.NaN
  const [likes, dislikes] = [columns.likes[row] ?? Number.NaN, columns.dislikes[row] ?? Number.NaN]
  // 0 / 0 is NaN, which stands for a missing value here.
  return likes / (likes + dislikes)
}

type SlowerInterval = { readonly since: Minute; readonly interval: number }

/**
 * Times with a longer interval than the plan's: because of the schedule at that time, because the samples were imported
 * at a longer one, or because old days are thinned out.
 */
function slowerTimes(
  plan: Plan,
  { schedules, cadences = [] }: Coverage,
  { from, until }: Span,
  now: Minute,
): SlowerInterval[] {
  const edges = new Set(schedules.map(({ since }) => since))
  for (const span of cadences) edges.add(span.from).add(span.until)
  const cadenceAt = cadenceReader(cadences)
  for (let day = dayOf(from); day * DAY_MINUTES < until; day++) edges.add(day * DAY_MINUTES)
  const found: SlowerInterval[] = []
  let index = -1
  for (const since of [...edges].sort((a, b) => a - b)) {
    while ((schedules[index + 1]?.since ?? Number.POSITIVE_INFINITY) <= since) index++
    const interval = Math.max(visibleInterval(plan, now, since), cadenceAt(since) || (schedules[index]?.interval ?? 0))
    if (interval !== found.at(-1)?.interval) found.push({ since, interval })
  }
  return found
}
