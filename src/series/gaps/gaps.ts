// The gaps. Ranges are read, changed as values (ranges.ts), and the differences are written.
import type { Minute } from '../../domain/clock.js'
import type { Gap } from '../../domain/gap.js'
import type { Tick } from '../../domain/ports/series.js'
import { MAX_REACH } from '../../domain/rules/cadence.js'
import type { Sample } from '../../domain/sample.js'
import type { SampledMinutes, Schedules } from '../tables/schedules.js'
import { add, byBeginning, type GapRange, type MinuteRange, subtract } from './ranges.js'

export interface Gaps {
  /**
   * Removes the slots of new samples from the gaps, then adds gaps where there is no sample. No gap ends after the
   * minute of the tick. A gap that the tick before ended in the middle of a slot continues, at most to the end of the
   * slot; `last` is the minute of that tick. `among`: of these universes alone, to which all samples and gaps belong.
   */
  applyTick(tick: GapTick, last: Minute | undefined, among?: readonly number[]): void
  /** The universes of whose gaps `applyTick` changes some, or may. */
  concernedBy(tick: GapTick, last: Minute | undefined): Set<number>
  /** Whether a gap may continue at a tick after `last`. */
  mayGoOn(last: Minute): boolean
  /**
   * Removes what samples at these minutes (ascending, already stored) cover from the gaps of one universe, and what imported samples around
   * them cover now. Returns the time in which gaps may have changed, whether or not one did; undefined where there are no minutes.
   */
  cut(universeId: number, minutes: Int32Array): MinuteRange | undefined
  /** The gaps between the two minutes, clipped to them. */
  between(universeId: number, from: Minute, until: Minute): Gap[]
}

type GapTick = Pick<Tick, 'minute' | 'samples' | 'gaps'>

/** The rows of the database. */
export interface GapRows {
  /** Those that end at `minute` or later, by universe and beginning. */
  since(minute: Minute): Gap[]
  /** Whether one ends after `minute`. */
  hasAfter(minute: Minute): boolean
  /** Those of a universe that end after `from` and begin before `until`, by their beginnings. */
  between(universeId: number, from: Minute, until: Minute): Gap[]
  /** Replaces the one that begins at the same minute. */
  put(gap: Gap): void
  remove(universeId: number, from: Minute): void
}

