// The port of the folder with scheduled copies of the database (BACKUP_DIR).
import type { DatabaseContents } from './upkeep.js'

/** A complete copy in the folder. Its time is that of the clock when it was begun, in ms, and is part of its name. */
export interface ScheduledCopy {
  readonly name: string
  readonly at: number
}

/** What a copy held when it was written. A number is null where damage hid it. */
export interface CopyCounts {
  readonly samples: number | null
  readonly accounts: number | null
  readonly games: number | null
  readonly isDamaged: boolean
}

export interface FoundCopy extends ScheduledCopy {
  /** The identity of its database, which is part of its name; undefined in a name that an earlier version gave. */
  readonly database: string | undefined
  /** What the index of its database says; undefined if it is not listed there. */
  readonly held: CopyCounts | undefined
}

export interface FolderContents {
  /** Oldest first; at most 10,000, of any database whose file has the same name. */
  readonly copies: readonly FoundCopy[]
  /** The databases that have an index in the folder, which is written with the first copy. */
  readonly indexes: ReadonlySet<string>
}

export interface WrittenCopy extends ScheduledCopy {
  /** What was counted in the copy after it was written. */
  readonly contents: DatabaseContents
}

/** What was found in a copy that was restored into a temporary file. A number is null where damage hides it. */
export interface RestoredContents {
  readonly samples: number | null
  readonly accounts: number | null
  readonly games: number | null
  /** The first message of the check of the file structure; null if it found nothing. */
  readonly fileDamage: string | null
  /** Weeks of universes that cannot be read. */
  readonly lostWeeks: number
}

/**
 * All methods reject while the folder is missing: it is never created, because its disk may not be mounted. None of them
 * blocks this process where that disk hangs; then they never end.
 */
export interface BackupFolder {
  /** How many milliseconds to write or restore a copy may take on a slow disk, by the size of the database. */
  timeLimitMs(): number
  /** As it was configured, as an absolute path. */
  readonly path: string
  /** The path of the index of a database. An empty file in its place counts as an index that lists nothing. */
  indexPath(database: string): string
  read(): Promise<FolderContents>
  /**
   * Makes a checked copy in a process of its own, and lists it in the index of `database`, the identity of the database. It has its
   * name only once it is complete and synced to disk.
   */
  write(at: number, database: string, signal: AbortSignal): Promise<WrittenCopy>
  /** Removes a copy. Nothing happens if it is gone. */
  remove(name: string): Promise<void>
  /** Restores a copy into a temporary file beside the database, as `restore` does, reads everything in it, and removes it. */
  testRestore(name: string, signal: AbortSignal): Promise<RestoredContents>
}
