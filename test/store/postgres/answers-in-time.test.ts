// What waits for the database on behalf of a request is rejected in time for an answer, where the database is not well.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { HeadcountError } from '../../../src/domain/error.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { type NetworkProxy, startProxy } from '../../support/postgres/proxy.js'
import { startStopwatch } from '../../support/stopwatch.js'
import { NOW } from '../contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const ANSWER_LIMIT_MS = 2_000
const LOCKED_MS = 3_000
let database: TestDatabase
let proxy: NetworkProxy
let store: PostgresStore
let locker: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startProxy(database.url)
  store = await openPostgresStore(proxy.url, { clock })
  locker = new pg.Client({ connectionString: database.url })
  await locker.connect()
})
beforeEach(async () => {
  // Two connections are open before anything is locked: to open one takes a busy machine a second. Those of the test before
  // may still be ending.
  await expect.poll(readTwice).toBe(true)
  await locker.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
})
afterEach(async () => {
  proxy.restore()
  await locker.query('ROLLBACK')
})
afterAll(async () => {
  await locker.end()
  await store.close()
  await proxy.close()
  await database.drop()
})

/** A request that reads what is locked: the code of its error or "read", and how long it waited in ms. */
async function readFor(response: { readonly headersSent: boolean }, name: string, from = store) {
  const began = performance.now()
  const code = await new Promise<string>((resolve) => {
    from.answerInTime?.(response, () => {
      from.accounts.byName(name).then(
        () => resolve('read'),
        (error: unknown) => resolve(error instanceof HeadcountError ? error.code : String(error)),
      )
    })
  })
  return { code, ms: performance.now() - began }
}

const readTwice = (): Promise<boolean> =>
  Promise.all(['one', 'other'].map((name) => store.accounts.byName(name))).then(
    () => true,
    () => false,
  )

/** How many the server lets wait for what is locked. */
async function waitingReaders(): Promise<number> {
  const { rows } = await locker.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_locks WHERE relation = 'account'::regclass AND NOT granted",
  )
  return rows[0]?.count ?? 0
}

/** Frees what is locked. */
async function unlock(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LOCKED_MS))
  await locker.query('COMMIT')
}

it('a request waits on where the database is well [PROCESS-46]', async () => {
  const unlocked = unlock()
  const { code, ms } = await readFor({ headersSent: false }, 'one')
  await unlocked
  expect(code).toBe('read')
  expect(ms).toBeGreaterThan(ANSWER_LIMIT_MS)
})

it('a request gets its error within 2 s where its connection was forgotten while the server works for it [PROCESS-46]', async () => {
  const reading = readFor({ headersSent: false }, 'one')
  const begun = readFor({ headersSent: true }, 'other')
  await expect.poll(waitingReaders, { interval: 20 }).toBe(2)
  const unlocked = unlock()
  proxy.forget()
  const stopwatch = startStopwatch()
  const { code } = await reading
  const passed = stopwatch.passed()
  await unlocked
  // A response that has begun is not cut off for that: it waits until its connection is known to be lost.
  expect((await begun).ms).toBeGreaterThan(LOCKED_MS)
  expect(code).toBe('UNAVAILABLE')
  expect(passed).toBeLessThan(ANSWER_LIMIT_MS)
})

it('a statement that the server ended counts as not answered, so that it is tried again, and others wait on', async () => {
  // It has no fault of the tests before.
  const own = await openPostgresStore(database.url, { clock })
  onTestFinished(() => own.close())
  const reading = own.accounts.byName('locked').then(String, (error: unknown) => error)
  await expect.poll(waitingReaders, { interval: 20, timeout: 9_000 }).toBe(1)
  // As statement_timeout does it.
  await locker.query("SELECT pg_cancel_backend(pid) FROM pg_locks WHERE relation = 'account'::regclass AND NOT granted")
  expect(await reading).toMatchObject({ code: 'UNAVAILABLE' })
  const unlocked = unlock()
  const { code } = await readFor({ headersSent: false }, 'one', own)
  await unlocked
  expect(code).toBe('read')
})
