// The port of the time series: ticks in, blocks of columns out.
import type { Minute } from '../clock.js'
import type { Gap } from '../gap.js'
import type { Damage } from '../rules/damage.js'
import type { DateRange } from '../rules/date-range.js'
import type { DayRollup } from '../rules/rollup.js'
import type { ScheduleChange } from '../rules/schedule.js'
import type { Span } from '../rules/span.js'
import type { Block, Sample } from '../sample.js'
import type { UniverseFacts } from '../universe.js'

/** All that one tick found out. It is stored whole or not at all. */
export interface Tick {
  readonly minute: Minute
  readonly samples: readonly Sample[]
  readonly gaps: readonly Gap[]
  /** Universes whose name, publication time or condition changed. */
  readonly facts: readonly UniverseFacts[]
  readonly schedules: readonly ScheduleChange[]
  readonly cursor: TickCursor
}

/** Up to where due time is accounted for, and whether the clock was distrusted since. */
export interface TickCursor {
  readonly minute: Minute
  readonly clockWasWrong: boolean
}

export interface ImportCount {
  readonly imported: number
  readonly corrected: number
  readonly unchanged: number
}

/** A universe's state now: its last sample, with the last known votes where the sample has none. */
export interface LatestSample extends Sample {
  readonly votesMinute: Minute | null
}

export interface RollupView {
  /** The reader's interval, minutes. */
  readonly interval: number
  /** Nothing after this minute is covered yet. */
  readonly until: Minute
  /**
   * Counts what can be read and nothing else. Without it, what a damaged day was added up to before counts on: a record
   * that fell then is no less true.
   */
  readonly isReadable?: boolean
}

/** A stretch of samples that cannot be read any more. */
export interface LostSamples {
  /**
   * `sums`: a week was thinned out, and what its days had added up to before is lost. `removed samples`: what retention
   * removed of a week cannot be restored; nothing that anybody reads is lost.
   */
  readonly what: 'samples' | 'sums' | 'removed samples'
  /** Null where nothing tells whose they are. */
  readonly universeId: number | null
  readonly from: Minute
  readonly until: Minute
  /** How many there were; null where nothing tells. */
  readonly samples: number | null
}

export interface SeriesSize {
  readonly samples: number
  /** Of the whole database. */
  readonly bytes: number
  readonly freeBytes: number
  /** At the schedules now in force, once packed. */
  readonly samplesADay: number
  readonly bytesADay: number
  /** What no plan will read in full any more within the next thirty days. */
  readonly leavingSamples: number
  readonly leavingBytes: number
}

export interface SeriesStore {
  cursor(): Promise<TickCursor | undefined>
  /**
   * A sample that is there already stays; a gap never covers a sample, and never ends after the tick's minute: where its
   * slot is not over, the ticks that follow let it go on.
   */
  recordTick(tick: Tick): Promise<void>
  /**
   * Blocks of at most a UTC day, oldest first, of the minutes `from` ≤ m < `until`. What is damaged is left out; with
   * `isWhole` it is an error.
   */
  blocks(universeId: number, from: Minute, until: Minute, isWhole?: boolean): AsyncIterable<Block>
  /**
   * What of these minutes is damaged on disk, oldest first: as it is known, by a look at each week since the start and
   * after every change by others, or by a fresh look at each of them.
   */
  damage(universeId: number, span: Span, look: 'known' | 'fresh'): Promise<Damage[]>
  latest(universeIds: readonly number[]): Promise<Map<number, LatestSample>>
  /** Of each universe the sample nearest to `minute`, at most `tolerance` minutes away; the earlier of two. */
  nearest(universeIds: readonly number[], minute: Minute, tolerance: number): Promise<Map<number, Sample>>
  firstMinute(universeId: number): Promise<Minute | undefined>
  /** The votes of the last sample before `minute` that has any. */
  votesBefore(universeId: number, minute: Minute): Promise<Pick<Sample, 'likes' | 'dislikes'> | undefined>
  /** What a reader at `interval` sees of the days `start` … `end`; days without a sample are left out. */
  rollups(universeId: number, range: DateRange, view: RollupView): Promise<DayRollup[]>
  /**
   * Samples of one universe, ascending and of any length, written over what was there; a gap ends where a sample stands.
   * Whole weeks at a time cost the least.
   */
  importBlock(block: Block): Promise<ImportCount>
  /** Whether the week of this minute was thinned out under the plans' retention: it takes no samples any more. */
  isThinnedOut(universeId: number, minute: Minute): Promise<boolean>
  gaps(universeId: number, from: Minute, until: Minute): Promise<Gap[]>
  /** The schedules in force from `from` on, oldest first, the one before it included. */
  schedules(universeId: number, from: Minute, until: Minute): Promise<ScheduleChange[]>
  /** Reads everything: for the doctor. */
  findDamage(signal?: AbortSignal): Promise<readonly LostSamples[]>
  size(): Promise<SeriesSize>
  /** Reads in what most answers need, so that the first reader waits no longer than others: before the doors open. */
  warmUp(): Promise<void>
  /** Packs what is over, an hour at a time: to be called about hourly, by the service alone. Changes no answer. */
  maintain(signal?: AbortSignal): Promise<void>
}
