// Counts the contents of a database file, before and after it is copied.
import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import type { DatabaseContents } from '../../../domain/ports/upkeep.js'
import { expectedSchema, schemaVersion } from '../file/schema-version.js'
import { countDamagedWeeks } from '../series/reading/doctor.js'
import { seriesTables } from './series-tables.js'

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
  const has = raw.prepare<[string], number>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").pluck()
  const count = (table: string) => raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const small = SMALL_TABLES.filter((table) => has.get(table) === 1)
  // The number of compacted samples is stored beside their rollups; an older schema has none.
  const packed =
    has.get('rollup') === 1 ? raw.prepare<[], number>('SELECT coalesce(sum(samples), 0) FROM rollup').pluck().get() : 0
  const ofTicks =
    has.get('tick_samples') === 1
      ? raw.prepare<[], number>('SELECT coalesce(sum(samples), 0) FROM tick_samples').pluck().get()
      : 0
  return {
    samples: count('sample') + (packed ?? 0) + (ofTicks ?? 0),
    rows: new Map(small.map((table) => [table, count(table)])),
  }
}

export const contentsOf = (raw: Sqlite.Database, { samples, rows }: Tally): DatabaseContents => ({
  // A page may be intact for SQLite and still hold a damaged week.
  damagedWeeks: schemaVersion(raw) === expectedSchema() ? countDamagedWeeks(seriesTables(raw)) : 0,
  bytes: statSync(raw.name).size,
  samples,
  accounts: rows.get('account') ?? 0,
  secrets: rows.get('secret') ?? 0,
  games: raw.prepare<[], number>('SELECT count(*) FROM game WHERE removed_at IS NULL').pluck().get() ?? 0,
})
