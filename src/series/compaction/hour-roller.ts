// Keeps the first sample of each of the last hours beside the segments, as they are compacted.
import { type Clock, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { type Block, emptyBlock, thin } from '../../domain/sample.js'
import { cut, merge } from '../blocks.js'
import type { WeekReader } from '../reading/weeks.js'
import { type HourSamples, hasHours, STORED_HOURS_MINUTES } from '../tables/hour-samples.js'
import { type Directory, EARLIEST_WEEK, weekStart } from '../tables/keys.js'
import type { SegmentKey } from '../tables/segments.js'

export interface HourRoller {
  /** Must be called in the transaction that writes a segment, with all samples of its week. */
  update(place: SegmentKey, week: Block): void
  /** The minute from which on hours are stored now. */
  horizon(): Minute
  /** Stores the hours of a universe that has none yet. Must be called inside a transaction. */
  fill(number: number, universeId: number): void
}

export interface HourRollerDeps {
  readonly hourSamples: HourSamples
  readonly directory: Directory
  readonly weeks: WeekReader
  readonly clock: Clock
}

export function hourRoller({ hourSamples, directory, weeks, clock }: HourRollerDeps): HourRoller {
  const horizon = (): Minute =>
    (Math.floor(minuteOf(clock.now()) / HOUR_MINUTES) + 1) * HOUR_MINUTES - STORED_HOURS_MINUTES

  /** The stored hours before and after a week; undefined where there are others that are not stored, as after a clock was weeks off. */
  function storedHoursAround(
    { number, universeId, week }: SegmentKey,
    since: Minute,
  ): readonly [Block, Block] | undefined {
    const stored = hourSamples.read({ number, universeId })
    const entry = directory.find(universeId)
    const until = since + STORED_HOURS_MINUTES
    const isKnown = (from: Minute, end: Minute): boolean =>
      from >= end || (stored !== undefined && hasHours(stored, from, end))
    const first = Math.max(since, entry?.first ?? weekStart(EARLIEST_WEEK))
    const end = Math.min(until, (entry?.last ?? Number.NEGATIVE_INFINITY) + 1)
    if (!isKnown(first, weekStart(week)) || !isKnown(weekStart(week + 1), end)) return undefined
    const block = stored?.block ?? emptyBlock(universeId, 0)
    return [cut(block, since, weekStart(week)), cut(block, weekStart(week + 1), until)]
  }

  return {
    update(place, week) {
      const since = horizon()
      if (weekStart(place.week + 1) <= since) return
      const around = storedHoursAround(place, since)
      if (around === undefined) {
        hourSamples.drop(place.number)
        return
      }
      const weekHours = thin(cut(week, since, since + STORED_HOURS_MINUTES), HOUR_MINUTES)
      hourSamples.write(place.number, { since, block: merge(merge(around[0], weekHours), around[1]) })
    },

    horizon,
    fill(number, universeId) {
      const since = horizon()
      hourSamples.write(number, {
        since,
        block: thin(weeks.block(universeId, since, since + STORED_HOURS_MINUTES), HOUR_MINUTES),
      })
    },
  }
}
