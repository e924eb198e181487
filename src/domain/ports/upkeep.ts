// The upkeep port: what an operator does to the database as a whole. Nothing of it needs a store that opens.
import type { Minute } from '../clock.js'
import type { LostSamples } from './series.js'

/** What a database file holds, counted. */
export interface DatabaseContents {
  readonly bytes: number
  readonly samples: number
  readonly accounts: number
  readonly games: number
  /** Weeks of universes that are damaged in it. A copy has them as they are in what it is a copy of. */
  readonly damagedWeeks: number
}

/** A checked copy of the database, in a file beside it that is removed after use. */
export interface DatabaseCopy extends DatabaseContents {
  readonly file: string
  remove(): void
}

export interface CopyOptions {
  /** Gives the copy up, and leaves nothing of it behind. */
  readonly signal: AbortSignal
  /** Bytes copied so far, of how many about. */
  readonly onProgress: (done: number, total: number) => void
}

export interface RestoreReport extends DatabaseContents {
  /** The database that was replaced. */
  readonly file: string
  readonly from: string
  /** Where the database of before lies now; null where there was none. */
  readonly kept: string | null
}

export interface Inspection {
  readonly file: string
  readonly exists: boolean
  readonly bytes: number
  /** Inside the file: free for new data, or to be given back. */
  readonly unusedBytes: number
  /** The file's schema, and the one that this program expects. */
  readonly schema: number
  readonly expectedSchema: number
  /** What it is instead of a database of Headcount, to follow its name; nothing of it was looked at. */
  readonly notOwn: string | null
  /** Who may read and write it: the bits of chmod, 0 where that is not known. */
  readonly mode: number
  /** What is broken, in words; null where the check found nothing. */
  readonly damage: string | null
  /** Why nothing can be written; null where it can. */
  readonly writeProblem: string | null
  /** Up to where due time is accounted for. */
  readonly lastTick: Minute | null
}

/** What a look at the whole store found. */
export interface Verification {
  /** How many weeks of universes were read. */
  readonly weeks: number
  /** What the check of the file's structure says first; null where it found nothing. */
  readonly fileDamage: string | null
  readonly lost: readonly LostSamples[]
}

export interface Upkeep {
  /** Made by a process of its own: the caller's event loop goes on meanwhile. */
  makeCopy(options: CopyOptions): Promise<DatabaseCopy>
  /** Puts a checked copy of `source` in the database's place and keeps what was there; refuses under a service. */
  restore(source: string): RestoreReport
  /** Changes nothing, and makes no file. Given up after `withinMs`. */
  inspect(withinMs: number): Promise<Inspection>
  /** Reads and checks everything, beside a running service and without delaying it. Ends early on the signal, with an error. */
  verify(signal: AbortSignal): Promise<Verification>
  /** Of the disk on which the database lies. */
  freeBytes(): Promise<number>
}
