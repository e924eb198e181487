// Reads the points of one universe: whole UTC days from rollups, everything else from samples.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../../domain/clock.js'
import type { Plan } from '../../../domain/plan.js'
import type { Store } from '../../../domain/ports/store.js'
import { lastOf } from '../../../domain/rules/rollup.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { thin } from '../../../domain/sample.js'
import { BucketSums } from '../../../domain/series/bucket-sums.js'
import { type BucketEdges, type BucketGrid, type BucketNumbers, edgesOf } from '../../../domain/series/buckets.js'
import { isCalendar } from '../../../domain/series/interval.js'
import { pointsOf, type SeriesPoints } from '../../../domain/series/points.js'

/** How many days are read before it yields, because reading blocks all other requests. */
const DAY_BATCH_SIZE = 7

export interface PointsQuery {
  readonly universeId: number
  readonly plan: Plan
  readonly grid: BucketGrid
  readonly buckets: BucketNumbers
}

export function createBucketReader({ store: { series }, clock }: { store: Store; clock: Clock }) {
  const addRollups = async (sums: BucketSums, { universeId, plan }: PointsQuery, now: Minute): Promise<void> => {
    const [start, end] = endsOf(sums.edges)
    const view = { interval: plan.intervalMinutes, until: now + 1, isReadable: true }
    const days = await series.rollups(universeId, { start: dayOf(start), end: dayOf(end - 1) }, view)
    for (const day of days) sums.addRollup(day)
  }

  /** Reads whole UTC days, because only then a sample's covered minutes do not depend on the range. */
  const addSamples = async (sums: BucketSums, { universeId, plan }: PointsQuery, now: Minute): Promise<void> => {
    const [start, end] = endsOf(sums.edges)
    const [from, until] = [dayOf(start) * DAY_MINUTES, Math.min(end, now + 1)]
    let coverage = await series.coverage(universeId, { from, until: now + 1 }, plan.intervalMinutes)
    let read = 0
    for await (const block of series.blocks(universeId, from, until)) {
      const visible = visibleInterval(plan, now, block.minutes[0] ?? 0)
      const seen = thin(block, visible)
      sums.addDay(seen, { ...coverage, interval: visible })
      coverage = { ...coverage, previous: lastOf(seen) }
      if (++read % DAY_BATCH_SIZE === 0) await breathe()
    }
  }

  return async function readPoints(query: PointsQuery): Promise<SeriesPoints> {
    const { universeId, plan, grid, buckets } = query
    const now = minuteOf(clock.now())
    const sums = new BucketSums(edgesOf(buckets, grid))
    const isOfDays = isCalendar(grid.interval) && grid.timeZone === 'UTC'
    await (isOfDays ? addRollups : addSamples)(sums, query, now)
    const [start] = endsOf(sums.edges)
    return pointsOf(sums, await series.closingBefore(universeId, start, plan.intervalMinutes), now)
  }
}

const endsOf = (edges: BucketEdges): readonly [Minute, Minute] => [edges[0] ?? 0, edges.at(-1) ?? 0]
