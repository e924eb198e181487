// Reads series of games for programs: points by interval, with their coverage, beside an earlier period or the usual.

import type { Account } from '../../../domain/account.js'
import { type Clock, type Minute, minuteOf } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { Game } from '../../../domain/game.js'
import type { Metric } from '../../../domain/measures.js'
import type { Plans } from '../../../domain/plan.js'
import type { Store } from '../../../domain/ports/store.js'
import type { Damage } from '../../../domain/rules/damage.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import type { Span } from '../../../domain/rules/span.js'
import { type ResolutionPart, resolutionOf } from '../../../domain/rules/visible.js'
import {
  type BucketEdges,
  type BucketGrid,
  type BucketNumbers,
  bucketsBefore,
  startOf,
} from '../../../domain/series/buckets.js'
import { checkSize, minutesOf, SERIES_INTERVALS, type SeriesComparison } from '../../../domain/series/interval.js'
import type { SeriesPoints } from '../../../domain/series/points.js'
import type { UsualReader } from '../../insights/usual.js'
import type { UsualNow } from '../../insights/usual-now.js'
import { ConcurrencyQueue } from '../concurrency-queue.js'
import { newestData } from '../newest-data.js'
import type { BucketReader } from './bucket-reader.js'
import { countAt, type RangeQuery, seriesRange } from './series-range.js'
import { createUsualPoints, MAX_USUAL_DAYS, type UsualPoints } from './usual-points.js'

export interface GameSeriesQuery {
  readonly grid: BucketGrid
  readonly range: RangeQuery
  readonly metrics: readonly Metric[]
  readonly compare: SeriesComparison | undefined
}

export interface GameSeries {
  readonly game: Game
  readonly grid: BucketGrid
  readonly from: Minute
  readonly until: Minute
  readonly resolution: readonly ResolutionPart[]
  /** The parts of the range that are damaged on disk; they are not counted. */
  readonly damage: readonly Damage[]
  readonly points: SeriesPoints
  /** The last point, if it is not over; it and what it is compared with count up to `until`. */
  readonly running: Span | undefined
  /** The same buckets of the period before, or of 52 weeks before. */
  readonly compared: SeriesPoints | undefined
  readonly usual: UsualPoints | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly usual: UsualReader
  readonly usualNow: UsualNow
  readonly bucketReader: BucketReader
}

/** A year of minutes takes a tenth of a second of one processor, which all accounts share. */
const QUEUE_OPTIONS = {
  concurrency: 2,
  maxWaiting: 100,
  waitTimeoutMs: 20_000,
  tooMany: { name: 'too many series', facts: {} },
} as const

interface SeriesScope {
  readonly games: number
  readonly newest: Minute
}

export function createReadSeries(ports: Deps) {
  const { store, clock, plans } = ports
  const { readPoints } = ports.bucketReader
  const readUsual = createUsualPoints(ports)
  const turns = new ConcurrencyQueue(QUEUE_OPTIONS)

  /** Throws where the query cannot be answered, before anything is read. */
  const prepare = (account: Account, query: GameSeriesQuery, { games, newest }: SeriesScope) => {
    const { grid, range, metrics, compare } = query
    const now = minuteOf(clock.now())
    const plan = readingPlan(account, plans, clock.now())
    if (minutesOf(grid.interval) < plan.intervalMinutes) {
      const shortest = SERIES_INTERVALS.find((interval) => minutesOf(interval) >= plan.intervalMinutes)
      const facts = { shortest, minutes: plan.intervalMinutes }
      throw rejection('INVALID_PARAMETERS', { name: 'interval of the plan', facts })
    }
    const buckets = seriesRange(range, grid, { now, newest })
    checkSize({ metrics, games, compare }, grid.interval, (at) => countAt(buckets, grid, at))
    const span = { from: startOf(buckets.first, grid), until: startOf(buckets.first + buckets.count, grid) }
    if (compare === 'usual' && span.until - span.from > MAX_USUAL_DAYS * 1_440 + 120)
      throw rejection('INVALID_PARAMETERS', { name: 'usual range too long', facts: { days: MAX_USUAL_DAYS } })
    if (compare === 'usual' && !metrics.includes('ccu'))
      throw rejection('INVALID_PARAMETERS', { name: 'usual without players', facts: {} })
    return { now, plan, buckets, span }
  }

  const readOne = async (
    account: Account,
    game: Game,
    { query, ...scope }: SeriesScope & { readonly query: GameSeriesQuery },
  ): Promise<GameSeries> => {
    const { now, plan, buckets, span } = prepare(account, query, scope)
    const { grid, compare, metrics } = query
    const { universeId } = game
    const points = await readPoints({ universeId, plan, grid, buckets, metrics })
    const running = runningPoint(points.edges, now + 1)
    const back = compare === 'previous' || compare === 'year' ? bucketsBefore(buckets, compare, grid) : undefined
    return {
      game,
      grid,
      ...span,
      resolution: resolutionOf(plan, now, { from: span.from, until: Math.min(span.until, now + 1) }),
      damage: await store.series.damage(universeId, span, 'known'),
      points,
      running,
      compared:
        back &&
        (await readPoints({ universeId, plan, grid, buckets: back, metrics, until: elapsed(back, grid, running) })),
      usual: compare === 'usual' ? await readUsual({ account, game }, points.edges, now) : undefined,
    }
  }

  return {
    check: async (account: Account, query: GameSeriesQuery, games: number): Promise<void> => {
      prepare(account, query, { games, newest: await newestData(ports, []) })
    },

    read: (account: Account, games: readonly Game[], query: GameSeriesQuery): Promise<GameSeries[]> =>
      turns.take(`${account.id}`, async () => {
        const series: GameSeries[] = []
        const newest = await newestData(
          ports,
          games.map(({ universeId }) => universeId),
        )
        const scope = { query, games: games.length, newest }
        for (const game of games) series.push(await readOne(account, game, scope))
        return series
      }),

    readOne: (account: Account, game: Game, query: GameSeriesQuery): Promise<GameSeries> =>
      turns.take(`${account.id}`, async () => {
        const newest = await newestData(ports, [game.universeId])
        return await readOne(account, game, { query, games: 1, newest })
      }),
  }
}

/** Only the last point can be running, because no series goes on after the current one. */
function runningPoint(edges: BucketEdges, until: Minute): Span | undefined {
  const [from = until, end = until] = edges.slice(-2)
  return end > until && from < until ? { from, until } : undefined
}

/** The end of the part of the last bucket that is as long as the running point it is compared with. */
function elapsed({ first, count }: BucketNumbers, grid: BucketGrid, running: Span | undefined): Minute | undefined {
  return running && startOf(first + count - 1, grid) + running.until - running.from
}