export function gapTable(rows: GapRows, schedules: Schedules, sampledMinutes: SampledMinutes): Gaps {
  function rewrite(universeId: number, before: readonly GapRange[], after: readonly GapRange[]): void {
    const remaining = new Map(after.map((range) => [range.from, range]))
    for (const range of before) {
      const next = remaining.get(range.from)
      if (next === undefined) rows.remove(universeId, range.from)
      else if (next.until === range.until && next.reason === range.reason) remaining.delete(range.from)
    }
    for (const { from, until, reason } of remaining.values()) rows.put({ universeId, from, until, reason })
  }

  const storedSince = (id: number, minute: Minute): Gap[] => rows.between(id, minute - 1, Number.MAX_SAFE_INTEGER)

  /** What samples cover of a range; `tickSamples` are those of the tick that is being written. */
  function coveredIn(
    universeId: number,
    { from, until }: MinuteRange,
    tickSamples: readonly Sample[] = [],
  ): MinuteRange[] {
    const stored = sampledMinutes(universeId, from, until)
    const ticked = tickSamples.map(minuteOf).filter((minute) => minute >= from)
    const own = ticked.filter((minute) => minute < until)
    // Sorting takes seconds where a gap of years is added that has an import inside.
    const minutes = own.length === 0 ? stored : [...Array.from(stored), ...own].sort(ascending)
    const slots = schedules.coveredRanges(universeId, minutes)
    const before = schedules.importedBefore(universeId, from, sampledMinutes)
    if (before === undefined && !schedules.hasCadences(universeId, from, until)) return slots
    // An imported sample covers the time up to a next one that is a little late.
    const stillLater = [sampledMinutes(universeId, until, until + MAX_REACH)[0], ...ticked.filter((at) => at >= until)]
    const [after] = stillLater.filter(isMinute).sort(ascending)
    return [
      ...slots,
      ...schedules.importedRange(universeId, before, minutes[0] ?? after),
      ...schedules.importedRange(universeId, minutes[minutes.length - 1], after),
    ]
  }

  /** What imported samples cover now that samples from `first` to `last` were stored: these, those between them and those beside them. */
  function coveredByImports(universeId: number, first: Minute, last: Minute): MinuteRange[] {
    const from = schedules.hasCadences(universeId, first - MAX_REACH, first) ? first - MAX_REACH : first
    const until = last + 1 + (schedules.hasCadences(universeId, last, last + 1) ? MAX_REACH : 0)
    if (!schedules.hasCadences(universeId, from, until)) return []
    return schedules.importedRanges(universeId, sampledMinutes(universeId, from, until))
  }

  return {
    concernedBy({ minute, samples, gaps }, last = minute) {
      const concerned = new Set(gaps.map(({ universeId }) => universeId))
      for (const { universeId } of rows.since(Math.min(earliest(samples, gaps), last + 1))) concerned.add(universeId)
      return concerned
    },
    applyTick({ minute, samples, gaps: tickGaps }, last = minute, among = undefined) {
      const gaps = tickGaps.flatMap((gap) => endedBy(gap, minute + 1))
      // One query for all universes: in a tick without gaps it finds nothing, however many universes there are.
      const first = Math.min(earliest(samples, gaps), last + 1)
      const stored = groupBy(
        among?.flatMap((id) => storedSince(id, first)) ?? rows.since(first),
        (gap) => gap.universeId,
      )
      if (stored.size === 0 && gaps.length === 0) return
      const changed = new Map<number, readonly GapRange[]>()
      const current = (id: number): readonly GapRange[] => changed.get(id) ?? stored.get(id) ?? []
      for (const { universeId, minute } of samples) {
        if (current(universeId).some((range) => range.until > minute))
          changed.set(universeId, subtract(current(universeId), schedules.coveredRanges(universeId, [minute])))
      }
      const missing = groupBy(gaps, (gap) => gap.universeId)
      const concerned = samples.filter(({ universeId }) => stored.has(universeId) || missing.has(universeId))
      const samplesByUniverse = groupBy(concerned, (sample) => sample.universeId)
      const put = (universeId: number, range: GapRange): void =>
        void changed.set(
          universeId,
          add(current(universeId), range, coveredIn(universeId, range, samplesByUniverse.get(universeId))),
        )
      for (const id of stored.keys())
        for (const { until, reason } of current(id)) {
          if (until <= last || until > minute) continue
          // The usual case needs no query of the schedule: the next slot begins where the gap ends.
          if (missing.get(id)?.some((gap) => gap.from === until)) continue
          if (samplesByUniverse.get(id)?.some((sample) => sample.minute === until)) continue
          const end = schedules.slots(id, [until - 1])[0]?.until ?? until
          if (end > until) put(id, { from: until, until: Math.min(end, minute + 1), reason })
        }
      for (const { universeId, ...range } of gaps) put(universeId, range)
      for (const [universeId, ranges] of changed) rewrite(universeId, stored.get(universeId) ?? [], ranges)
    },
    mayGoOn: rows.hasAfter,
    cut(universeId, minutes) {
      const first = minutes[0]
      const last = minutes.at(-1)
      if (first === undefined || last === undefined) return undefined
      const range = { from: first - MAX_REACH, until: last + 1 + MAX_REACH }
      const stored = rows.between(universeId, range.from, range.until)
      if (stored.length > 0) {
        const covered = [...schedules.coveredRanges(universeId, minutes), ...coveredByImports(universeId, first, last)]
        rewrite(universeId, stored, subtract(stored, covered.sort(byBeginning)))
      }
      return range
    },
    between: (universeId, from, until) =>
      rows
        .between(universeId, from, until)
        .map((gap) => ({ ...gap, from: Math.max(gap.from, from), until: Math.min(gap.until, until) })),
  }
}

const minuteOf = ({ minute }: Sample): Minute => minute
const isMinute = (minute: Minute | undefined): minute is Minute => minute !== undefined
const ascending = (a: number, b: number): number => a - b

const endedBy = (gap: Gap, end: Minute): Gap[] => (gap.from < end ? [{ ...gap, until: Math.min(gap.until, end) }] : [])

function earliest(samples: readonly Sample[], gaps: readonly Gap[]): Minute {
  let first = Number.POSITIVE_INFINITY
  for (const { minute } of samples) first = Math.min(first, minute)
  for (const { from } of gaps) first = Math.min(first, from)
  return first
}

/** `Map.groupBy`, which Node 20 does not have yet. */
export function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
