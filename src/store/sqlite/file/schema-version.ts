// How far a database file has come, and how far this code goes.
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { projectRoot } from '../../../project-root.js'

/** How many migrations the file has seen. SQLite keeps the number in the file's header, inside the transaction. */
export const schemaVersion = (raw: Database): number => Number(raw.pragma('user_version', { simple: true }))

/** How many this code knows. */
export const expectedSchema = (): number => knownMigrations().length

/** Bundles hold no .sql: wherever this runs from, the migrations are read from the source tree. */
export const knownMigrations = (): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: join(projectRoot, 'src', 'store', 'sqlite', 'migrations') })
