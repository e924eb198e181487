// A database of its own for each test file, on the server of the run.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'
import { migrate } from '../../../src/store/postgres/migrate.js'
import { SOCKET_VARIABLE } from './server.js'

const answerSchema = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })])

/** The server of the run, which the first caller starts. */
async function serverUrl(): Promise<string> {
  const path = process.env[SOCKET_VARIABLE]
  if (path === undefined) throw new Error('Tests with PostgreSQL run through vitest, whose setup starts the server.')
  const answer = answerSchema.parse(JSON.parse(await text(connect(path))))
  if ('error' in answer) throw new Error(answer.error)
  return answer.url
}

export interface TestDatabase {
  readonly url: string
  /** Runs one statement on a connection of its own, as a person with a shell does. */
  run(statement: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /** Deletes all rows, and begins the ids again. */
  empty(): Promise<void>
  drop(): Promise<void>
}

/** `options` are those of CREATE DATABASE. `ownServer` is the address of another server than that of the run. */
export async function createDatabase(options = '', ownServer?: string): Promise<TestDatabase> {
  const server = ownServer ?? (await serverUrl())
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(server, `CREATE DATABASE ${name} ${options}`)
  const url = server.replace('/postgres?', `/${name}?`)
  return {
    url,
    run: (statement, values) => query(url, statement, values),
    empty: async () => {
      const found = await query(
        url,
        `SELECT string_agg(quote_ident(tablename), ', ') AS names FROM pg_tables
         WHERE schemaname = 'public' AND tablename <> 'headcount_schema'`,
      )
      await query(url, `TRUNCATE ${found[0]?.names} RESTART IDENTITY CASCADE`)
    },
    drop: async () => void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

let template: Promise<string> | undefined

/** A database as a first start leaves it, without the migrations being run for each test. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  template ??= createDatabase().then(async ({ url }) => {
    await migrate(url)
    return new URL(url).pathname.slice(1)
  })
  return createDatabase(`TEMPLATE ${await template}`)
}

async function query(
  connectionString: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
