// Counts requests over all processes, on connections of its own, so that no request waits for a limit where the database is
// busy.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { WindowCounter } from '../../../domain/processes/window-counter.js'
import { RATE_TABLE } from '../leases/schema.js'
import { clientSettings } from '../server/client-settings.js'

/** Beyond it, the caller counts in memory. */
const WINDOW_COUNT_TIMEOUT_MS = 300
const MAX_COUNTING_CONNECTIONS = 4
const MAX_KEY_LENGTH = 200
/** The caller compares with its limit. */
const NO_LIMIT = 2 ** 31 - 1

export function windowCounter(
  databaseUrl: string,
  timeoutMs = WINDOW_COUNT_TIMEOUT_MS,
): WindowCounter & { close(): Promise<void> } {
  const pool = new pg.Pool({
    ...clientSettings(databaseUrl),
    max: MAX_COUNTING_CONNECTIONS,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'headcount limits',
  })
  // Without a listener, the loss of a connection that nobody uses would end the process.
  pool.on('error', () => undefined)
  const limiter = new RateLimiterPostgres({
    ...{ storeClient: pool, storeType: 'pool', tableName: RATE_TABLE, tableCreated: true, keyPrefix: '' },
    ...{ points: NO_LIMIT, duration: 60, clearExpiredByTimeout: true },
  })
  const keyOf = (key: string): string =>
    key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('hex')
  return {
    count: async (key, points, seconds) => {
      const { consumedPoints, msBeforeNext } = await limiter.consume(keyOf(key), points, { customDuration: seconds })
      return { points: consumedPoints, msLeft: msBeforeNext }
    },
    read: async (key) => {
      const found = await limiter.get(keyOf(key))
      return found === null ? undefined : { points: found.consumedPoints, msLeft: found.msBeforeNext }
    },
    close: () => pool.end(),
  }
}
