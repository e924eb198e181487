// The port of the time series: it stores ticks and reads blocks of columns.

import type { Minute } from '../clock.js'
import type { Gap } from '../gap.js'
import type { Measure } from '../measures.js'
import type { LostSamples } from '../reasons/database-damage.js'
import type { Damage } from '../rules/damage.js'
import type { DateRange } from '../rules/date-range.js'
import type { ClosingValues, Coverage, DayRollup } from '../rules/rollup.js'
import type { ScheduleChange } from '../rules/schedule.js'
import type { Span } from '../rules/span.js'
import type { Block, Sample } from '../sample.js'
import type { UniverseFacts } from '../universe.js'

/** The results of one tick, which are stored completely or not at all. */
export interface Tick {
  readonly minute: Minute
  readonly samples: readonly Sample[]
  readonly gaps: readonly Gap[]
  /** Universes whose name, publication time or condition changed. */
  readonly facts: readonly UniverseFacts[]
  readonly schedules: readonly ScheduleChange[]
  readonly cursor: TickCursor
}

/** The minute up to which due time is accounted for, and whether the clock was not trusted since. */
export interface TickCursor {
  readonly minute: Minute
  readonly clockWasWrong: boolean
}

export interface ImportCount {
  readonly imported: number
  readonly corrected: number
  readonly unchanged: number
}

/** What is imported with one call. */
export interface PreparedImport {
  readonly block: PreparedBlock
  /** See `importBlock`. */
  readonly cadences: Int32Array
}

export interface PreparedBlock extends Block {
  /** What the storage engine has made of the block before it is imported. */
  readonly encoded?: Uint8Array
}

/** A universe's current state: its last sample, in which a missing value is replaced by the last known one. */
export interface LatestSample extends Sample {
  readonly votesMinute: Minute | null
}

export interface RollupView {
  /** The reader's interval, in minutes. */
  readonly interval: number
  /** Nothing after this minute counts as covered yet. */
  readonly until: Minute
  /**
   * True to count only what can be read. Otherwise the sums of a day are used even if the day is damaged, because a
   * record of that day is still valid.
   */
  readonly isReadable?: boolean
}

export interface SeriesSize {
  readonly samples: number
  /** The size of the whole database. */
  readonly bytes: number
  readonly freeBytes: number
  /** At the current schedules, after compaction. */
  readonly samplesADay: number
  readonly bytesADay: number
  /** Samples that no plan will read in full any more in thirty days. */
  readonly leavingSamples: number
  readonly leavingBytes: number
}

export interface SeriesStore {
  /** How many universes are best read at once: 1 where a read takes the time of this process, and more where it waits for a server. */
  readonly readsAtOnce: number
  cursor(): Promise<TickCursor | undefined>
  /**
   * An existing sample stays. A gap never covers a sample and never ends after the tick's minute: if its slot is not
   * over, the next ticks extend it.
   */
  recordTick(tick: Tick): Promise<void>
  /**
   * Returns blocks of at most one UTC day, oldest first, of the minutes `from` ≤ m < `until`. Damaged samples are
   * omitted.
   */
  blocks(universeId: number, from: Minute, until: Minute): AsyncIterable<Block>
  /**
   * The same for a caller that needs all of them, and a block only until it asks for the next one, as an export does. Throws
   * INTERNAL_ERROR at the first week with damaged samples.
   */
  wholeBlocks(universeId: number, span: Span): AsyncIterable<Block>
  /**
   * The same samples for a caller that needs a block only until it asks for the next one, so that all weeks are read into
   * the same memory. Players and `measures` are read; every other column may be NaN. `once`: no other reader is expected to
   * ask for the same weeks soon, so that none of them is remembered.
   */
  scan(universeId: number, span: Span, measures: readonly Measure[], readers?: 'several' | 'once'): AsyncIterable<Block>
  /**
   * Returns what of these minutes is damaged on disk, oldest first. `known` uses the check that was made of each week
   * since the start and since its last change; `fresh` checks each week again.
   */
  damage(universeId: number, span: Span, look: 'known' | 'fresh'): Promise<Damage[]>
  /** A number that changes when samples are found damaged, or can be read again. */
  damageVersion(): number
  latest(universeIds: readonly number[]): Promise<Map<number, LatestSample>>
  /**
   * For each universe, the sample nearest to `minute`, at most `tolerance` minutes away; the earlier one of two equally
   * near.
   */
  nearest(universeIds: readonly number[], minute: Minute, tolerance: number): Promise<Map<number, Sample>>
  /**
   * The same among the first samples of each UTC hour only. It costs little within the last two days, however many
   * universes are asked for.
   */
  nearestHour(universeIds: readonly number[], minute: Minute, tolerance: number): Promise<Map<number, Sample>>
  firstMinute(universeId: number): Promise<Minute | undefined>
  /**
   * The value of each measure but CCU that a reader at `interval` saw last before `minute`; null where there is none.
   */
  closingBefore(universeId: number, minute: Minute, interval: number): Promise<ClosingValues>
  /** The rollups that a reader at `interval` sees of the days `start` … `end`; days without a sample are omitted. */
  rollups(universeId: number, range: DateRange, view: RollupView): Promise<DayRollup[]>
  /**
   * Imports ascending samples of one universe, of any length, and overwrites existing ones; a gap ends where a sample
   * is. Importing whole weeks is the cheapest. `cadences` contains for each row how many minutes it lies from its
   * neighbors in the file, 0 where that is unknown; without it, the samples count as taken by a tick. What is stored
   * `with the next write` survives a crash of the process, and a power failure only once another write was stored at
   * once.
   */
  importBlock(
    block: PreparedBlock,
    cadences?: Int32Array,
    stored?: 'at once' | 'with the next write',
  ): Promise<ImportCount>
  /**
   * The same blocks, of one universe and week each. Of many, the storage engine asks for some before the one that is imported, and does on
   * another thread what does not depend on the stored samples.
   */
  prepareImport(blocks: AsyncIterable<PreparedImport>): AsyncIterable<PreparedImport>
  /** Whether the week of this minute was thinned out by the plans' retention, after which it accepts no samples. */
  isThinnedOut(universeId: number, minute: Minute): Promise<boolean>
  gaps(universeId: number, from: Minute, until: Minute): Promise<Gap[]>
  /** The schedules in force from `from` on, oldest first, including the one that began before. */
  schedules(universeId: number, from: Minute, until: Minute): Promise<ScheduleChange[]>
  /** What the samples of a range cover as a reader at `interval` sees them, for `rollUpDay` of its first day. */
  coverage(universeId: number, span: Span, interval: number): Promise<Coverage>
  /** Reads and checks everything, for the doctor. */
  findDamage(signal?: AbortSignal): Promise<readonly LostSamples[]>
  size(): Promise<SeriesSize>
  /**
   * Loads what most requests need, so that the first reader does not wait longer. Must be called before the adapters
   * open.
   */
  warmUp(): Promise<void>
  /**
   * Compacts completed hours, one at a time. Only the service may call it, about once an hour. It changes no result of
   * a read.
   */
  maintain(signal?: AbortSignal): Promise<void>
}
