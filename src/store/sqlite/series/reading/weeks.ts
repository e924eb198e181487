// A universe's week as readers see it: its segment and the open rows, the segment's where both have a minute.
import type { Minute } from '../../../../domain/clock.js'
import { damagedRange } from '../../../../domain/rules/damage.js'
import { type Block, emptyBlock } from '../../../../domain/sample.js'
import { cut, merge } from '../blocks.js'
import type { Segment } from '../codec/segment.js'
import type { HeadRows } from '../head-rows.js'
import type { Memory } from '../memory.js'
import { type Directory, type Entry, weekOf, weekStart } from '../tables/keys.js'
import type { Segments } from '../tables/segments.js'

export interface WeekReader {
  /** All of a universe's samples of one week that can be read. */
  read(universeId: number, week: number): Block
  /** The same; throws where some cannot. */
  readWhole(universeId: number, week: number): Block
  /** Those that are in the segment. */
  compacted(universeId: number, week: number): Block | undefined
  /** The weeks that may have a sample between the two minutes, ascending. */
  between(universeId: number, from: Minute, until: Minute): number[]
  /** The newest week before `week` that may have a sample. */
  before(universeId: number, week: number): number | undefined
  /** All samples between the two minutes, which should lie near each other. */
  block(universeId: number, from: Minute, until: Minute): Block
}

export interface Sources {
  readonly memory: Memory
  readonly directory: Directory
  readonly segments: Segments
}

/** Every function is to be called inside one transaction, so that rows and segments are of the same moment. */
export function weekReader({ memory, directory, segments }: Sources): WeekReader {
  const segmentOf = (entry: Entry | undefined, week: number): Segment | undefined =>
    entry === undefined || week < weekOf(entry.first) || week > weekOf(entry.last)
      ? undefined
      : segments.read({ number: entry.number, universeId: entry.universeId, week })

  const joined = (rows: HeadRows, entry: Entry | undefined, universeId: number, week: number): Block => {
    const segment = segmentOf(entry, week)
    // What a clock that is weeks behind writes into a thinned-out week is dropped when it is folded.
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
      // Open weeks lie side by side: one that is empty costs a look.
      return Math.max(Math.min(weekOf(open.last), week - 1), compacted ?? Number.NEGATIVE_INFINITY)
    },
    compacted: (universeId, week) => segmentOf(directory.find(universeId), week)?.block,
    read: (universeId, week) => joined(memory.sync(), directory.find(universeId), universeId, week),
    readWhole(universeId, week) {
      const entry = directory.find(universeId)
      const block = joined(memory.sync(), entry, universeId, week)
      // It may have broken since somebody looked.
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
