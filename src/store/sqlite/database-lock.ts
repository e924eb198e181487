// Lets only one process open a database, by an exclusive lock on an empty SQLite file beside it. The kernel releases
// the lock however the process ends, so no process id has to be stored or trusted.
import type Sqlite from 'better-sqlite3'
import { Database } from './driver.js'
import { createPrivateFile, realName } from './upkeep/durable-files.js'

export interface DatabaseLock {
  /** Whether this process may open the database. The claim holds until `release` or the end of the process. */
  claim(): boolean
  release(): void
}

/**
 * Milliseconds. A process that is just ending may still hold the lock, and a quick restart must not fail because of
 * that.
 */
const DATABASE_LOCK_TIMEOUT_MS = 1_000

export function databaseLock(databaseFile: string): DatabaseLock {
  let lockFile: Sqlite.Database | undefined
  return {
    claim: () => {
      lockFile ??= take(realName(databaseFile))
      return lockFile !== undefined
    },
    release: () => {
      lockFile?.close()
      lockFile = undefined
    },
  }
}

function take(databaseFile: string): Sqlite.Database | undefined {
  const file = `${databaseFile}.lock`
  createPrivateFile(file, databaseFile)
  const lock = new Database(file, { timeout: DATABASE_LOCK_TIMEOUT_MS })
  try {
    // Nothing is ever written to the lock file, so it needs no journal file.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
}
