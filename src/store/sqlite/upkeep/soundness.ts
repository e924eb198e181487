// Whether a file is a whole database of Headcount, and what it holds.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { HeadcountError, invalid } from '../../../domain/error.js'
import type { Contents } from '../../../domain/ports/upkeep.js'
import { expectedSchema, schemaVersion } from '../migrate.js'
import { codeOf } from './durable-files.js'

/** sqlite.org/fileformat.html §1.3 */
const HEADER = 'SQLite format 3\0'
/** In every Headcount database since the first schema. */
const OWN_TABLES = ['account', 'game', 'universe', 'setting']

export const damaged = (message: string, cause?: unknown): HeadcountError =>
  new HeadcountError('UNAVAILABLE', message, { cause })

export function requireHeader(file: string): void {
  const header = Buffer.alloc(HEADER.length)
  try {
    const descriptor = openSync(file, 'r')
    try {
      readSync(descriptor, header, 0, header.length, 0)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw invalid(`${file} cannot be read (${codeOf(error)}).`)
  }
  if (header.toString('latin1') !== HEADER) throw invalid(`${file} is not a SQLite database.`)
}

/** Opens what is there, and makes nothing. */
export function withDatabase<T>(file: string, look: (raw: Database.Database) => T): T {
  const raw = new Database(file, { fileMustExist: true, timeout: 5_000 })
  try {
    return look(raw)
  } finally {
    raw.close()
  }
}

/** Throws, in words that begin with `name`, unless every page is sound and the schema is one that this program knows. */
export function requireSound(raw: Database.Database, name: string): void {
  const damage = damageOf(raw, 'integrity_check')
  if (damage !== null) throw damaged(`${name} is damaged: ${damage}.`)
  const tables = new Set(raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
  if (OWN_TABLES.some((table) => !tables.has(table))) throw invalid(`${name} is not a database of Headcount.`)
  const [version, known] = [schemaVersion(raw), expectedSchema()]
  if (version > known) {
    throw damaged(`${name} is of a newer Headcount (schema ${version}; this one knows ${known}). Update the program.`)
  }
}

/** What the check finds first; null where all is well. A page that cannot be read ends the check with an error. */
export function damageOf(raw: Database.Database, check: 'integrity_check' | 'quick_check'): string | null {
  try {
    const first = raw.prepare(`PRAGMA ${check}(1)`).pluck().get()
    // SQLite heads its list of findings with a line of stars.
    return first === 'ok' ? null : String(first).split('\n').filter((line) => !line.startsWith('***'))[0] ?? String(first)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return error.message
  }
}

/** Rows of every table. */
export type Tally = ReadonlyMap<string, number>

export function tallyOf(raw: Database.Database): Tally {
  const names = raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  const count = (name: string) => raw.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0
  return new Map(names.map((name) => [name, count(name)]))
}

export const contentsOf = (raw: Database.Database, tally: Tally): Contents => ({
  bytes: statSync(raw.name).size,
  samples: tally.get('sample') ?? 0,
  accounts: tally.get('account') ?? 0,
  games: raw.prepare<[], number>('SELECT count(*) FROM game WHERE removed_at IS NULL').pluck().get() ?? 0,
})
