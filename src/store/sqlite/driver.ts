// Loads the version of better-sqlite3 for the running Node: version 12 aborts the process on Node 24.19 and newer
// whenever a statement is garbage-collected (its wrapper needs an environment that is gone by then), and version 13
// needs Node 22.
import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { rejection } from '../../domain/error.js'

const MIN_NODE_VERSION_FOR_13 = 22
const major = Number(process.versions.node.split('.')[0])
const name = major >= MIN_NODE_VERSION_FOR_13 ? 'better-sqlite3-node22' : 'better-sqlite3'

/**
 * All access to SQLite uses this class. The types are those of version 12; the parts in use are the same in version 13.
 */
export const Database: typeof Sqlite = loadDriver()

/** Where Node was replaced since the packages were installed, each use of the driver says so, in the words of any other rejection. */
function loadDriver(): typeof Sqlite {
  try {
    const Driver: typeof Sqlite = createRequire(import.meta.url)(name)
    // The compiled part is loaded with the first database.
    new Driver(':memory:').close()
    return Driver
  } catch (cause) {
    const facts = { version: process.version }
    class UnfitDriver {
      static readonly SqliteError = class extends Error {}
      constructor() {
        throw rejection('NOT_CONFIGURED', { name: 'database driver unfit', facts }, { cause })
      }
    }
    return UnfitDriver as unknown as typeof Sqlite
  }
}

/** Another connection to the file, for example of the sqlite3 shell, holds the lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
