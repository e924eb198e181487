// The one session of a move on a PostgreSQL database. It holds the database alone, and what it reads and writes goes through it: where the
// session is lost, nothing more can be written.
import pg from 'pg'
import { unreachableDatabase } from '../changes/availability.js'
import { clientSettings, databaseName } from '../server/client-settings.js'
import { isConnectionError, messageOf } from '../server/errors.js'
import { takeDatabase } from '../server/use-lock.js'

/** To sort or count the largest table. */
const MOVE_STATEMENT_TIMEOUT_MS = 30 * 60_000

export async function openMoveSession(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientSettings(databaseUrl),
    query_timeout: MOVE_STATEMENT_TIMEOUT_MS,
    application_name: 'headcount move',
  })
  // The next statement fails then.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await takeDatabase(client, databaseName(databaseUrl))
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw isConnectionError(error) ? unreachableDatabase(messageOf(error), error) : error
  }
}

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, begin = 'BEGIN'): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
