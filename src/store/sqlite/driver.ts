// better-sqlite3 for the Node that runs: version 12 aborts the process on Node 24.19 and newer whenever a statement is
// collected (its wrapper asks for an environment that is not there), and version 13 needs Node 22.
import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'

const FIRST_FOR_13 = 22
const major = Number(process.versions.node.split('.')[0])
const name = major >= FIRST_FOR_13 ? 'better-sqlite3-node22' : 'better-sqlite3'

/** The one way to SQLite. Types are those of version 12; what is used of them is the same in both. */
export const Database: typeof Sqlite = createRequire(import.meta.url)(name)

/** Another process holds the lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
