// The upkeep port: the operator's work on the database as a whole. It works even if the store cannot be opened.

import type { Minute } from '../clock.js'
import type { DatabaseDamage, LostSamples } from '../reasons/database-damage.js'
import type { OpenDatabaseFile } from './store.js'

/** The counted contents of a database file. A number is null where damage hides it. */
export interface DatabaseContents {
  readonly bytes: number
  /** Those that can be read. */
  readonly samples: number | null
  readonly accounts: number | null
  readonly games: number | null
  /** Encrypted secrets, whose key no copy contains. */
  readonly secrets: number | null
  /** Null where everything was read and is sound. A copy contains the same damage as its source. */
  readonly damage: DatabaseDamage | null
  /** False where the schema is too old for this program to read the samples before a migration; then only the rest was checked. */
  readonly hasReadSamples: boolean
}

/** A verified copy of the database in a temporary file beside it, which is removed after use. */
export interface DatabaseCopy extends DatabaseContents {
  readonly file: string
  remove(): void
}

/** What opening a database would do to it: make it, bring it up to date, or neither. */
export type DatabaseCondition = 'new' | 'old' | 'current'

export interface CopyOptions {
  /** Aborts the copy and removes its file. */
  readonly signal: AbortSignal
  /** Bytes copied so far, and approximately how many in total. */
  readonly onProgress?: (done: number, total: number) => void
}

export interface RestoreReport extends DatabaseContents {
  /** The database that was replaced. */
  readonly file: string
  readonly from: string
  /** Where the previous database is stored now; null if there was none. */
  readonly previousFile: string | null
}

export interface Inspection {
  readonly file: string
  readonly exists: boolean
  readonly bytes: number
  /** Unused bytes inside the file, which new data can use or which can be freed. */
  readonly unusedBytes: number
  /** The schema version of the file, and the one that this program expects. */
  readonly schema: number
  readonly expectedSchema: number
  /**
   * If the file is not a database of Headcount, what it is instead, as an English phrase; its contents are not
   * inspected. Otherwise null.
   */
  readonly foreignFileError: string | null
  /** Its permissions as chmod bits; 0 if they are unknown. */
  readonly mode: number
  /** A description of the damage; null if the check found none. */
  readonly damage: string | null
  /** Why the database cannot be written; null if it can. */
  readonly writeProblem: string | null
  /** The minute up to which due time is accounted for. */
  readonly lastTick: Minute | null
}

/** The result of verifying the whole store. */
export interface Verification {
  /** The number of weeks of universes that were read. */
  readonly weeks: number
  /** The first message of the check of the file structure; null if it found nothing. */
  readonly fileDamage: string | null
  readonly lost: readonly LostSamples[]
}

export interface FileRestoreOptions {
  /** Without it, a damaged source is rejected. With it, what can be read of it is restored. */
  readonly isDamageAccepted: boolean
}

export interface Upkeep {
  /** Runs in a separate process, so that it does not block the caller's event loop. */
  makeCopy(options: CopyOptions): Promise<DatabaseCopy>
  /** The same of a database that was moved away from its path while this process has it open. */
  makeCopyOf(openFile: Pick<OpenDatabaseFile, 'copyInto'>, options: CopyOptions): Promise<DatabaseCopy>
  /** The same into the file `copy`, which must not exist yet. Throws where its disk has no room for it and its growth. */
  copyInto(copy: string, options: CopyOptions): Promise<DatabaseCopy>
  /** Replaces the database with a verified copy of `source` and keeps the previous one; throws while a service runs. */
  restore(source: string, options: FileRestoreOptions): Promise<RestoreReport>
  /** Changes nothing and creates no file. Ends with an error after `withinMs`. */
  inspect(withinMs: number): Promise<Inspection>
  /**
   * Reads and checks everything beside a running service without delaying it. An aborted signal ends it with an error.
   */
  verify(signal: AbortSignal): Promise<Verification>
  /** The free bytes on the disk of the database; undefined where it is the disk of a server. */
  freeBytes(): Promise<number | undefined>
}
