// Reads the points of one universe: days and weeks of whole UTC days from rollups, everything else from samples.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../../domain/clock.js'
import { MEASURE_NAMES, type Measure, type Metric } from '../../../domain/measures.js'
import type { Plan } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { Store } from '../../../domain/ports/store.js'
import { lastOf } from '../../../domain/rules/rollup.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { thin } from '../../../domain/sample.js'
import { BucketSums, joinSums } from '../../../domain/series/bucket-sums.js'
import { type BucketEdges, type BucketGrid, type BucketNumbers, edgesOf } from '../../../domain/series/buckets.js'
import { isCalendar } from '../../../domain/series/interval.js'
import { pointsOf, type SeriesPoints } from '../../../domain/series/points.js'
import type { DataVersions } from '../data-versions.js'
import { SettledSums } from './settled-sums.js'

/** How many days are read before it yields, because reading blocks all other requests. */
const BUCKET_DAY_BATCH_SIZE = 7
const LONG_BUCKET_COUNT = 1_000
/** The minimum number of buckets that are cached, because fewer are read as fast from the store. */
const MIN_SETTLED_BUCKETS = 14

export interface PointsQuery {
  readonly universeId: number
  readonly plan: Plan
  readonly grid: BucketGrid
  readonly buckets: BucketNumbers
  /** What the points are read for; other counters may be null. */
  readonly metrics: readonly Metric[]
  /** The last bucket counts up to this minute, if it is shorter than the bucket. */
  readonly until?: Minute | undefined
}

interface SummedPoints {
  readonly sums: BucketSums
  readonly points: SeriesPoints
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly dataVersions: DataVersions
  readonly activity?: Activity
}

/** Reads the points of a query, or the sums that they follow from. */
export type BucketReader = ReturnType<typeof createBucketReader>

