// The rollups: the sums of the finished days of a universe's week, for the intervals in use.
import type { Minute } from '../../domain/clock.js'
import type { Log } from '../../domain/ports/events.js'
import { type DayRollup, DaySum } from '../../domain/rules/rollup.js'
import type { Block } from '../../domain/sample.js'
import { dayOfBlock, lastVotedRow, splitDays } from '../blocks.js'
import { CorruptError } from '../codec/bytes.js'
import {
  areRollupsOfNewestFormat,
  type DayVotes,
  dayCountOf,
  decodeRollups,
  encodeRollups,
  type RollupPart,
  type WeekRollups,
} from '../codec/rollups.js'
import type { WeekCoverageReader } from '../reading/week-coverage.js'
import { type DaySamples, daySamplesOf, EVERY_MINUTE } from './damaged-segments.js'
import { type Entry, keyOf, LATEST_WEEK, numberOfKey, weekOf, weekOfKey } from './keys.js'
import type { SegmentKey } from './segments.js'

export interface RollupTable {
  /** The sums for readers at `interval` by week, ascending. */
  between(number: number, from: number, until: number, interval: number): Map<number, StoredWeek>
  /** The last votes of each day of a week, as far as they are stored. */
  votes(number: number, week: number): readonly DayVotes[] | undefined
  /** The slot in minutes to which a week was thinned; 1 where it was not. */
  slotOf(place: SegmentKey): number
  /** Computes the rollups of the changed days of a week (of all its days where it has no rollups), and keeps the others. */
  update(place: SegmentKey, week: Block, changed: ChangedDays): void
  /** Writes the rollups of a week again where they are of an older format and take less space in the newest one. */
  renew(place: SegmentKey): void
  /**
   * Marks the rollups of all weeks from that of `since` on as stale, because a schedule changed at that minute. Does nothing where the
   * segments have no sample since then: a sample covers the interval that was in force when it was taken.
   */
  markStale(entry: Entry, since: Minute): void
  /** Marks those of one week. */
  markWeekStale(number: number, week: number): void
  isStale(place: SegmentKey): boolean
  /** Computes all days of a whole week again where some interval in use has no sums of them. */
  addMissingIntervals(place: SegmentKey, week: Block): void
  /**
   * The keys of weeks whose rollups must be computed again. Those with damaged rollups are included where all samples
   * are there.
   */
  staleKeys(): number[]
  /** The contents of the segments of a universe by week, without segments that a broken page hides. */
  retentions(number: number, from: number, until: number): (WeekRetention & { readonly week: number })[]
  /** All weeks with a row, including those outside the universe's range. */
  weeks(number: number): number[]
  /** The number of samples of each day of a week when its rollups were computed; undefined where it is unreadable. */
  daySamples(place: SegmentKey): readonly DaySamples[] | undefined
  /** The numbers of all universes with rows. */
  numbers(): number[]
  /** Records that the segment was thinned; its rollups stay as they are. */
  setRetention(place: SegmentKey, retention: WeekRetention): void
}

export interface ChangedDays {
  readonly days: ReadonlySet<number>
  /** Whether their samples cover more or less than before. */
  readonly hasNewCadences: boolean
}

export interface StoredWeek {
  readonly slot: number
  /**
   * Undefined where they must be computed from the samples. Where a week was thinned to longer slots than an interval without sums, those
   * for the nearest shorter one: its samples are too few.
   */
  readonly days: readonly DayRollup[] | undefined
}

export interface WeekRetention {
  readonly samples: number
  /** The slot in minutes of which the first sample is kept. */
  readonly slot: number
}

/** What was decoded of the bytes of one row. */
export type DecodedRollups = Map<RollupPart, WeekRollups>

/**
 * The key, the slot and the bytes; null where the rollups must be computed again. Rows that are kept for later reads have a place
 * for what is decoded.
 */
export type RollupRow = readonly [key: number, slot: number, data: Buffer | null, decoded?: DecodedRollups | undefined]

