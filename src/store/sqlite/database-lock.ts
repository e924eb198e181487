// One process a database: an exclusive lock on an empty SQLite file beside it. The kernel lets go of it when the
// process dies, whatever it dies of, and no number of a process is trusted.
import type Sqlite from 'better-sqlite3'
import { Database } from './driver.js'
import { createPrivateFile, realName } from './upkeep/durable-files.js'

export interface DatabaseLock {
  /** Whether this process may open the database; holds until `release` or the end of the process. */
  claim(): boolean
  release(): void
}

/** One that is just ending may still hold it: a quick restart must not fail over that. */
const WAIT_TIMEOUT_MS = 1_000

export function databaseLock(databaseFile: string): DatabaseLock {
  let held: Sqlite.Database | undefined
  return {
    claim: () => {
      held ??= take(`${realName(databaseFile)}.lock`)
      return held !== undefined
    },
    release: () => {
      held?.close()
      held = undefined
    },
  }
}

function take(file: string): Sqlite.Database | undefined {
  createPrivateFile(file)
  const lock = new Database(file, { timeout: WAIT_TIMEOUT_MS })
  try {
    // Nothing is ever written to it, so it needs no journal beside it.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
}
