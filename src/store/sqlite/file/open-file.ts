// The file that this process has open as its database, wherever it lies now: another program may move, replace or delete
// it, and SQLite goes on with the file that it opened.
import type { OpenDatabaseFile } from '../../../domain/ports/store.js'
import type { Connection } from '../connection.js'
import { createPrivateFile } from '../upkeep/durable-files.js'
import { isAt } from './file-identity.js'

/** So that others have their turn in between; a fifth of a millisecond. */
const BATCH_SIZE = 100

export interface SqliteOpenFile extends OpenDatabaseFile {
  /** Writes the log into a file that was moved, before it is closed: SQLite leaves it at the path, where nobody looks for it. */
  finish(): void
}

export function openFileOf({ raw, identity }: Pick<Connection, 'raw' | 'identity'>): SqliteOpenFile {
  const path = raw.name
  return {
    path,
    isMoved: async () => !isAt(path, identity),
    bytes: () => Number(raw.pragma('page_count', { simple: true })) * Number(raw.pragma('page_size', { simple: true })),
    finish: () => {
      if (isAt(path, identity)) return
      try {
        raw.pragma('wal_checkpoint(TRUNCATE)')
      } catch {
        // The log stays, and is read again where the file is moved back.
      }
    },
    // Writes of the connection itself go into the copy, and no other process writes.
    copyInto: async (target, signal) => {
      createPrivateFile(target)
      await raw.backup(target, {
        progress: () => {
          signal.throwIfAborted()
          return BATCH_SIZE
        },
      })
    },
  }
}
