// What the scheduled backups are to do, and what one run of them did.
import { HOUR_MS } from '../../../domain/clock.js'
import type { BackupKeep, CopyLoss } from '../../../domain/operation/kept-copies.js'
import type { BackupFolder, WrittenCopy } from '../../../domain/ports/backups.js'

export interface BackupPlan {
  readonly folder: BackupFolder
  /** The wait from one copy to the next, ms. */
  readonly every: number
  readonly keep: BackupKeep
}

/** What a run did. */
export interface BackupRun {
  readonly copy: WrittenCopy
  /** How many older copies were removed. */
  readonly removed: number
  /**
   * Why nothing was removed, although copies may have been due for that; of a `failure`, nothing more after the first
   * ones that `removed` counts.
   */
  readonly keptAll: 'clock' | 'damage' | 'failure' | undefined
  /** The newest copy that holds much less than the one before it; no copy from before it was removed. */
  readonly loss?: CopyLoss | undefined
  /** The error of a removal that failed. */
  readonly cause?: unknown
  /** Why the database does not have the result; then this process keeps it until it can be noted. */
  readonly unnoted?: unknown
}

/** Milliseconds after which the newest copy is late, by health and by the doctor (PROCESS-29). `every` is that of the plan. */
export const lateAgeMs = (every: number): number => 2 * every + HOUR_MS
