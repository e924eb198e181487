// A PostgreSQL database as the target of a move. While its progress is stored in a table of its own, no service starts on it.
import type pg from 'pg'
import { z } from 'zod'
import type { MoveProgress, MoveTarget } from '../../values/moving/sides.js'
import type { MovedRow, MovedTable } from '../../values/moving/tables.js'
import { migrate } from '../migrate.js'
import { requireUsableServer } from '../server/check-server.js'
import { databaseName } from '../server/client-settings.js'
import { MOVE_TABLE } from '../server/use-lock.js'
import { acceptedValue, insertRows } from './insert.js'
import { PostgresRows } from './rows.js'
import { inTransaction, openMoveSession } from './session.js'
import { hasProgress, readLastNumbers } from './source.js'
import { sequences, UNMOVED_TABLES } from './tables.js'

const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

const progressSchema = z.object({
  fingerprint: z.string(),
  table: z.string().nullable(),
  after: z.array(z.union([z.string(), z.number()])).nullable(),
})

export async function openPostgresTarget(databaseUrl: string, tables: readonly MovedTable[]): Promise<MoveTarget> {
  await requireUsableServer(databaseUrl)
  await migrate(databaseUrl)
  const client = await openMoveSession(databaseUrl)
  // A crash of the server undoes the last batches with their progress; the last commit waits for the disk, and with it all before.
  await client.query('SET synchronous_commit = off')
  return postgresTarget(client, databaseName(databaseUrl), tables)
}

function postgresTarget(client: pg.Client, name: string, tables: readonly MovedTable[]): MoveTarget {
  const rows = new PostgresRows(client)
  const names = [...tables.map((table) => table.name), ...UNMOVED_TABLES].map((table) => `"${table}"`)
  const store = (progress: MoveProgress) =>
    client.query(`UPDATE ${MOVE_TABLE} SET progress = $1`, [JSON.stringify(progress)])
  const progressOf = async (): Promise<MoveProgress | undefined> => {
    if (!(await hasProgress(client))) return undefined
    const found = await client.query<{ progress: string }>(`SELECT progress FROM ${MOVE_TABLE}`)
    return progressSchema.parse(JSON.parse(found.rows[0]?.progress ?? 'null'))
  }
  return {
    name,
    countOf: (table) => rows.countOf(table),
    rows: (table, after) => readInSnapshot(client, rows, table, after),
    lastNumbers: () => readLastNumbers(client),
    damagedRows: () => rows.damagedRows(),
    progress: progressOf,
    isEmpty: async () => {
      const tests = names.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ')
      const found = await client.query<{ hasRows: boolean }>(`SELECT ${tests} AS "hasRows"`)
      return found.rows[0]?.hasRows === false
    },
    begin: (progress) =>
      inTransaction(client, async () => {
        await client.query(`CREATE TABLE ${MOVE_TABLE} (progress text NOT NULL)`)
        await client.query(`INSERT INTO ${MOVE_TABLE} VALUES ($1)`, [JSON.stringify(progress)])
      }),
    empty: () =>
      inTransaction(client, async () => {
        await client.query(`TRUNCATE ${names.join(', ')}`)
        await client.query(`DROP TABLE ${MOVE_TABLE}`)
      }),
    accepted: acceptedValue,
    put: (table, moved, progress) =>
      inTransaction(client, async () => {
        await insertRows(client, table, moved)
        await store(progress)
      }),
    setLastNumbers: async (numbers) => {
      for (const [table, sequence] of sequences()) {
        const last = numbers.get(table) ?? 0
        if (last > 0) await client.query('SELECT setval($1, $2)', [sequence, last])
      }
    },
    distrust: async () => {
      const progress = await progressOf()
      if (progress !== undefined) await store({ ...progress, fingerprint: '' })
    },
    finish: async () => {
      await client.query('SET synchronous_commit = on')
      await client.query(`DROP TABLE IF EXISTS ${MOVE_TABLE}`)
      // The server chooses plans by what it knows of the rows.
      await client.query(`ANALYZE ${names.join(', ')}`)
    },
    close: () => client.end().catch(() => undefined),
  }
}

async function* readInSnapshot(
  client: pg.Client,
  rows: PostgresRows,
  table: MovedTable,
  after: MoveProgress['after'],
): AsyncGenerator<readonly MovedRow[]> {
  await client.query(BEGIN_SNAPSHOT)
  try {
    yield* rows.read(table, after)
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
  }
}
