// Reads the schema version of a database file, and the one that this code expects.
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { projectRoot } from '../../../project-root.js'

/**
 * The number of migrations that were applied to the file. SQLite keeps it in the file header, and it is part of the
 * transaction.
 */
export const schemaVersion = (raw: Database): number => Number(raw.pragma('user_version', { simple: true }))

/** The number of migrations that this code knows. */
export const expectedSchema = (): number => knownMigrations().length

/** Reads the migrations from the source tree, because bundles contain no .sql files. */
export const knownMigrations = (): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: join(projectRoot, 'src', 'store', 'sqlite', 'migrations') })
