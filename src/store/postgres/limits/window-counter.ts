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
/** A window that ended is of no use; the age is for clocks of processes that differ. */
const ENDED_WINDOW_MAX_AGE_MS = 3_600_000
const CLEAR_WINDOWS_INTERVAL_MS = 300_000
/** Counts that one statement looks at, far fewer than it has time for. */
const CLEARED_BATCH_SIZE = 2_000
/** The caller compares with its limit. */
const NO_LIMIT = 2 ** 31 - 1

export interface PostgresWindowCounter extends WindowCounter {
  /** Deletes counts of windows that ended long ago; happens by itself every five minutes. Never rejects. */
  clearExpired(): Promise<void>
  close(): Promise<void>
}

export function windowCounter(databaseUrl: string, timeoutMs = WINDOW_COUNT_TIMEOUT_MS): PostgresWindowCounter {
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
    // It would delete all in one statement, which is undone where it takes longer than a count may.
    ...{ points: NO_LIMIT, duration: 60, clearExpiredByTimeout: false },
  })
  const keyOf = (key: string): string =>
    key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('hex')
  const clearExpired = (): Promise<void> => clearEndedWindows(pool).catch(() => undefined)
  const clearing = setInterval(() => void clearExpired(), CLEAR_WINDOWS_INTERVAL_MS)
  clearing.unref()
  return {
    clearExpired,
    count: async (key, points, seconds) => {
      const { consumedPoints, msBeforeNext } = await limiter.consume(keyOf(key), points, { customDuration: seconds })
      return { points: consumedPoints, msLeft: msBeforeNext }
    },
    read: async (key) => {
      const found = await limiter.get(keyOf(key))
      return found === null ? undefined : { points: found.consumedPoints, msLeft: found.msBeforeNext }
    },
    close: () => {
      clearInterval(clearing)
      return pool.end()
    },
  }
}

/** Goes through all counts by their keys; what one statement deleted stays deleted where a later one fails. */
async function clearEndedWindows(pool: pg.Pool): Promise<void> {
  const endedBefore = Date.now() - ENDED_WINDOW_MAX_AGE_MS
  let after: string | null = ''
  while (after !== null) {
    const { rows }: pg.QueryResult<{ last: string | null }> = await pool.query(
      `WITH page AS (SELECT key, expire FROM ${RATE_TABLE} WHERE key > $1 ORDER BY key LIMIT ${CLEARED_BATCH_SIZE}),
       cleared AS (DELETE FROM ${RATE_TABLE} AS w USING page
                   WHERE w.key = page.key AND page.expire < $2 AND w.expire < $2)
       SELECT max(key) AS last FROM page`,
      [after, endedBefore],
    )
    after = rows[0]?.last ?? null
  }
}
