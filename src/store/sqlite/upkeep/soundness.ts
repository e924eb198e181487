// Whether a file is a whole database of Headcount.
import type Sqlite from 'better-sqlite3'
import { HeadcountError, invalid } from '../../../domain/error.js'
import { Database } from '../driver.js'
import { LASTING_TABLES, schemaIn } from '../file/identify.js'
import { expectedSchema } from '../file/schema-version.js'

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
  if (LASTING_TABLES.some((table) => !names.includes(table))) throw invalid(`${name} is not a database of Headcount.`)
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