/** The rows of the database, by the keys of keys.ts; without those that a broken part of it hides. */
export interface RollupRows {
  /** By week, ascending. */
  between(number: number, from: number, until: number): RollupRow[]
  /** The samples and the slot stay. */
  replaceData(key: number, data: Buffer): void
  /** The slot becomes 1. */
  put(key: number, samples: number, data: Buffer): void
  setRetention(key: number, retention: WeekRetention): void
  slotOf(key: number): number | undefined
  retentions(number: number, from: number, until: number): (WeekRetention & { readonly week: number })[]
  /**
   * Removes the data of these weeks, both included. Weeks in quarantine are excluded, because their rollups are all that is
   * left of the lost days. So are thinned weeks, whose rollups cannot be computed again.
   */
  markStale(number: number, from: number, until: number): void
  /** The same for one week, also for one in quarantine. */
  markDamagedStale(key: number): void
  staleKeys(): number[]
  weeks(number: number): number[]
  numbers(): number[]
}

interface RollupOptions {
  /** The intervals of readers, in minutes. */
  readonly intervals: readonly number[]
  readonly log: Log | undefined
}

export function rollupTable(
  rows: RollupRows,
  coverageOf: WeekCoverageReader,
  { intervals, log }: RollupOptions,
): RollupTable {
  const [damaged, logged] = [new Set<number>(), new Set<number>()]

  /** Rollups that do not decode are computed from the samples instead. */
  const decode = ([key, , data, decoded]: RollupRow, part: RollupPart = 'all'): WeekRollups | undefined => {
    if (data === null) return undefined
    try {
      const rollups = decoded?.get(part) ?? decodeRollups(data, key, part)
      // Everything is decoded only to be written again.
      if (part !== 'all') decoded?.set(part, rollups)
      return rollups
    } catch (error) {
      if (!(error instanceof CorruptError)) throw error
      if (!logged.has(key))
        log?.error(
          { number: numberOfKey(key), week: weekOfKey(key), err: error },
          'The rollups of a week are damaged; they are computed from its samples.',
        )
      damaged.add(key)
      logged.add(key)
      return undefined
    }
  }

  const read = (number: number, week: number, part?: RollupPart): WeekRollups | undefined => {
    const [row] = rows.between(number, week, week)
    return row && decode(row, part)
  }

  const daysAt = (row: RollupRow, interval: number): readonly DayRollup[] | undefined => {
    const [, slot, data] = row
    const days = decode(row, interval)?.days.get(interval)
    if (data !== null && days !== undefined && days.length === dayCountOf(data)) return days
    // A thinned week has all samples that readers at its slot or a longer interval see.
    return slot > interval ? nearestDays(decode(row), interval) : undefined
  }

  const isComplete = (rollups: WeekRollups): boolean =>
    intervals.every((interval) => completeSections(rollups).has(interval))

  const table: RollupTable = {
    between: (number, from, until, interval) =>
      new Map(
        rows
          .between(number, from, until)
          .map((row) => [weekOfKey(row[0]), { slot: row[1], days: daysAt(row, interval) }]),
      ),
    votes: (number, week) => read(number, week, 'votes')?.votes,
    update(place, week, { days, hasNewCadences }) {
      const stored = read(place.number, place.week)
      // Where a plan has a new interval, the stored days have no sums for it yet, so all days are computed again.
      const known = stored && isComplete(stored) ? stored : undefined
      const coverage = coverageOf(place.universeId, place.week)
      const coveredDays = coverage.hasCadences || hasNewCadences ? withNextDays(days, week) : days
      const byInterval = new Map<number, DayRollup[]>(intervals.map((interval) => [interval, []]))
      const votes: DayVotes[] = []
      for (const block of splitDays(week)) {
        const day = dayOfBlock(block)
        if (known !== undefined && !coveredDays.has(day)) continue
        for (const [interval, rollups] of byInterval) {
          const view = { interval, until: Number.POSITIVE_INFINITY }
          const rollup = new DaySum(coverage.of(week, day, view)).add(block).at(Number.POSITIVE_INFINITY)
          if (rollup !== undefined) rollups.push(rollup)
        }
        const row = lastVotedRow(block, block.minutes.length)
        if (row >= 0)
          votes.push({
            day,
            minute: block.minutes[row] ?? 0,
            likes: block.columns.likes[row] ?? 0,
            dislikes: block.columns.dislikes[row] ?? 0,
          })
      }
      const key = keyOf(place.number, place.week)
      const rollups = joined(known, { days: byInterval, votes }, coveredDays)
      rows.put(key, week.minutes.length, encodeRollups(rollups, key))
    },
    renew({ number, week }) {
      const [row] = rows.between(number, week, week)
      const before = row?.[2] ?? null
      if (row === undefined || before === null || areRollupsOfNewestFormat(before)) return
      const rollups = decode(row)
      const renewed = rollups && encodeRollups(rollups, row[0])
      if (renewed !== undefined && renewed.length < before.length) rows.replaceData(row[0], renewed)
    },
    slotOf: ({ number, week }) => rows.slotOf(keyOf(number, week)) ?? 1,
    markWeekStale: (number, week) => rows.markStale(number, week, week),
    markStale: ({ number, last }, since) => {
      if (last >= since) rows.markStale(number, weekOf(since), LATEST_WEEK)
    },
    retentions: rows.retentions,
    weeks: rows.weeks,
    daySamples: ({ number, week }) => daySamplesOf(read(number, week, EVERY_MINUTE)),
    setRetention: ({ number, week }, retention) => rows.setRetention(keyOf(number, week), retention),
    isStale: ({ number, week }) => read(number, week) === undefined,
    addMissingIntervals(place, week) {
      const stored = read(place.number, place.week)
      if (stored === undefined || !isComplete(stored))
        table.update(place, week, { days: new Set(), hasNewCadences: false })
    },
    numbers: rows.numbers,
    staleKeys() {
      for (const key of damaged) rows.markDamagedStale(key)
      damaged.clear()
      return rows.staleKeys()
    },
  }
  return table
}

