// Migrates a database file to the schema of this code, at every start.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { isBusy } from './driver.js'
import { copyBeforeMigration, type SchemaChange } from './file/copy-before-migration.js'
import { APPLICATION_ID, foreignFileError, ownerOf, requireHeadcountFile, schemaIn } from './file/identify.js'
import { expectedSchema, knownMigrations } from './file/schema-version.js'

/**
 * To be called before SQLite opens the file. Throws for a file of another program or of a newer Headcount, and does not
 * change it.
 */
export function requireMigratable(file: string): void {
  const [version, known] = [requireHeadcountFile(file), expectedSchema()]
  if (version > known) throw newerSchema(file, version, known)
}

/** Copies the database where migrations are missing, applies them, and returns the version that this code expects. */
export async function migrate(raw: Database, log?: Log): Promise<number> {
  const migrations = knownMigrations()
  const { applicationId, version } = schemaIn(raw)
  const isCurrent = version === migrations.length && applicationId === APPLICATION_ID
  if (!isCurrent) await withoutForeignKeys(raw, () => migrateAlone(raw, migrations, log))
  return migrations.length
}

/**
 * Replaces drizzle's own migrator, which fails at once while another program, for example the sqlite3 shell, writes to
 * the file. SQLite's write lock is held from the copy to the last migration, so that nothing can change in between.
 */
async function migrateAlone(raw: Database, migrations: readonly MigrationMeta[], log: Log | undefined): Promise<void> {
  await beginWriting(raw, log)
  try {
    const change = { from: versionToMigrate(raw, migrations.length), to: migrations.length }
    const isOld = change.from > 0 && change.from < change.to
    if (isOld) await copyBeforeMigration(raw, change, log)
    apply(raw, migrations.slice(change.from), change)
    raw.exec('COMMIT')
    if (isOld) log?.info(change, `The database has schema ${change.to} now.`)
  } finally {
    if (raw.inTransaction) raw.exec('ROLLBACK')
  }
}

/** Milliseconds: the time for which another program may keep the file locked, for example while it copies it. */
const MIGRATION_LOCK_TIMEOUT_MS = 10 * 60_000
const MIGRATION_RETRY_DELAY_MS = 200

async function beginWriting(raw: Database, log: Log | undefined): Promise<void> {
  const until = performance.now() + MIGRATION_LOCK_TIMEOUT_MS
  for (let isLogged = false; ; isLogged = true) {
    try {
      raw.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > until) throw stillBusy(raw.name, error)
      if (!isLogged) log?.info({}, 'Another process writes to the database. The start waits, for 10 minutes at most.')
      await sleep(MIGRATION_RETRY_DELAY_MS)
    }
  }
}

const stillBusy = (file: string, cause: unknown): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'database held', facts: { file } }, { cause })

/** Reads the schema again under the write lock, because another program may have changed the file before. */
function versionToMigrate(raw: Database, known: number): number {
  const schema = schemaIn(raw)
  if (ownerOf(schema) === 'another program') throw foreignFileError(raw.name, 'foreign')
  if (schema.version > known) throw newerSchema(raw.name, schema.version, known)
  return schema.version
}

function apply(raw: Database, migrations: readonly MigrationMeta[], { from, to }: SchemaChange): void {
  try {
    for (const statement of migrations.flatMap((migration) => migration.sql)) raw.exec(statement)
    const broken = raw.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0) throw new Error(`${broken.length} rows refer to nothing`)
    raw.pragma(`user_version = ${to}`)
    raw.pragma(`application_id = ${APPLICATION_ID}`)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const facts = { file: raw.name, from, to, cause }
    throw rejection('UNAVAILABLE', { name: 'migration failed', facts }, { cause: error })
  }
}

/**
 * A migration may rebuild a table by dropping and renaming it; with foreign keys on, that would delete the rows that
 * refer to it.
 */
async function withoutForeignKeys(raw: Database, work: () => Promise<void>): Promise<void> {
  raw.pragma('foreign_keys = OFF')
  try {
    await work()
  } finally {
    raw.pragma('foreign_keys = ON')
  }
}

const newerSchema = (file: string, found: number, known: number): HeadcountError =>
  rejection('NOT_CONFIGURED', { name: 'database too new', facts: { file, found, known } })
