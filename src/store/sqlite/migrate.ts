// Brings a database file to the schema of this code: at every start, by one process at a time.
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { HeadcountError } from '../../domain/error.js'
import { projectRoot } from '../../project-root.js'
import { APPLICATION_ID, notOwn, ownerOf, requireOwn, schemaIn } from './file/identify.js'

/** How many migrations the file has seen. SQLite keeps the number in the file's header, inside the transaction. */
export const schemaVersion = (raw: Database): number => Number(raw.pragma('user_version', { simple: true }))

/** How many this code knows. */
export const expectedSchema = (): number => readMigrationFiles({ migrationsFolder: migrationsFolder() }).length

/** Before SQLite opens the file: what is another program's, or a newer Headcount's, stays as it lies. */
export function requireMigratable(file: string): void {
  const [version, known] = [requireOwn(file), expectedSchema()]
  if (version > known) throw newerSchema(file, version, known)
}

/** Applies what is missing and answers the version that this code expects. */
export function migrate(raw: Database): number {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  const { applicationId, version } = schemaIn(raw)
  const isCurrent = version === migrations.length && applicationId === APPLICATION_ID
  if (!isCurrent) withoutForeignKeys(raw, () => applyMissing(raw, migrations))
  return migrations.length
}

/**
 * Not by drizzle's own migrator, which fails when two processes start together: IMMEDIATE lets the second one wait,
 * and then find nothing left to do.
 */
function applyMissing(raw: Database, migrations: readonly MigrationMeta[]): void {
  const run = raw.transaction(() => {
    const schema = schemaIn(raw)
    // Whoever had the lock before may have made the file its own.
    if (ownerOf(schema) === 'another program') throw notOwn(raw.name, 'foreign')
    const { version } = schema
    if (version > migrations.length) throw newerSchema(raw.name, version, migrations.length)
    for (const statement of migrations.slice(version).flatMap((migration) => migration.sql)) raw.exec(statement)
    const broken = raw.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0) throw new Error(`A migration left ${broken.length} rows that refer to nothing.`)
    raw.pragma(`user_version = ${migrations.length}`)
    raw.pragma(`application_id = ${APPLICATION_ID}`)
  })
  run.immediate()
}

/** A rebuilt table is dropped and renamed, which would take the rows that refer to it along. */
function withoutForeignKeys(raw: Database, work: () => void): void {
  raw.pragma('foreign_keys = OFF')
  try {
    work()
  } finally {
    raw.pragma('foreign_keys = ON')
  }
}

const newerSchema = (file: string, found: number, known: number): HeadcountError =>
  new HeadcountError(
    'NOT_CONFIGURED',
    `DATABASE_URL: ${file} was written by a newer Headcount (schema ${found}; this one knows ${known}). Update the program.`,
  )

/** Bundles hold no .sql: wherever this runs from, the migrations are read from the source tree. */
const migrationsFolder = (): string => join(projectRoot, 'src', 'store', 'sqlite', 'migrations')
