// Reads a universe's week: its segment and the head rows. Where both have a minute, the sample of the segment counts.
import type { Minute } from '../../../../domain/clock.js'
import { damagedRange } from '../../../../domain/rules/damage.js'
import { type Block, emptyBlock } from '../../../../domain/sample.js'
import { cut, merge } from '../blocks.js'
import type { Segment, WeekBuffer } from '../codec/segment.js'
import type { HeadRows } from '../head-rows.js'
import type { SeriesReadCache } from '../read-cache.js'
import { type Directory, type Entry, weekOf, weekStart } from '../tables/keys.js'
import type { Segments } from '../tables/segments.js'

export interface WeekReader {
  /** All readable samples of a universe's week. */
  read(universeId: number, week: number): Block
  /** The same, in `room` where the week is not one of those that are remembered. */
  readInto(room: WeekBuffer, universeId: number, week: number): Block
  /** The same; throws where some are unreadable. */
  readWhole(universeId: number, week: number): Block
  /** The samples of the segment only. */
  compacted(universeId: number, week: number): Block | undefined
  /** The weeks that may have a sample between the two minutes, ascending. */
  between(universeId: number, from: Minute, until: Minute): number[]
  /** The newest week before `week` that may have a sample. */
  before(universeId: number, week: number): number | undefined
  /** All samples between the two minutes, which should lie near each other. */
  block(universeId: number, from: Minute, until: Minute): Block
}

export interface Sources {
  readonly memory: SeriesReadCache
  readonly directory: Directory
  readonly segments: Segments
}

/** One answer reads these for several comparisons: four weeks, the week before and the current one. */
const RECENT_WEEKS = 6

/** Every function must be called inside one transaction, so that rows and segments have the same state. */
export function weekReader({ memory, directory, segments }: Sources): WeekReader {
  const segmentOf = (entry: Entry | undefined, week: number, room?: WeekBuffer): Segment | undefined => {
    if (entry === undefined || week < weekOf(entry.first) || week > weekOf(entry.last)) return undefined
    const place = { number: entry.number, universeId: entry.universeId, week }
    return week > weekOf(entry.last) - RECENT_WEEKS ? segments.readRecent(place) : segments.read(place, room)
  }

  const joined = (
    rows: HeadRows,
    entry: Entry | undefined,
    universeId: number,
    week: number,
    room?: WeekBuffer,
  ): Block => {
    const segment = segmentOf(entry, week, room)
    // Head rows in a thinned week come from a clock that was weeks behind. The compaction drops them, so they are not
    // read.
    if (segment !== undefined && segment.slot > 1) return segment.block
    const open = rows.block(universeId, weekStart(week), weekStart(week + 1))
    return segment === undefined ? open : merge(segment.block, open)
  }

  const between: WeekReader['between'] = (universeId, from, until) => {
    const weeks = new Set<number>()
    const entry = directory.find(universeId)
    if (entry !== undefined && entry.first < until && entry.last >= from)
      for (const week of segments.weeks(
        entry.number,
        weekOf(Math.max(from, entry.first)),
        weekOf(Math.min(until - 1, entry.last)),
      ))
        weeks.add(week)
    const open = memory.sync().range(universeId)
    if (open !== undefined && open.first < until && open.last >= from)
      for (let week = weekOf(Math.max(open.first, from)); week <= weekOf(Math.min(open.last, until - 1)); week++)
        weeks.add(week)
    return [...weeks].sort((a, b) => a - b)
  }

  return {
    between,
    before(universeId, week) {
      const entry = directory.find(universeId)
      const compacted =
        entry && segments.before(entry.number, Math.min(week, weekOf(entry.last) + 1), weekOf(entry.first))
      const open = memory.sync().range(universeId)
      if (open === undefined || weekOf(open.first) >= week) return compacted
      // Every week between the first and the last head row counts as one with samples; reading one without any costs
      // little.
      return Math.max(Math.min(weekOf(open.last), week - 1), compacted ?? Number.NEGATIVE_INFINITY)
    },
    compacted: (universeId, week) => segmentOf(directory.find(universeId), week)?.block,
    read: (universeId, week) => joined(memory.sync(), directory.find(universeId), universeId, week),
    readInto: (room, universeId, week) => joined(memory.sync(), directory.find(universeId), universeId, week, room),
    readWhole(universeId, week) {
      const entry = directory.find(universeId)
      const block = joined(memory.sync(), entry, universeId, week)
      // The segment may have been damaged since it was last checked.
      const error = entry && segments.damageOf({ number: entry.number, universeId, week })
      if (error !== undefined) throw damagedRange([{ from: weekStart(week), until: weekStart(week + 1) }], error)
      return block
    },
    block(universeId, from, until) {
      let block = emptyBlock(universeId, 0)
      for (const week of between(universeId, from, until))
        block = merge(block, cut(joined(memory.sync(), directory.find(universeId), universeId, week), from, until))
      return block
    },
  }
}
