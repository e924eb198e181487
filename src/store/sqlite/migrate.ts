// Brings a database file to the schema of this code: at every start, by one process at a time.
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { HeadcountError } from '../../domain/error.js'
import { projectRoot } from '../../project-root.js'

/** How many migrations the file has seen. SQLite keeps the number in the file's header, inside the transaction. */
export const schemaVersion = (raw: Database): number => Number(raw.pragma('user_version', { simple: true }))

/** How many this code knows. */
export const expectedSchema = (): number => readMigrationFiles({ migrationsFolder: migrationsFolder() }).length

/** Applies what is missing and answers the version that this code expects. */
export function migrate(raw: Database): number {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  if (schemaVersion(raw) !== migrations.length) withoutForeignKeys(raw, () => applyMissing(raw, migrations))
  return migrations.length
}

/**
 * Not by drizzle's own migrator, which fails when two processes start together: IMMEDIATE lets the second one wait,
 * and then find nothing left to do.
 */
function applyMissing(raw: Database, migrations: readonly MigrationMeta[]): void {
  const run = raw.transaction(() => {
    const version = schemaVersion(raw)
    if (version > migrations.length) throw newerSchema(version, migrations.length)
    for (const statement of migrations.slice(version).flatMap((migration) => migration.sql)) raw.exec(statement)
    const broken = raw.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0) throw new Error(`A migration left ${broken.length} rows that refer to nothing.`)
    raw.pragma(`user_version = ${migrations.length}`)
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

const newerSchema = (found: number, known: number): HeadcountError =>
  new HeadcountError(
    'NOT_CONFIGURED',
    `DATABASE_URL: the database was written by a newer Headcount (schema ${found}; this one knows ${known}). Update the program.`,
  )

/** Bundles hold no .sql: wherever this runs from, the migrations are read from the source tree. */
const migrationsFolder = (): string => join(projectRoot, 'src', 'store', 'sqlite', 'migrations')
