// Whether a file is a whole database of Headcount, and what it holds.
import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { HeadcountError, invalid } from '../../../domain/error.js'
import type { Contents } from '../../../domain/ports/upkeep.js'
import { Database } from '../driver.js'
import { FIRST_TABLES, schemaIn } from '../file/identify.js'
import { expectedSchema, schemaVersion } from '../file/schema-version.js'
import { countDamagedWeeks } from '../series/reading/doctor.js'
import { seriesTables } from './series-tables.js'

export const damaged = (message: string, cause?: unknown): HeadcountError =>
  new HeadcountError('UNAVAILABLE', message, { cause })

/** Opens what is there, and makes nothing. */
export function withDatabase<T>(file: string, look: (raw: Sqlite.Database) => T): T {
  const raw = new Database(file, { fileMustExist: true, timeout: 5_000 })
  try {
    return look(raw)
  } finally {
    raw.close()
  }
}

/** Throws, in words that begin with `name`, unless every page is sound and the schema is one that this program knows. */
export function requireSound(raw: Sqlite.Database, name: string): void {
  const damage = damageOf(raw)
  if (damage !== null) throw damaged(`${name} is damaged: ${damage}.`)
  const { names, version } = schemaIn(raw)
  if (FIRST_TABLES.some((table) => !names.includes(table))) throw invalid(`${name} is not a database of Headcount.`)
  const known = expectedSchema()
  if (version > known) {
    throw damaged(`${name} is of a newer Headcount (schema ${version}; this one knows ${known}). Update the program.`)
  }
}

/** What the check finds first; null where all is well. A page that cannot be read ends the check with an error. */
export function damageOf(raw: Sqlite.Database): string | null {
  try {
    const first = raw.prepare('PRAGMA integrity_check(1)').pluck().get()
    if (first === 'ok') return null
    // SQLite heads its list of findings with a line of stars.
    const lines = String(first).split('\n')
    return lines.find((line) => !line.startsWith('***')) ?? String(first)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return error.message
  }
}

/** What changes seldom; the series is counted in samples. */
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
]

export interface Tally {
  readonly samples: number
  /** By table; an older schema may lack some. */
  readonly rows: ReadonlyMap<string, number>
}

export function tallyOf(raw: Sqlite.Database): Tally {
  const has = raw.prepare<[string], number>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").pluck()
  const count = (table: string) => raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const small = SMALL_TABLES.filter((table) => has.get(table) === 1)
  // Packed samples are counted beside their rollups; an older schema has none.
  const packed =
    has.get('rollup') === 1 ? raw.prepare<[], number>('SELECT coalesce(sum(samples), 0) FROM rollup').pluck().get() : 0
  return { samples: count('sample') + (packed ?? 0), rows: new Map(small.map((table) => [table, count(table)])) }
}

export const contentsOf = (raw: Sqlite.Database, { samples, rows }: Tally): Contents => ({
  // A page that is sound as a page may hold a week that is not.
  damagedWeeks: schemaVersion(raw) === expectedSchema() ? countDamagedWeeks(seriesTables(raw)) : 0,
  bytes: statSync(raw.name).size,
  samples,
  accounts: rows.get('account') ?? 0,
  games: raw.prepare<[], number>('SELECT count(*) FROM game WHERE removed_at IS NULL').pluck().get() ?? 0,
})
