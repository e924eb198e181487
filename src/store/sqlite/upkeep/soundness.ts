// Checks the structure of a file and of its tables, and whether it is a database of Headcount.
import type Sqlite from 'better-sqlite3'
import { STATUSES } from '../../../domain/account.js'
import { rejection } from '../../../domain/error.js'
import { PLAN_NAMES } from '../../../domain/plan.js'
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
 * Throws unless the program knows the schema. `file` is the file as the operator knows it; undefined for a copy that is
 * being made.
 */
export function requireKnownSchema(raw: Sqlite.Database, file: string | undefined): void {
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

interface MissingParent {
  readonly table: string
  readonly parent: string
}

/**
 * A damaged byte in the number of a universe or an account leaves the structure of the file intact, but the rows that
 * refer to it do not find it, and its games are no longer sampled. Null where every reference is found.
 */
export function missingParentOf(raw: Sqlite.Database): string | null {
  const find = raw.prepare<[], MissingParent>('SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1')
  const found = find.get()
  return found === undefined ? null : `a row of table ${found.table} refers to a row of ${found.parent} that is missing`
}

/** Each column of these tables that holds the name of a plan or a status. */
const NAME_CHECKS = [
  { table: 'account', column: 'plan', known: PLAN_NAMES },
  { table: 'account', column: 'status', known: STATUSES },
  { table: 'account', column: 'kept_plan', known: PLAN_NAMES },
  { table: 'former_reader', column: 'plan', known: PLAN_NAMES },
] as const

/**
 * A name that the program does not know, because a byte of it was damaged (DATA-37); null where there is none. A database from
 * before a migration may lack a column.
 */
export function unknownNameOf(raw: Sqlite.Database): string | null {
  const has = raw.prepare<[string, string], number>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').pluck()
  for (const { table, column, known } of NAME_CHECKS) {
    if (has.get(table, column) === undefined) continue
    const names = known.map((name) => `'${name}'`).join(', ')
    const find = raw.prepare<[], number>(`SELECT 1 FROM ${table} WHERE ${column} NOT IN (${names}) LIMIT 1`).pluck()
    if (find.get() !== undefined) return `a row of table ${table} has a ${column} that does not exist`
  }
  return null
}
