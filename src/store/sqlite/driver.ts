// Loads the version of better-sqlite3 for the running Node: version 12 aborts the process on Node 24.19 and newer
// whenever a statement is garbage-collected (its wrapper needs an environment that is gone by then), and version 13
// needs Node 22.
import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'

const MIN_NODE_VERSION_FOR_13 = 22
const major = Number(process.versions.node.split('.')[0])
const name = major >= MIN_NODE_VERSION_FOR_13 ? 'better-sqlite3-node22' : 'better-sqlite3'

/**
 * All access to SQLite uses this class. The types are those of version 12; the parts in use are the same in version 13.
 */
export const Database: typeof Sqlite = createRequire(import.meta.url)(name)

/** Another connection to the file, for example of the sqlite3 shell, holds the lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
