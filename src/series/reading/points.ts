// Reads single samples: the last, the first, the nearest, and the last known votes.
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { MEASURE_NAMES } from '../../domain/measures.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { ClosingValues } from '../../domain/rules/rollup.js'
import { type Block, rowAt, type Sample } from '../../domain/sample.js'
import { type ClockState, MAX_AHEAD_MINUTES } from '../../domain/time/clock-check.js'
import { copy, cut, lastVotedRow, sampleAt } from '../blocks.js'
import { bufferFor } from '../codec/segment.js'
import { nearestIn } from '../sample-windows.js'
import { LATEST_WEEK, weekOf, weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import { closingReader } from './closing-values.js'
import { COST, type StoredReading, type UniverseReader } from './universe-reader.js'
import type { Sources, WeekReader } from './weeks.js'

/** Every method must be called inside one transaction. */
export interface PointReader {
  latest(): UniverseReader<LatestSample>
  nearest(minute: Minute, tolerance: number): UniverseReader<Sample>
  firstMinute(universeId: number): Minute | undefined
  closingBefore(universeId: number, minute: Minute, interval: number): ClosingValues
}

type MinuteVotes = Pick<Sample, 'minute' | 'likes' | 'dislikes'>

export interface PointSources extends Pick<Sources, 'memory' | 'directory' | 'segments'> {
  readonly clock: Clock
  readonly clockState: () => ClockState
}

/** Samples of a day, two days and a week ago are read minute after minute, so the following hour is cached. */
const CACHE_BEFORE_MINUTES = 5
const CACHE_AFTER_MINUTES = 60

/** Holds a week of one universe while a sample of it is looked for: thousands of them would take new memory each. */
const room = bufferFor(0, MEASURE_NAMES)

export function pointReader(
  { memory, directory, segments, clock, clockState }: PointSources,
  weeks: WeekReader,
  rollups: RollupTable,
): PointReader {
  const closingBefore = closingReader({ memory, directory, weeks, rollups })

  /** A sample of the future, which an older Headcount may have stored, would otherwise stay the latest until then. */
  const latestAllowed = (): Minute =>
    clockState() === 'correct' ? minuteOf(clock.now()) + MAX_AHEAD_MINUTES : Number.POSITIVE_INFINITY

  function lastOf(universeId: number): Sample | undefined {
    const until = latestAllowed() + 1
    const open = memory.sync().bounds(universeId)
    // Usually the last tick is the latest sample, and no segment is needed.
    if (open !== undefined && open.last < until && open.last > (directory.find(universeId)?.last ?? open.first - 1))
      return sampleAt(memory.sync().block(universeId, open.last, open.last + 1), 0)
    let week = weeks.before(universeId, Math.min(LATEST_WEEK, weekOf(until)) + 1)
    for (; week !== undefined; week = weeks.before(universeId, week)) {
      const block = weeks.part(room, universeId, { from: weekStart(week), until: weekStart(week + 1) })
      const row = rowAt(block.minutes, until) - 1
      if (row < 0) continue
      rememberDayBefore(block, week)
      return sampleAt(block, row)
    }
    return undefined
  }

  /** Who asks for the latest sample asks for that of a day before next, which is often in the same week. */
  function rememberDayBefore(block: Block, week: number): void {
    const minute = minuteOf(clock.now()) - DAY_MINUTES
    const [from, until] = [minute - CACHE_BEFORE_MINUTES, minute + CACHE_AFTER_MINUTES]
    const isRemembered = memory.windows.nearest(block.universeId, minute, 0) !== undefined
    if (from < weekStart(week) || until > weekStart(week + 1) || isRemembered) return
    const window = { from, until, block: copy(cut(block, from, until)) }
    if (nearestIn(window, minute) !== undefined && isReadable(block.universeId, from, until))
      memory.windows.add(block.universeId, window)
  }

  /** The same samples as `weeks.block`, valid until the room is used again where they are of one week. */
  function samplesBetween(universeId: number, from: Minute, until: Minute): Block {
    const isOneWeek = weekOf(from) === weekOf(until - 1)
    return isOneWeek ? weeks.part(room, universeId, { from, until }) : weeks.block(universeId, from, until)
  }

  /** Whether no week of the span was found damaged. A damaged one is not remembered: if the disk failed only once, the next read finds its samples. */
  function isReadable(universeId: number, from: Minute, until: Minute): boolean {
    const number = directory.find(universeId)?.number
    if (number === undefined) return true
    for (let week = weekOf(from); week <= weekOf(until - 1); week++)
      if (segments.damageOf({ number, universeId, week }) !== undefined) return false
    return true
  }

  function isLast(universeId: number, minute: Minute): boolean {
    if (latestAllowed() === Number.POSITIVE_INFINITY) return true
    const [open, compacted] = [memory.sync().bounds(universeId)?.last, directory.find(universeId)?.last]
    if (minute === Math.max(open ?? minute, compacted ?? minute)) return true
    const week = weeks.before(universeId, LATEST_WEEK + 1)
    return week !== undefined && weeks.read(universeId, week).minutes.at(-1) === minute
  }

  function remembered(universeId: number, until: Minute): LatestSample | undefined {
    const latest = memory.latest.get(universeId)
    return latest !== undefined && latest.minute <= until ? latest : undefined
  }

  function latestOf(universeId: number): LatestSample | undefined {
    const last = lastOf(universeId)
    if (last === undefined) return undefined
    const sample = withKnownTotals(last)
    if (sample.likes !== null && sample.dislikes !== null) return { ...sample, votesMinute: sample.minute }
    const votes = votesBefore(universeId, sample.minute)
    if (votes === undefined) return { ...sample, votesMinute: null }
    return { ...sample, likes: votes.likes, dislikes: votes.dislikes, votesMinute: votes.minute }
  }

  /** An imported sample may lack totals; then the last known ones are shown (DATA-22). */
  function withKnownTotals(sample: Sample): Sample {
    if (sample.visits !== null && sample.favorites !== null) return sample
    const known = closingBefore(sample.universeId, sample.minute, 1)
    return { ...sample, visits: sample.visits ?? known.visits, favorites: sample.favorites ?? known.favorites }
  }

  /** The last votes in the samples of a week. */
  function votesIn(universeId: number, week: number, until: Minute): MinuteVotes | undefined {
    const block = weeks.read(universeId, week)
    const row = lastVotedRow(block, rowAt(block.minutes, until))
    return row < 0 ? undefined : sampleAt(block, row)
  }

  function votesBefore(universeId: number, minute: Minute): MinuteVotes | undefined {
    const inItsWeek = votesIn(universeId, weekOf(minute - 1), minute)
    if (inItsWeek !== undefined) return inItsWeek
    let week = weeks.before(universeId, weekOf(minute - 1))
    while (week !== undefined) {
      const votes = votesOfWeek(universeId, week)
      if (votes !== undefined) return votes
      week = weeks.before(universeId, week)
    }
    return undefined
  }

  /** The last votes of a whole week, from its rollups, which stay when its samples are thinned. */
  function votesOfWeek(universeId: number, week: number): MinuteVotes | undefined {
    const entry = directory.find(universeId)
    const isOpen = memory.sync().has(universeId, weekStart(week), weekStart(week + 1))
    const stored = isOpen || entry === undefined ? undefined : rollups.votes(entry.number, week)
    return stored === undefined ? votesIn(universeId, week, weekStart(week + 1)) : stored.at(-1)
  }

  function nearestOf(universeId: number, minute: Minute, tolerance: number): Sample | undefined {
    const [from, until] = [minute - tolerance, minute + tolerance + 1]
    const wide = { from, until, block: samplesBetween(universeId, from, until) }
    const [narrowFrom, narrowUntil] = [
      Math.max(from, minute - CACHE_BEFORE_MINUTES),
      Math.min(until, minute + CACHE_AFTER_MINUTES),
    ]
    const narrow = { from: narrowFrom, until: narrowUntil, block: copy(cut(wide.block, narrowFrom, narrowUntil)) }
    const isNarrow = nearestIn(narrow, minute) !== undefined
    if (isReadable(universeId, from, until))
      memory.windows.add(universeId, isNarrow ? narrow : { ...wide, block: copy(wide.block) })
    return nearestIn(wide, minute)
  }

  function readLatest(universeId: number): StoredReading<LatestSample> {
    const isOpen = memory.sync().bounds(universeId) !== undefined
    const value = latestOf(universeId)
    // A sample before one of the future is the latest only for now, so it is not cached.
    if (value !== undefined && isLast(universeId, value.minute)) memory.latest.set(universeId, value)
    return { value, cost: isOpen && value?.votesMinute === value?.minute ? COST.row : COST.segment }
  }

  return {
    latest() {
      memory.sync()
      const until = latestAllowed()
      const known = (id: number) => {
        const value = remembered(id, until)
        return value && { value }
      }
      return { known, read: readLatest }
    },
    nearest(minute, tolerance) {
      memory.sync()
      const known = (id: number) => memory.windows.nearest(id, minute, tolerance)
      const read = (id: number) => ({ value: nearestOf(id, minute, tolerance), cost: COST.segment })
      return { known, read }
    },
    closingBefore,
    firstMinute(universeId) {
      const open = memory.sync().range(universeId)?.first
      const compacted = directory.find(universeId)?.first
      return open === undefined || compacted === undefined ? (open ?? compacted) : Math.min(open, compacted)
    },
  }
}
