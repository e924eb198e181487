// Counts the contents of a database file, before and after it is copied.
import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import type { DatabaseContents } from '../../../domain/ports/upkeep.js'
import { isUnreadable } from '../connection.js'
import { damageIn, type FileVerification } from './verify-file.js'

/** Tables that change rarely; the series is counted in samples. */
const SMALL_TABLES = [
  'account',
  'member',
  'game',
  'universe',
  'api_key',
  'guild',
  'revenue',
  'request_count',
  'setting',
  'removed_segment',
  'secret',
]

export interface Tally {
  readonly samples: number
  /** By table; an older schema may lack some. */
  readonly rows: ReadonlyMap<string, number>
}

/** The SQL is written by hand, because drizzle only knows the newest schema and this file may have an older one. */
export function tallyOf(raw: Sqlite.Database): Tally {
  const small = SMALL_TABLES.filter((table) => hasTable(raw, table))
  return { samples: samplesIn(raw), rows: new Map(small.map((table) => [table, countIn(raw, table)])) }
}

const hasTable = (raw: Sqlite.Database, table: string): boolean =>
  raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined

const countIn = (raw: Sqlite.Database, table: string): number =>
  raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0

function samplesIn(raw: Sqlite.Database): number {
  const sum = (table: string): number =>
    hasTable(raw, table)
      ? (raw.prepare<[], number>(`SELECT coalesce(sum(samples), 0) FROM ${table}`).pluck().get() ?? 0)
      : 0
  // The number of compacted samples is stored beside their rollups; an older schema has none.
  return countIn(raw, 'sample') + sum('rollup') + sum('tick_samples')
}

/** What is in the file, after it was verified. */
export function contentsOf(raw: Sqlite.Database, verification: FileVerification): DatabaseContents {
  const counted = (count: () => number): number | null => {
    try {
      return count()
    } catch (error) {
      if (!isUnreadable(error)) throw error
      return null
    }
  }
  return {
    bytes: statSync(raw.name).size,
    samples: counted(() => samplesIn(raw) - verification.unreadableSamples),
    accounts: counted(() => countIn(raw, 'account')),
    secrets: counted(() => (hasTable(raw, 'secret') ? countIn(raw, 'secret') : 0)),
    games: counted(() => countIn(raw, 'game WHERE removed_at IS NULL')),
    damage: damageIn(verification),
    hasReadSamples: verification.hasReadSamples,
  }
}
