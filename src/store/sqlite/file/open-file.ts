// The file that this process has open as its database, wherever it lies now: another program may move, replace or delete
// it, and SQLite goes on with the file that it opened.
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { OpenDatabaseFile } from '../../../domain/ports/store.js'
import type { Connection } from '../connection.js'
import { createPrivateFile } from '../upkeep/durable-files.js'

/** So that others have their turn in between; a fifth of a millisecond. */
const BATCH_SIZE = 100

export interface SqliteOpenFile extends OpenDatabaseFile {
  /** Writes the log into a file that was moved, before it is closed: SQLite leaves it at the path, where nobody looks for it. */
  finish(): void
}

/** Must be called right after the file was opened. */
export function openFileOf({ raw }: Pick<Connection, 'raw'>): SqliteOpenFile {
  const path = raw.name
  const opened = statSync(path)
  return {
    path,
    isMoved: async () => {
      const found = await stat(path).catch(() => undefined)
      return found?.ino !== opened.ino || found.dev !== opened.dev
    },
    finish: () => {
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.ino === opened.ino && found.dev === opened.dev) return
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
