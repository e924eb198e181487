// A process whose server answers too late, or not at all, and its locks.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SHARD_COUNT } from '../../../../src/domain/processes/leases.js'
import { openPostgresStore, type PostgresStore } from '../../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../../support/postgres/database.js'
import { type NetworkProxy, startProxy } from '../../../support/postgres/proxy.js'
import { NOW } from '../../contract/support.js'

const EVENT_TIMEOUT_MS = 40_000
let database: TestDatabase
let proxy: NetworkProxy
let store: PostgresStore
const warnings: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startProxy(database.url)
  const warn = (facts: object, message: string): void => void warnings.push(`${JSON.stringify(facts)} ${message}`)
  const log = { info: () => undefined, warn, error: warn }
  store = await openPostgresStore(proxy.url, { clock: { now: () => NOW, monotonic: () => NOW }, log })
})
afterAll(async () => {
  await store.close()
  await proxy.close()
  await database.drop()
})

const heldCount = (): Promise<number> =>
  store.leases.shards.during(
    async (parts) =>
      Array.from({ length: SHARD_COUNT }, (_, id) => id).filter((id) => parts.some((part) => part.includes(id))).length,
  )

it('shards that the server gave after the process stopped waiting are sampled', async () => {
  // The server is not silent for so long that it ends the session, but the process waits 10 s only.
  proxy.holdBack('pg_try_advisory_lock($1, shard)', { messageMs: 6_000, answerMs: 5_000 })
  await store.leases.shards.start()
  expect(await heldCount()).toBe(0)
  expect((await store.leases.report())?.unheld).toEqual([])
  await expect.poll(heldCount, { timeout: EVENT_TIMEOUT_MS }).toBe(SHARD_COUNT)
})

it('why no session with locks can be opened is logged once, until one is', async () => {
  proxy.cut()
  const ofLocks = () => warnings.filter((warning) => warning.includes('No session with locks could be opened'))
  // Shards and single tasks have a session each. The first try only finds that the one of the shards was lost.
  for (let tries = 0; tries < 3; tries++) {
    expect(await store.leases.take('delivery')).toBeUndefined()
    await store.leases.shards.start()
  }
  proxy.restore()
  expect(ofLocks()).toEqual([expect.stringMatching(/"error":".*(terminated|ECONNRESET)/)])
  await expect.poll(() => store.leases.take('delivery'), { timeout: EVENT_TIMEOUT_MS }).toBeDefined()
})
