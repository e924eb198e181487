// The port of the samples that retention removed, which can be restored for a limited time.

import { DAY_MS, type Minute } from '../clock.js'
import type { LostSamples } from '../reasons/database-damage.js'

/** Counted in time during which the service runs with a correct clock. */
export const RESTORABLE_DAYS = 7
export const RESTORABLE_PERIOD_MS = RESTORABLE_DAYS * DAY_MS

export const DEFAULT_MAX_REMOVED_BYTES = 1024 ** 3

export interface RemovedSamples {
  /** The number of samples that can be restored. */
  readonly samples: number
  readonly bytes: number
  /** The disk budget in bytes; 0 if retention removes nothing. */
  readonly maxBytes: number
  /** Milliseconds of correct time until the first and the last of them are deleted; null if there are none. */
  readonly expires: { readonly firstInMs: number; readonly lastInMs: number } | null
  /** True if more samples are due to be removed than the budget allows. */
  readonly waitsForRoom: boolean
}

/** Selects whole weeks that contain a minute of `from` ≤ m < `until`. */
export interface RemovedQuery {
  /** Undefined means all universes. */
  readonly universeId: number | undefined
  readonly from: Minute
  readonly until: Minute
  /** True to count only and change nothing. */
  readonly isDryRun: boolean
  /** Stops with an error between two weeks of a universe: restored weeks stay, and a repetition completes the rest. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of processed weeks of universes, and their total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly commit?: WeekCommit | undefined
}

/** Commits one week, so that more can be written with it. */
export type WeekCommit = <Restored>(restore: () => Promise<Restored>) => Promise<Restored>

export interface RestoreResult {
  /** The number of restored samples. */
  readonly samples: number
  readonly weeks: number
  readonly universes: number
  /** Removed samples that are damaged and therefore stay removed. */
  readonly damaged: readonly LostSamples[]
}

export interface RemovedSampleStore {
  summary(): Promise<RemovedSamples>
  /** Idempotent, and safe beside a running service. Samples that a week already has stay; removed ones are added. */
  restore(query: RemovedQuery): Promise<RestoreResult>
  /**
   * Adds the time since the last call during which the clock was correct. Only the service may call it, once a minute.
   */
  countCorrectTime(): Promise<void>
}