export function createBucketReader({ store: { series }, clock, dataVersions, activity }: Deps) {
  const settledSums = new SettledSums(noteReads(activity, 'series'))
  const addRollups = async (sums: BucketSums, { universeId, plan }: PointsQuery, now: Minute): Promise<void> => {
    const [start, end] = endsOf(sums.edges)
    const view = { interval: plan.intervalMinutes, until: now + 1, isReadable: true }
    const days = await series.rollups(universeId, { start: dayOf(start), end: dayOf(end - 1) }, view)
    for (const day of days) sums.addRollup(day)
  }

  /** Reads whole UTC days, because only then a sample's covered minutes do not depend on the range. */
  const addSamples = async (
    sums: BucketSums,
    { universeId, plan, metrics }: PointsQuery,
    now: Minute,
  ): Promise<void> => {
    const [start, end] = endsOf(sums.edges)
    const [from, until] = [dayOf(start) * DAY_MINUTES, Math.min(end, now + 1)]
    let coverage = await series.coverage(universeId, { from, until: now + 1 }, plan.intervalMinutes)
    let read = 0
    for await (const block of series.scan(universeId, { from, until }, measuresOf(metrics))) {
      const visible = visibleInterval(plan, now, block.minutes[0] ?? 0)
      const seen = thin(block, visible)
      sums.addDay(seen, { ...coverage, interval: visible })
      coverage = { ...coverage, previous: lastOf(seen) }
      if (++read % BUCKET_DAY_BATCH_SIZE === 0) await yieldToEventLoop()
    }
  }

  /** Reads sums of days or weeks. Those of days and weeks that are over are cached until the past changes. */
  const sumDays = async (edges: BucketEdges, query: PointsQuery, now: Minute): Promise<BucketSums> => {
    const { universeId, plan, grid } = query
    const open = edges.findIndex((edge, at) => at > 0 && !dataVersions.isComplete(dayOf(edge - 1)))
    const settled = open < 0 ? edges.length - 1 : open - 1
    const sums = async (part: BucketEdges): Promise<BucketSums> => {
      const partSums = new BucketSums(part)
      await addSamples(partSums, query, now)
      return partSums
    }
    if (settled < MIN_SETTLED_BUCKETS) return sums(edges)
    const view = [
      plan.intervalMinutes,
      plan.fullDays,
      plan.hourlyDays,
      dayOf(now),
      grid.interval,
      grid.timeZone,
      measuresOf(query.metrics),
    ]
    const key = [universeId, dataVersions.past(universeId), ...view, edges[0], settled].join(' ')
    const done = await settledSums.of(key, () => sums(edges.slice(0, settled + 1)))
    return settled === edges.length - 1 ? done : joinSums(edges, [done, await sums(edges.slice(settled))])
  }

  /** One range can have both: in London, the days of winter are UTC days, and those of summer are not. */
  const sumCalendar = async (edges: BucketEdges, query: PointsQuery, now: Minute): Promise<BucketSums> => {
    const parts: BucketSums[] = []
    for (const { edges: part, isUtc } of utcRuns(edges)) {
      if (!isUtc) parts.push(await sumDays(part, query, now))
      else {
        const sums = new BucketSums(part)
        await addRollups(sums, query, now)
        parts.push(sums)
      }
    }
    const [only, ...more] = parts
    return only !== undefined && more.length === 0 ? only : joinSums(edges, parts)
  }

  const sumWhole = async (edges: BucketEdges, query: PointsQuery, now: Minute): Promise<BucketSums> => {
    if (isCalendar(query.grid.interval)) return sumCalendar(edges, query, now)
    const sums = new BucketSums(edges)
    await addSamples(sums, query, now)
    return sums
  }

  /** A part of a day has no rollup, so the last bucket is summed from samples. */
  const sumPartial = async (
    edges: BucketEdges,
    query: PointsQuery,
    { now, until }: { readonly now: Minute; readonly until: Minute },
  ): Promise<BucketSums> => {
    const partialEdges = edges.slice()
    partialEdges[edges.length - 1] = until
    const last = new BucketSums(partialEdges.slice(-2))
    await addSamples(last, query, now)
    if (edges.length === 2) return last
    return joinSums(partialEdges, [await sumWhole(edges.slice(0, -1), query, now), last])
  }

  const read = async (query: PointsQuery): Promise<SummedPoints> => {
    const { universeId, plan, grid, buckets } = query
    const now = minuteOf(clock.now())
    const edges = edgesOf(buckets, grid)
    const [start, end] = endsOf(edges)
    const { until = end } = query
    const sums = until < end ? await sumPartial(edges, query, { now, until }) : await sumWhole(edges, query, now)
    const before = await series.closingBefore(universeId, start, plan.intervalMinutes)
    // Each step with thousands of buckets takes milliseconds, so it has a turn of the event loop for itself.
    const isLong = edges.length > LONG_BUCKET_COUNT
    if (isLong) await yieldToEventLoop()
    const points = pointsOf(sums, before, now)
    if (isLong) await yieldToEventLoop()
    return { sums, points }
  }

  return { read, readPoints: async (query: PointsQuery): Promise<SeriesPoints> => (await read(query)).points }
}

interface BucketRun {
  readonly edges: BucketEdges
  readonly isUtc: boolean
}

/** The buckets in parts: those that consist of whole UTC days, and those that do not. */
function utcRuns(edges: BucketEdges): BucketRun[] {
  const isUtcAt = (at: number): boolean =>
    (edges[at] ?? 0) % DAY_MINUTES === 0 && (edges[at + 1] ?? 0) % DAY_MINUTES === 0
  const runs: BucketRun[] = []
  for (let from = 0, at = 1; at < edges.length; at++) {
    if (at < edges.length - 1 && isUtcAt(at) === isUtcAt(from)) continue
    runs.push({ edges: edges.slice(from, at + 1), isUtc: isUtcAt(from) })
    from = at
  }
  return runs
}

/** A ratio follows from two measures. */
const measuresOf = (metrics: readonly Metric[]): Measure[] =>
  MEASURE_NAMES.filter((name) => metrics.includes(name) || (isVote(name) && metrics.includes('like_ratio')))

const isVote = (name: Measure): boolean => name === 'likes' || name === 'dislikes'

const endsOf = (edges: BucketEdges): readonly [Minute, Minute] => [edges[0] ?? 0, edges.at(-1) ?? 0]
