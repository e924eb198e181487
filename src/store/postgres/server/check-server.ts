// Checks before anything is written that the server fits: its version, the encoding of the database, and that no pooler
// moves the transactions of a connection between sessions, which would free locks that a process believes to hold.
import pg from 'pg'
import { rejection } from '../../../domain/error.js'
import { unreachableDatabase } from '../changes/availability.js'
import { clientSettings } from './client-settings.js'
import { isConnectionError, messageOf } from './errors.js'

const OLDEST_VERSION = 15
const VERSION_UNIT = 10_000

/** Throws NOT_CONFIGURED for a server that does not fit, and UNAVAILABLE for one that does not answer. */
export async function requireUsableServer(databaseUrl: string): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client(clientSettings(databaseUrl)))
  try {
    const [first, second] = clients
    if (first === undefined || second === undefined) return
    for (const client of clients) {
      // A connection that ends by itself makes the next statement fail.
      client.on('error', () => undefined)
      await client.connect()
    }
    await requireServer(first)
    if (await sharesSession(first, second)) throw rejection('NOT_CONFIGURED', { name: 'transaction pooler', facts: {} })
  } catch (error) {
    throw isConnectionError(error) ? unreachableDatabase(messageOf(error), error) : error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  )
  const [row] = rows
  const version = Math.floor(Number(row?.version) / VERSION_UNIT)
  if (!(version >= OLDEST_VERSION))
    throw rejection('NOT_CONFIGURED', {
      name: 'database server too old',
      facts: { found: version, known: OLDEST_VERSION },
    })
  const encoding = row?.encoding ?? ''
  if (encoding !== 'UTF8') throw rejection('NOT_CONFIGURED', { name: 'database encoding', facts: { encoding } })
}

/** The process of the server that runs the statements of a session. */
async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/**
 * Whether the second connection gets the session of the first one, or the first one does not keep its own. Both can only
 * happen behind a pooler in transaction mode, or in a stricter one.
 */
async function sharesSession(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await processOf(first)
  await second.query('BEGIN')
  const isShared = (await processOf(second)) === before
  // While the second one has the session of the first one, that one would wait for it.
  const after = isShared ? before : await processOf(first)
  await second.query('ROLLBACK')
  return isShared || after !== before
}
