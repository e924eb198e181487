// Migrates the database to the schema of this code, at every start. Of several processes that start at once, one migrates,
// and the others wait for it.
import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { projectRoot } from '../../project-root.js'
import { clientSettings } from './server/client-settings.js'
import { isLockTimeout, messageOf } from './server/errors.js'
import { MIGRATION_LOCK_CODE } from './server/lock-codes.js'

const MIGRATION_WAIT_TIMEOUT_MS = 10 * 60_000
/** The limit of the driver for a statement, which must not end the wait for the lock before the server does. */
const MIGRATION_STATEMENT_TIMEOUT_MS = 2 * MIGRATION_WAIT_TIMEOUT_MS

/** Where tests shorten the wait, and add migrations. */
export interface MigrationOptions {
  readonly log?: Log | undefined
  readonly lockTimeoutMs?: number
  readonly migrations?: readonly Pick<MigrationMeta, 'sql'>[]
}

/** Applies the missing migrations, and returns the version of the schema that this code expects. */
export async function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<number> {
  const { migrations = knownMigrations(), lockTimeoutMs = MIGRATION_WAIT_TIMEOUT_MS, log } = options
  const client = new pg.Client({ ...clientSettings(databaseUrl), query_timeout: MIGRATION_STATEMENT_TIMEOUT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await schemaVersion(client)) === migrations.length) return migrations.length
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await takeLock(client)
    await applyMissing(client, migrations, log)
    await client.query('COMMIT')
    return migrations.length
  } finally {
    // Also rolls back what was not committed, and frees the lock.
    await client.end()
  }
}

/** Reads the migrations from the source tree, because bundles contain no .sql files. */
export const knownMigrations = (): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: join(projectRoot, 'src', 'store', 'postgres', 'migrations') })

/** The number of migrations that were applied; 0 for a database without tables of Headcount. */
export async function schemaVersion(client: pg.Client): Promise<number> {
  // Not to_regclass(), which answers from a cache: it misses the table of a process that migrated during this transaction.
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'headcount_schema'`,
  )
  if (rowCount === 0) return 0
  const found = await client.query<{ version: number }>('SELECT version FROM headcount_schema')
  return found.rows[0]?.version ?? 0
}

async function takeLock(client: pg.Client): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK_CODE])
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw rejection('UNAVAILABLE', { name: 'database held', facts: { file: nameOf(client) } }, { cause: error })
  }
}

/** Reads the version again, because another process may have migrated while this one waited. */
async function applyMissing(
  client: pg.Client,
  migrations: readonly Pick<MigrationMeta, 'sql'>[],
  log: Log | undefined,
): Promise<void> {
  const [from, to] = [await schemaVersion(client), migrations.length]
  if (from > to) throw newerSchema(client, from, to)
  if (from === to) return
  try {
    for (const statement of migrations.slice(from).flatMap((migration) => migration.sql)) await client.query(statement)
    await client.query(
      'CREATE TABLE IF NOT EXISTS headcount_schema (id integer PRIMARY KEY CHECK (id = 1), version integer NOT NULL)',
    )
    await client.query(
      'INSERT INTO headcount_schema VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET version = excluded.version',
      [to],
    )
  } catch (error) {
    const facts = { file: nameOf(client), from, to, cause: messageOf(error) }
    throw rejection('UNAVAILABLE', { name: 'migration failed', facts }, { cause: error })
  }
  log?.info({ from, to }, `The database has schema ${to} now.`)
}

const nameOf = ({ database }: pg.Client): string => database ?? 'the database'

const newerSchema = (client: pg.Client, found: number, known: number): HeadcountError =>
  rejection('NOT_CONFIGURED', { name: 'database too new', facts: { file: nameOf(client), found, known } })