/** The sections of a week with all of its days: an interval that was in no plan for some time may lack some. */
function completeSections({ days }: WeekRollups): Map<number, readonly DayRollup[]> {
  const count = Math.max(0, ...[...days.values()].map(({ length }) => length))
  return new Map([...days].filter(([, { length }]) => length === count))
}

/** The sums for the longest interval up to this one, or else for the shortest. */
function nearestDays(rollups: WeekRollups | undefined, interval: number): readonly DayRollup[] | undefined {
  if (rollups === undefined) return undefined
  const ascending = [...completeSections(rollups)].sort(([a], [b]) => a - b)
  return (ascending.findLast(([other]) => other <= interval) ?? ascending[0])?.[1]
}

/** The last sample of a day may cover time of the next one, as far as that one has samples. */
function withNextDays(days: ReadonlySet<number>, week: Block): ReadonlySet<number> {
  const sampled = [...splitDays(week)].map(dayOfBlock)
  return new Set([...days, ...sampled.filter((day) => days.has(day - 1) || days.has(day - 2))])
}

/** The known days that were not computed again, and the new ones, for the intervals in use. */
function joined(known: WeekRollups | undefined, made: WeekRollups, recomputedDays: ReadonlySet<number>): WeekRollups {
  if (known === undefined) return made
  const keep = <Row extends { readonly day: number }>(before: readonly Row[] = [], now: readonly Row[]): Row[] =>
    [...before.filter((row) => !recomputedDays.has(row.day)), ...now].sort((a, b) => a.day - b.day)
  const days = new Map([...made.days].map(([interval, rollups]) => [interval, keep(known.days.get(interval), rollups)]))
  return { days, votes: keep(known.votes, made.votes) }
}
