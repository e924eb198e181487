// Reads the recent past of a universe for a ranking: CCU over 24 hours, and the sample of a week ago.

import { type Clock, DAY_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../../domain/clock.js'
import { MEASURE_NAMES } from '../../../domain/measures.js'
import type { Activity } from '../../../domain/ports/activity.js'
import { noteReads } from '../../../domain/ports/activity.js'
import type { EventSource } from '../../../domain/ports/events.js'
import type { SeriesStore } from '../../../domain/ports/series.js'
import { type Block, rowsAt } from '../../../domain/sample.js'
import { CHANGE_TOLERANCE, type SampleValues, valuesAt } from '../../insights/visible-past.js'
import { MAX_AGE_MINUTES, ReadingCache } from '../reading-cache.js'

export type PastSample = SampleValues

export interface GamePast {
  /** Mean CCU of each half hour of the last 24 hours; null where none was measured. */
  readonly line: readonly (number | null)[]
  /** The first minute of the line. */
  readonly lineFrom: Minute
  /** The most players of these 24 hours, as read at most `MAX_AGE_MINUTES` ago; null where none were measured. */
  readonly peak: number | null
  readonly weekBefore: PastSample | undefined
}

interface PastCacheEntry extends Pick<GamePast, 'line' | 'lineFrom' | 'peak'> {
  /** The samples around a week ago, including those that the next minutes need. Objects would take three times the memory. */
  readonly week: readonly Block[]
}

export const LINE_POINTS = 48
const POINT_MINUTES = DAY_MINUTES / LINE_POINTS

/** Leaves out the samples that a plan does not show. */
type BlockThinning = (block: Block) => Block
const withAll: BlockThinning = (block) => block

export class RecentPast {
  private readonly series: SeriesStore
  private readonly cache: ReadingCache<PastCacheEntry>

  constructor(
    { series, events }: { readonly series: SeriesStore; readonly events: EventSource },
    private readonly clock: Clock,
    activity: Activity,
  ) {
    this.series = series
    this.cache = new ReadingCache({ clock, events, onRead: noteReads(activity, 'rankings') })
  }

  async of(universeId: number): Promise<GamePast> {
    const { week, ...past } = await this.cache.of(`${universeId}`, universeId, (now) => this.read(universeId, now))
    return { ...past, weekBefore: sampleNear(week, minuteOf(this.clock.now()) - WEEK_MINUTES) }
  }

  /** The same before a minute of the past; it is not kept. */
  async before(universeId: number, at: Minute, thinning: BlockThinning): Promise<GamePast> {
    const { week, ...past } = await this.read(universeId, at, thinning)
    return { ...past, weekBefore: sampleNear(week, at - WEEK_MINUTES) }
  }

  private async read(universeId: number, now: Minute, thinned: BlockThinning = withAll): Promise<PastCacheEntry> {
    const sums = new Float64Array(LINE_POINTS)
    const counts = new Int32Array(LINE_POINTS)
    const from = now + 1 - DAY_MINUTES
    let peak: number | null = null
    for await (const block of this.series.scan(universeId, { from, until: now + 1 }, ['ccu'], 'once')) {
      const { minutes, columns } = thinned(block)
      minutes.forEach((minute, row) => {
        const point = Math.floor((minute - from) / POINT_MINUTES)
        const ccu = columns.ccu[row] ?? 0
        peak = Math.max(peak ?? 0, ccu)
        sums[point] = (sums[point] ?? 0) + ccu
        counts[point] = (counts[point] ?? 0) + 1
      })
    }
    const line = Array.from(counts, (count, point) => (count === 0 ? null : (sums[point] ?? 0) / count))
    const then = now - WEEK_MINUTES
    const tolerance = CHANGE_TOLERANCE + MAX_AGE_MINUTES
    const week: Block[] = []
    const around = { from: then - CHANGE_TOLERANCE, until: then + tolerance }
    for await (const block of this.series.scan(universeId, around, MEASURE_NAMES, 'once')) {
      const rows = thinned(block)
      // A copy, because the next block is written into the same memory.
      week.push(rowsAt(rows, [...rows.minutes.keys()]))
    }
    return { line, lineFrom: from, peak, week }
  }
}

/** The sample nearest to `minute`, at most an hour away; the earlier one of two equally near. */
function sampleNear(blocks: readonly Block[], minute: Minute): PastSample | undefined {
  let found: (() => PastSample) | undefined
  let best = CHANGE_TOLERANCE + 1
  for (const block of blocks) {
    for (const [row, at] of block.minutes.entries()) {
      const distance = Math.abs(at - minute)
      if (distance < best) [best, found] = [distance, () => valuesAt(block, row)]
    }
  }
  return found?.()
}
