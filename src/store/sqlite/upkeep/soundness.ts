// Checks whether a file is an intact database of Headcount.
import type Sqlite from 'better-sqlite3'
import { rejection } from '../../../domain/error.js'
import { Database } from '../driver.js'
import { LASTING_TABLES, schemaIn } from '../file/identify.js'
import { expectedSchema } from '../file/schema-version.js'

/** Opens an existing file, and creates none. */
export function withDatabase<T>(file: string, look: (raw: Sqlite.Database) => T): T {
  const raw = new Database(file, { fileMustExist: true, timeout: 5_000 })
  try {
    return look(raw)
  } finally {
    raw.close()
  }
}

/**
 * Throws unless every page is intact and the program knows the schema. `file` is the file as the operator knows it;
 * undefined for a copy that is being made.
 */
export function requireSound(raw: Sqlite.Database, file: string | undefined): void {
  const damage = damageOf(raw)
  if (damage !== null) throw rejection('UNAVAILABLE', { name: 'copy damaged', facts: { file, damage } })
  const { names, version } = schemaIn(raw)
  if (LASTING_TABLES.some((table) => !names.includes(table)))
    throw rejection('INVALID_PARAMETERS', { name: 'copy of another program', facts: { file } })
  const known = expectedSchema()
  if (version > known) throw rejection('UNAVAILABLE', { name: 'copy too new', facts: { file, found: version, known } })
}

/**
 * The first finding of the check; null where there is none. A page that cannot be read ends the check with an error.
 */
export function damageOf(raw: Sqlite.Database): string | null {
  try {
    const first = raw.prepare('PRAGMA integrity_check(1)').pluck().get()
    if (first === 'ok') return null
    // SQLite begins its list of findings with a line of asterisks.
    const lines = String(first).split('\n')
    return lines.find((line) => !line.startsWith('***')) ?? String(first)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return error.message
  }
}
