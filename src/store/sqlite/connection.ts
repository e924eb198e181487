// One SQLite file, opened the way Headcount needs it.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'

export interface Connection {
  /** For statements written by hand: ticks, blocks, look-ups of every request. */
  readonly raw: Database.Database
  /** For the tables that change seldom. */
  readonly orm: BetterSQLite3Database
  /** Runs `work` as one transaction that is kept whole or not at all. */
  write<T>(work: () => T): T
}

const BUSY_TIMEOUT_MS = 5_000

export function connect(file: string): Connection {
  mkdirSync(dirname(file), { recursive: true })
  const raw = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    prepareFile(raw)
  } catch (error) {
    raw.close()
    throw error
  }
  return {
    raw,
    orm: drizzle({ client: raw }),
    // IMMEDIATE: a transaction that reads first and then writes would fail at once beside another writer.
    write: (work) => raw.transaction(work).immediate(),
  }
}

/** The order matters: auto_vacuum is silently ignored once the file has a first page, which WAL writes. */
function prepareFile(raw: Database.Database): void {
  raw.pragma('auto_vacuum = INCREMENTAL')
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
}
