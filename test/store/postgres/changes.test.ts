// What one process commits is heard by the others, so that their caches hold; and what they do while they cannot hear.
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { HeadcountError } from '../../../src/domain/error.js'
import type { HourlyNumbers } from '../../../src/domain/insights/usual/hourly-numbers.js'
import type { StoreEvent } from '../../../src/domain/ports/events.js'
import { CHANGE_CHANNEL, changeMessage, readChangeMessage } from '../../../src/store/postgres/changes/messages.js'
import { connect } from '../../../src/store/postgres/connection.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { type NetworkProxy, startProxy } from '../../support/postgres/proxy.js'
import { rejectionOf } from '../../support/rejections.js'
import { startStopwatch } from '../../support/stopwatch.js'
import { createAccount, NOW } from '../contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const EVENT_TIMEOUT_MS = 60_000
/** Shorter, so that it can be sent again. */
const NEWS_TIMEOUT_MS = 10_000
let database: TestDatabase
let writer: PostgresStore
let proxy: NetworkProxy
let reader: PostgresStore
let heard: StoreEvent[] = []

beforeAll(async () => {
  database = await createDatabase()
  writer = await openPostgresStore(database.url, { clock })
  proxy = await startProxy(database.url)
  reader = await openPostgresStore(proxy.url, { clock })
  reader.events.subscribe((event) => heard.push(event))
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await reader.close()
  await writer.close()
  await proxy.close()
  await database.drop()
})

const nextEvents = async (work: () => Promise<unknown>): Promise<StoreEvent[]> => {
  heard = []
  await work()
  await expect.poll(() => heard.length, { timeout: EVENT_TIMEOUT_MS }).toBeGreaterThan(0)
  return heard
}

describe('a commit of another process', () => {
  it('is reported with what is stale, as one of this process is [PROCESS-46]', async () => {
    const events = await nextEvents(() => createAccount(writer))
    expect(events).toContainEqual({ type: 'records changed', table: 'accounts' })
  })

  it('that rewrites a past removes the numbers of the hour that follow from it once more when it is heard', async () => {
    const numbersOf = (universeId: number): HourlyNumbers => ({
      ...{ universeId, gameId: universeId, kind: 'usual', hour: 1, basis: '', data: Buffer.of(1) },
    })
    const news = changeMessage('another process', [{ type: 'history rewritten', universeId: 7, from: 0, until: 1 }])
    const connection = connect(database.url)
    onTestFinished(() => connection.close())
    const kept = () => reader.hourlyNumbers.after(undefined, 10)
    const keptAfterNews = async (): Promise<readonly HourlyNumbers[]> => {
      // They were computed before, and stored just after its transaction.
      await reader.hourlyNumbers.put([numbersOf(7), numbersOf(8)])
      await connection.write(({ run }) => run('SELECT pg_notify($1, $2)', [CHANGE_CHANNEL, news]))
      await expect.poll(kept, { timeout: NEWS_TIMEOUT_MS }).not.toContainEqual(numbersOf(7))
      return kept()
    }
    // Again where a busy machine answers the heartbeat too late: then everything counts as changed, and all are removed.
    await expect.poll(keptAfterNews, { timeout: EVENT_TIMEOUT_MS }).toEqual([numbersOf(8)])
  })

  it('that changes more than a message can say makes everything stale', () => {
    const rewritten = (universeId: number): StoreEvent => ({ type: 'history rewritten', universeId, from: 0, until: 1 })
    const sent = (count: number) =>
      changeMessage(
        'one',
        Array.from({ length: count }, (_, id) => rewritten(id)),
      ) ?? ''
    expect(readChangeMessage(sent(3)).events).toEqual([0, 1, 2].map(rewritten))
    expect(readChangeMessage(sent(3_000))).toEqual({ sender: 'one', events: [{ type: 'changes missed' }] })
    expect(readChangeMessage('of a later version').events).toEqual([{ type: 'changes missed' }])
  })

  it('is not reported where it was rolled back', async () => {
    heard = []
    await rejectionOf(createAccount(writer))
    const events = await nextEvents(() => writer.keys.revoke(1, NOW))
    expect(events).not.toContainEqual({ type: 'records changed', table: 'accounts' })
  })
})

describe('where the network forgot all connections and lets new ones through', () => {
  const answerWithin2s = async () => {
    const stopwatch = startStopwatch()
    const answer = await reader.accounts.list().then(
      () => 'answered',
      (error: unknown) => (error instanceof HeadcountError ? error.code : error),
    )
    return { answer, isInTime: stopwatch.passed() < 2_000 }
  }

  it('reads are answered, or rejected with when to try again, within 2 s, and soon all are answered [PROCESS-46]', async () => {
    // Each has a connection of its own. A machine that is busy may answer the first ones too late.
    const openAll = () => Promise.all(Array.from({ length: 10 }, answerWithin2s))
    await expect
      .poll(openAll, { timeout: EVENT_TIMEOUT_MS })
      .toEqual(Array(10).fill({ answer: 'answered', isInTime: true }))
    proxy.forget()
    for (const { answer, isInTime } of await Promise.all(Array.from({ length: 20 }, answerWithin2s))) {
      expect(['answered', 'UNAVAILABLE']).toContain(answer)
      expect(isInTime).toBe(true)
    }
    await expect
      .poll(() => Promise.all(Array.from({ length: 10 }, answerWithin2s)), { timeout: EVENT_TIMEOUT_MS })
      .toEqual(Array.from({ length: 10 }, () => ({ answer: 'answered', isInTime: true })))
  })

  it('a statement that takes long is not taken for one that was lost', async () => {
    const connection = connect(database.url)
    onTestFinished(() => connection.close())
    await connection.listen()
    const rows = await connection.write(({ run }) => run<{ slept: string }>('SELECT pg_sleep(3)::text AS slept'))
    expect(rows).toEqual([{ slept: '' }])
  })
})

describe.each(['cut', 'swallow'] as const)('while the connection is lost (%s)', (how) => {
  it('everything counts as changed, again and again; reads are rejected with when to try again; and all is well afterwards [PROCESS-46]', async () => {
    heard = []
    proxy[how]()
    const waiting = rejectionOf(reader.accounts.list())
    await expect
      .poll(() => heard.filter(({ type }) => type === 'changes missed').length, { timeout: EVENT_TIMEOUT_MS })
      .toBeGreaterThan(2)
    expect(await waiting).toMatchObject({
      code: 'UNAVAILABLE',
      text: expect.stringMatching(/PostgreSQL cannot be reached/),
    })
    const later = await reader.accounts.list().catch((error: unknown) => error)
    expect(later).toMatchObject({ code: 'UNAVAILABLE', options: { retryAfterSeconds: 2 } })
    proxy.restore()
    await expect
      .poll(() => reader.accounts.list().catch(() => undefined), { timeout: EVENT_TIMEOUT_MS })
      .toHaveLength(1)
    const hearsAgain = async () => {
      await writer.keys.revoke(1, NOW)
      return heard
    }
    await expect
      .poll(hearsAgain, { timeout: EVENT_TIMEOUT_MS })
      .toContainEqual({ type: 'records changed', table: 'keys' })
  })
})
