// Settings that each connection needs, also those that are not of the pool.
import type pg from 'pg'

const DATABASE_CONNECT_TIMEOUT_MS = 5_000
/** Longer than the server's own limit: it ends the wait for a server that does not answer at all. */
const ANSWER_TIMEOUT_MS = 35_000

export const clientSettings = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
})

/** The address without its password, for reports. */
export function databaseName(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `PostgreSQL ${pathname.slice(1) || 'postgres'} at ${hostname || 'this machine'}${port ? `:${port}` : ''}`
}
