// The port of what retention removed: it stays restorable for a while.
import { DAY_MINUTES, MINUTE_MS, type Minute } from '../clock.js'
import type { LostSamples } from './series.js'

/** Of time during which the service runs with a correct clock. */
export const RESTORABLE_DAYS = 7
export const RESTORABLE_MS = RESTORABLE_DAYS * DAY_MINUTES * MINUTE_MS

export interface RemovedSamples {
  /** Those that can be restored. */
  readonly samples: number
  readonly bytes: number
  /** The disk budget; 0 where retention removes nothing. */
  readonly maxBytes: number
  /** Milliseconds with a correct clock until the first and the last of them are deleted; null where there are none. */
  readonly expires: { readonly firstInMs: number; readonly lastInMs: number } | null
  /** More is due to be removed, and the budget has no room for it. */
  readonly waitsForRoom: boolean
}

/** Whole weeks that have a minute of `from` ≤ m < `until`. */
export interface RemovedQuery {
  /** Undefined: all of them. */
  readonly universeId: number | undefined
  readonly from: Minute
  readonly until: Minute
  /** Only counts. */
  readonly isDryRun: boolean
}

export interface RestoreResult {
  /** How many came back. */
  readonly samples: number
  readonly weeks: number
  readonly universes: number
  /** What was removed and is damaged: it stays removed. */
  readonly damaged: readonly LostSamples[]
}

export interface RemovedSampleStore {
  summary(): Promise<RemovedSamples>
  /** Idempotent, and safe beside a running service. What is in a week already stays; what was removed comes back. */
  restore(query: RemovedQuery): Promise<RestoreResult>
  /** Counts the time since the last call where the clock was correct: to be called each minute, by the service alone. */
  countCorrectTime(): Promise<void>
}
