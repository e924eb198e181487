// Reads that share a snapshot wait on behalf of the request of each, and of no other.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HeadcountError } from '../../../src/domain/error.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { startStopwatch } from '../../support/stopwatch.js'
import { DAY, NOW } from '../contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const EVENT_TIMEOUT_MS = 20_000
const ANSWER_LIMIT_MS = 2_000
let database: TestDatabase
let store: PostgresStore
let locker: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  store = await openPostgresStore(database.url, { clock })
  locker = new pg.Client({ connectionString: database.url })
  await locker.connect()
})
beforeEach(async () => {
  await Promise.all([store.accounts.list(), store.accounts.list()])
  await locker.query('BEGIN; LOCK TABLE gap IN ACCESS EXCLUSIVE MODE')
})
afterAll(async () => {
  await locker.end()
  await store.close()
  await database.drop()
})

/** Ends the connections of the pool that nobody uses: for some seconds, no request waits longer than it must. */
async function noteFault(): Promise<void> {
  const others = `datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'`
  const ofPool = `${others} AND application_name NOT LIKE 'headcount%'`
  await locker.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ofPool}`)
  await expect
    .poll(async () => (await database.run(`SELECT 1 FROM pg_stat_activity WHERE ${ofPool}`)).length, {
      timeout: EVENT_TIMEOUT_MS,
    })
    .toBe(0)
}

const readGaps = (id: number): Promise<string> =>
  store.series.gaps(id, DAY, DAY + 9).then(
    () => 'read',
    (error: unknown) => (error instanceof HeadcountError ? error.code : String(error)),
  )

/** What the reads of a request that `begin` starts end with. */
const inRequest = (begin: () => Promise<string>): Promise<string> =>
  new Promise((resolve) => {
    store.answerInTime?.({ headersSent: false }, () => void begin().then(resolve))
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('a request that joins the reads of a background job is rejected within 2 s, and the job waits on', async () => {
  await noteFault()
  const stopwatch = startStopwatch()
  const job = readGaps(1)
  const request = inRequest(() => readGaps(2))
  expect(await Promise.race([request, pause(ANSWER_LIMIT_MS)])).toBe('UNAVAILABLE')
  expect(stopwatch.passed()).toBeLessThan(ANSWER_LIMIT_MS)
  await locker.query('COMMIT')
  expect(await job).toBe('read')
})

it('a request that joins the reads of one which has waited for long has its own time', async () => {
  const begin: (() => void)[] = []
  const early = inRequest(async () => {
    await new Promise<void>((resolve) => begin.push(resolve))
    return readGaps(1)
  })
  // Noting a fault may take seconds on a busy machine, and then it must not be too old for the request.
  await Promise.all([noteFault(), pause(1_400)])
  for (const one of begin) one()
  const late = Promise.resolve().then(() => inRequest(() => readGaps(2)))
  expect(await early).toBe('UNAVAILABLE')
  await pause(300)
  await locker.query('COMMIT')
  expect(await late).toBe('read')
})
