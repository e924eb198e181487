// Reads a universe's week: its segment and the head rows. Where both have a minute, the sample of the segment counts.
import type { Minute } from '../../domain/clock.js'
import { damagedRange } from '../../domain/rules/damage.js'
import type { Span } from '../../domain/rules/span.js'
import { type Block, emptyBlock, joinMinutes } from '../../domain/sample.js'
import { cut, merge } from '../blocks.js'
import { bufferFor, type Segment, type WeekBuffer } from '../codec/segment.js'
import type { HeadRowReader } from '../head-rows.js'
import type { SeriesMemory } from '../memory.js'
import { type Directory, type Entry, weekOf, weekStart } from '../tables/keys.js'
import type { EncodedSegment, Segments } from '../tables/segments.js'

export interface WeekReader {
  /** All readable samples of a universe's week; those before `from` may be missing. */
  read(universeId: number, week: number, from?: Minute): Block
  /** The same, in `room` where the week is not one of those that are remembered. */
  readInto(room: WeekBuffer, universeId: number, week: number): Block
  /** The same; throws where some are unreadable. In `room` where it is given, and then not remembered. */
  readWhole(universeId: number, week: number, room?: WeekBuffer): Block
  /** What has to be decoded to read the week; undefined where it is remembered. */
  encoded(universeId: number, week: number): EncodedSegment | undefined
  /** The samples of the segment only. */
  compacted(universeId: number, week: number): Block | undefined
  /** The weeks that may have a sample between the two minutes, ascending. */
  between(universeId: number, from: Minute, until: Minute): number[]
  /** The newest week before `week` that may have a sample. */
  before(universeId: number, week: number): number | undefined
  /** All samples between the two minutes, which should lie near each other. */
  block(universeId: number, from: Minute, until: Minute): Block
  /** The minutes of these samples alone, ascending, of which no value is decoded: that takes a tenth of the time. */
  minutes(universeId: number, from: Minute, until: Minute): Int32Array
  /**
   * The samples of a part of one week. They are valid until `room` is used again: decoding the weeks of thousands of universes, each
   * into memory of its own, would collect garbage for longer than it decodes.
   */
  part(room: WeekBuffer, universeId: number, span: Span): Block
}

export interface Sources {
  readonly memory: SeriesMemory
  readonly directory: Directory
  readonly segments: Segments
}

interface WeekPlace {
  readonly universeId: number
  readonly week: number
  /** The whole week where these are missing; of a longer span, the part in the week. */
  readonly from?: Minute
  readonly until?: Minute
}

interface WeekReadOptions {
  readonly room: WeekBuffer
  /** It is used also for a week that would be remembered, and is then not remembered. */
  readonly isOnce?: boolean
}

/** One answer reads these for several comparisons: four weeks, the week before and the current one. */
const RECENT_WEEKS = 6

/** Every function must be called inside one transaction, so that rows and segments have the same state. */
export function weekReader({ memory, directory, segments }: Sources): WeekReader {
  const segmentOf = (
    entry: Entry | undefined,
    { week, from = weekStart(week) }: Omit<WeekPlace, 'universeId'>,
    how?: WeekReadOptions,
  ): Segment | undefined => {
    if (entry === undefined || week < weekOf(entry.first) || week > weekOf(entry.last)) return undefined
    // While evaluation follows the ticks, it asks for what only the head rows have; decoding a week takes ten times as long.
    if (entry.last < from) return undefined
    const place = { number: entry.number, universeId: entry.universeId, week }
    if (how?.isOnce === true) return segments.readRecent(place, how.room)
    return week > weekOf(entry.last) - RECENT_WEEKS ? segments.readRecent(place) : segments.read(place, how?.room)
  }

  const joined = (rows: HeadRowReader, entry: Entry | undefined, place: WeekPlace, how?: WeekReadOptions): Block => {
    const { universeId, week } = place
    const from = Math.max(place.from ?? 0, weekStart(week))
    const until = Math.min(place.until ?? Number.POSITIVE_INFINITY, weekStart(week + 1))
    const segment = segmentOf(entry, place, how)
    const compacted = segment && cut(segment.block, from, until)
    // Head rows in a thinned week come from a clock that was weeks behind. The compaction keeps them with the
    // removed samples, so they are not read.
    if (compacted !== undefined && segment !== undefined && segment.slot > 1) return compacted
    const open = rows.block(universeId, from, until)
    return compacted === undefined ? open : merge(compacted, open)
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
    const open = memory.sync().bounds(universeId)
    if (open !== undefined && open.first < until && open.last >= from)
      for (let week = weekOf(Math.max(open.first, from)); week <= weekOf(Math.min(open.last, until - 1)); week++)
        weeks.add(week)
    return [...weeks].sort((a, b) => a - b)
  }

  const roomForMinutes: WeekBuffer = { block: bufferFor(0, []).block, measures: [] }

  return {
    between,
    minutes(universeId, from, until) {
      const how = { room: roomForMinutes, isOnce: true }
      const parts = between(universeId, from, until).map((week) =>
        joined(memory.sync(), directory.find(universeId), { universeId, week, from, until }, how).minutes.slice(),
      )
      return joinMinutes(parts)
    },
    before(universeId, week) {
      const entry = directory.find(universeId)
      const compacted =
        entry && segments.before(entry.number, Math.min(week, weekOf(entry.last) + 1), weekOf(entry.first))
      const open = memory.sync().bounds(universeId)
      if (open === undefined || weekOf(open.first) >= week) return compacted
      // Every week between the first and the last head row counts as one with samples; reading one without any costs
      // little.
      return Math.max(Math.min(weekOf(open.last), week - 1), compacted ?? Number.NEGATIVE_INFINITY)
    },
    compacted: (universeId, week) => segmentOf(directory.find(universeId), { week })?.block,
    read: (universeId, week, from) =>
      joined(memory.sync(), directory.find(universeId), { universeId, week, ...(from !== undefined && { from }) }),
    readInto: (room, universeId, week) =>
      joined(memory.sync(), directory.find(universeId), { universeId, week }, { room }),
    readWhole(universeId, week, room) {
      const entry = directory.find(universeId)
      const block = joined(memory.sync(), entry, { universeId, week }, room && { room, isOnce: true })
      // The segment may have been damaged since it was last checked.
      const error = entry && segments.damageOf({ number: entry.number, universeId, week })
      if (error !== undefined) throw damagedRange([{ from: weekStart(week), until: weekStart(week + 1) }], error)
      return block
    },
    encoded(universeId, week) {
      const entry = directory.find(universeId)
      return entry && segments.encoded({ number: entry.number, universeId, week })
    },
    block(universeId, from, until) {
      let block = emptyBlock(universeId, 0)
      for (const week of between(universeId, from, until))
        block = merge(block, joined(memory.sync(), directory.find(universeId), { universeId, week, from, until }))
      return block
    },
    part: (room, universeId, { from, until }) =>
      joined(
        memory.sync(),
        directory.find(universeId),
        { universeId, week: weekOf(from), from, until },
        { room, isOnce: true },
      ),
  }
}
