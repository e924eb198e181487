// A PostgreSQL database as the source of a move: no other process has it open, nobody can write to it, and all is read as it was at one time.
import pg from 'pg'
import { rejection } from '../../../domain/error.js'
import type { MoveSide } from '../../values/moving/sides.js'
import type { MovedTable } from '../../values/moving/tables.js'
import { migrate, schemaVersion } from '../migrate.js'
import { requireUsableServer } from '../server/check-server.js'
import { clientSettings, databaseName } from '../server/client-settings.js'
import { isLockTimeout } from '../server/errors.js'
import { besideProcess, MOVE_TABLE } from '../server/use-lock.js'
import { PostgresRows } from './rows.js'
import { openMoveSession } from './session.js'
import { sequences, UNMOVED_TABLES } from './tables.js'

export async function openPostgresSource(databaseUrl: string, tables: readonly MovedTable[]): Promise<MoveSide> {
  const name = databaseName(databaseUrl)
  await requireUsableServer(databaseUrl)
  await requireDatabase(databaseUrl, name)
  await migrate(databaseUrl)
  const client = await openMoveSession(databaseUrl)
  try {
    await beginReading(client, name, tables)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  const rows = new PostgresRows(client)
  return {
    name,
    countOf: (table) => rows.countOf(table),
    rows: (table, after) => rows.read(table, after),
    lastNumbers: () => readLastNumbers(client),
    damagedRows: () => rows.damagedRows(),
    close: () => client.end().catch(() => undefined),
  }
}

async function requireDatabase(databaseUrl: string, database: string): Promise<void> {
  const client = new pg.Client(clientSettings(databaseUrl))
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await schemaVersion(client)) === 0)
      throw rejection('INVALID_PARAMETERS', { name: 'nothing to move', facts: { database } })
    if (await hasProgress(client)) throw rejection('NOT_CONFIGURED', { name: 'move unfinished', facts: {} })
  } finally {
    await client.end()
  }
}

/** Must be called outside of a transaction, inside of which to_regclass() may answer from an old cache. */
export async function hasProgress(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [
    MOVE_TABLE,
  ])
  return rows[0]?.isThere === true
}

/** The locks come before the snapshot, so that it has all that others wrote. */
async function beginReading(client: pg.Client, name: string, tables: readonly MovedTable[]): Promise<void> {
  const names = [...tables.map((table) => table.name), ...UNMOVED_TABLES].map((table) => `"${table}"`)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    await client.query(`LOCK TABLE ${names.join(', ')} IN SHARE MODE`)
  } catch (error) {
    throw isLockTimeout(error) ? besideProcess(name) : error
  }
}

export async function readLastNumbers(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    'SELECT sequencename AS name, last_value::float8 AS last FROM pg_sequences WHERE schemaname = current_schema()',
  )
  const last = new Map(rows.map((row) => [row.name, row.last]))
  return new Map([...sequences()].map(([table, sequence]) => [table, last.get(sequence) ?? 0]))
}
