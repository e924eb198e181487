// The statements of a read: prepared once on each connection, and sent in one message.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MINUTES, dayOf, HOUR_MINUTES, MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { EventWrite } from '../../../src/domain/events/event.js'
import type { NotificationDraft } from '../../../src/domain/notifications/notification.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { SampleGenerator } from '../../bench/series/data.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { addGame, createAccount } from '../contract/support.js'

/** In the middle of a week and of a day. */
const NOW = WEEK_MINUTES * 2_946 + 3 * DAY_MINUTES + 10 * HOUR_MINUTES
const FIRST = NOW - 12 * DAY_MINUTES
/** For a column of the database. */
const TOO_LARGE = 2 ** 70
const range = { start: dayOf(FIRST), end: dayOf(NOW) }
const view = { interval: 1, until: NOW, isReadable: true }

let database: TestDatabase
let store: PostgresStore
let generator: SampleGenerator
let now = NOW
const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
const open = (): Promise<PostgresStore> => openPostgresStore(database.url, { clock, clockState: () => 'correct' })
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  now = NOW
  store = await open()
  generator = new SampleGenerator(1, FIRST)
  await store.series.importBlock(generator.block(NOW - FIRST))
})
afterEach(() => store.close())

/** What `pg` knows of a connection, and its types leave out. */
type NamedClient = pg.Client & { readonly connectionParameters: { readonly application_name?: string } }

const record = (target: PostgresStore, minute: number) =>
  target.series.recordTick({
    minute,
    samples: [{ ...generator.sample(), minute }],
    gaps: [],
    facts: [],
    schedules: [],
    cursor: { minute, clockWasWrong: false },
  })
const samplesToday = async (target: PostgresStore): Promise<number> =>
  (await target.series.rollups(1, range, view)).at(-1)?.samples ?? 0

describe('the days up to now', () => {
  it('are read in one message, head rows and the open week included', async () => {
    await record(store, now++)
    const expected = await store.series.rollups(1, range, view)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      expect(await store.series.rollups(1, range, view)).toEqual(expected)
      const { pathname } = new URL(database.url)
      // Neither a database of a test before this one, which may still be closing, nor the connection that listens, which
      // asks something four times a second: only those that read have no name.
      const reading = (query.mock.contexts as readonly NamedClient[]).filter(
        (client) => `/${client.database}` === pathname && client.connectionParameters.application_name === undefined,
      )
      expect(reading).toHaveLength(1)
    } finally {
      query.mockRestore()
    }
    expect(expected.at(-1)?.samples).toBe(10 * HOUR_MINUTES + 1)
  })

  it('have the samples of a partition that another process created since', async () => {
    const other = await open()
    try {
      const before = await samplesToday(store)
      now += 9 * HOUR_MINUTES
      await record(other, now)
      expect(await samplesToday(store)).toBe(before + 1)
    } finally {
      await other.close()
    }
  })
})

it('what an evaluation of many games found is stored in a few statements, however much it is [NOTIFY-1]', async () => {
  const account = await createAccount(store)
  const { id: gameId } = await addGame(store, account.id, 5)
  const numbers = Array.from({ length: 600 }, (_, index) => index + 1)
  const notifications = numbers.map(
    (ccu): NotificationDraft => ({
      ...{ gameId, accountId: account.id, kind: 'record', subject: `${ccu}`, occurredAt: NOW },
      facts: { kind: 'record', ccu, previous: ccu - 1 },
    }),
  )
  const events = numbers.map(
    (value): EventWrite => ({
      write: 'put',
      event: {
        ...{ universeId: 5, accountId: null, kind: 'milestone', subject: `${value}`, start: NOW, end: NOW },
        ...{ cause: null, uncertainty: null, facts: { kind: 'milestone', metric: 'visits', value, count: value } },
      },
    }),
  )
  const batch = { after: undefined, cursor: NOW, notifications, events, states: [], createdAt: NOW * MINUTE_MS }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect(await store.evaluations.commit(batch)).toBe(600)
    expect(query.mock.calls.length).toBeLessThan(40)
  } finally {
    query.mockRestore()
  }
})

it('a statement that fails beside those that were to be prepared leaves its connection usable', async () => {
  const expected = await store.series.rollups(1, range, view)
  const other = await open()
  try {
    await expect(other.series.rollups(TOO_LARGE, range, view)).rejects.toThrow()
    for (let round = 0; round < 3; round++) expect(await other.series.rollups(1, range, view)).toEqual(expected)
  } finally {
    await other.close()
  }
})
