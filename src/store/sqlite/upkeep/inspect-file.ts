// Inspects a database file: whether it is intact and writable, its schema and its size. Opens it without a migration.
import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import type { Minute } from '../../../domain/clock.js'
import type { Inspection } from '../../../domain/ports/upkeep.js'
import { FILE_PROBLEMS, mayBeDamaged } from '../../../domain/reasons/file-problem.js'
import { Database } from '../driver.js'
import { isOnReadOnlyDisk } from '../file/copy-unopened.js'
import { identify } from '../file/identify.js'
import { expectedSchema, schemaVersion } from '../file/schema-version.js'
import { damageOf, withDatabase } from './soundness.js'

export function inspectFile(file: string): Inspection {
  const { kind } = identify(file)
  const nothing = { file, exists: kind !== 'absent', bytes: 0, unusedBytes: 0, schema: 0, lastTick: null }
  const unknown = {
    ...nothing,
    expectedSchema: expectedSchema(),
    foreignFileError: null,
    mode: 0,
    damage: null,
    writeProblem: null,
  }
  if (kind === 'absent' || kind === 'empty') return unknown
  if (kind !== 'headcount' && mayBeDamaged(kind)) return { ...unknown, damage: DAMAGE[kind] }
  if (kind !== 'headcount') return { ...unknown, foreignFileError: FILE_PROBLEMS[kind] }
  try {
    return withDatabase(file, (raw) => ({ ...unknown, mode: statSync(file).mode & 0o777, ...look(raw) }))
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    // SQLite cannot read a database in write-ahead mode where it can create no file beside it.
    const isDenied = /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code)
    const writeProblem = isOnReadOnlyDisk(file) ? 'its disk is mounted read-only' : error.message
    return isDenied ? { ...unknown, writeProblem } : { ...unknown, damage: error.message }
  }
}

const DAMAGE = {
  'not a database': 'it is not a SQLite database',
  damaged: 'its list of tables cannot be read',
} as const

function look(raw: Sqlite.Database) {
  const number = (name: string): number => Number(raw.pragma(name, { simple: true }))
  const pageBytes = number('page_size')
  const damage = damageOf(raw)
  return {
    bytes: number('page_count') * pageBytes,
    unusedBytes: number('freelist_count') * pageBytes,
    schema: schemaVersion(raw),
    damage,
    // A damaged file is not written to.
    writeProblem: damage === null ? writeProblemOf(raw) : null,
    lastTick: lastTickOf(raw),
  }
}

/**
 * Only a write can show this. Writing the current version again, under the lock of a migration, works with every
 * schema.
 */
function writeProblemOf(raw: Sqlite.Database): string | null {
  try {
    raw.transaction(() => raw.pragma(`user_version = ${schemaVersion(raw)}`)).immediate()
    return null
  } catch (error) {
    if (error instanceof Database.SqliteError) return error.message
    throw error
  }
}

/**
 * The SQL is written by hand, because the file may have an older schema; before its first migration it has no such
 * table.
 */
function lastTickOf(raw: Sqlite.Database): Minute | null {
  try {
    return raw.prepare<[], Minute>('SELECT minute FROM tick_cursor').pluck().get() ?? null
  } catch {
    return null
  }
}
