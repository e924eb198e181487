// Incidents and records of an installation from before there was a list of events, found from its gaps and its days.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import type { Store } from '../../src/domain/ports/store.js'
import { createPastRecords } from '../../src/services/events/past-records.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, createAccount, DAY, gap, NOW, record, sample } from '../store/contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const UNIVERSES = [5, 6, 7, 8]
/** Midnight, so that each peak is one of its own day. */
const START = DAY - (DAY % DAY_MINUTES) - 30 * DAY_MINUTES

/** Games without a channel or a route, sampled each minute but in these gaps. */
async function oldStore(gaps: readonly ReturnType<typeof gap>[], until: number) {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-past-incidents-'))
  const store = await openStore(`file:${join(folder, 'headcount.db')}`, { clock })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const account = await createAccount(store, { plan: 'enterprise' })
  for (const id of UNIVERSES) await addGame(store, account.id, id, { createdAt: 0, channelId: null })
  const schedules = UNIVERSES.map((universeId) => ({ universeId, since: START, interval: 1 }))
  await record(store, START, { samples: UNIVERSES.map((id) => sample(id, START)), schedules })
  await record(store, until - 1, { samples: UNIVERSES.map((id) => sample(id, until - 1)), gaps: [...gaps] })
  await store.settings.set('events.history', JSON.stringify({ stage: 'updates', after: 0, minute: 0 }))
  return { store, account }
}

async function incidentsAfterUpdate(store: Store) {
  let steps = 0
  while (!(await store.eventLog.takeHistory())) if (++steps > 500) throw new Error('It does not end.')
  const events = await store.eventLog.newest({
    universeIds: UNIVERSES,
    accountId: null,
    kinds: ['incident'],
    limit: 100,
  })
  return events
    .map(({ universeId, start, end, cause, facts }) => ({
      ...{ universeId, cause, from: start - START, until: end === null ? null : end - START },
      type: facts.kind === 'incident' ? facts.type : '',
    }))
    .reverse()
}

test('what came and went in an old history is one incident, as it would be today [DATA-32, INSIGHTS-57]', async () => {
  const flicker = [100, 112, 124, 170].map((from) => gap(5, START + from, START + from + 6, 'hidden'))
  const { store } = await oldStore(flicker, START + 1_000)
  expect(await incidentsAfterUpdate(store)).toEqual([
    { universeId: 5, cause: 'game', from: 100, until: 130, type: 'hidden' },
    { universeId: 5, cause: 'game', from: 170, until: 176, type: 'hidden' },
  ])
})

test('a placeholder of one minute in an old history is no incident, and one that stayed is [DATA-32]', async () => {
  const gaps = [
    gap(5, START + 100, START + 101, 'hidden'),
    gap(5, START + 103, START + 104, 'hidden'),
    gap(5, START + 300, START + 330, 'hidden'),
    gap(6, START + 400, START + 402, 'gone'),
    gap(6, START + 500, START + 520, 'gone'),
    gap(7, START + 600, START + 625, 'platform error'),
    gap(7, START + 700, START + 760, 'platform error'),
    gap(8, START + 800, START + 900, 'not running'),
  ]
  const { store } = await oldStore(gaps, START + 1_000)
  expect(await incidentsAfterUpdate(store)).toEqual([
    { universeId: 5, cause: 'game', from: 300, until: 330, type: 'hidden' },
    { universeId: 6, cause: 'game', from: 500, until: 520, type: 'gone' },
    { universeId: 7, cause: 'platform error', from: 700, until: 760, type: 'silent' },
  ])
})

test('what most games of an old history had at once is one incident of the platform [DATA-32]', async () => {
  const gaps = [
    ...UNIVERSES.map((id) => gap(id, START + 100, START + 200, 'platform error')),
    ...UNIVERSES.slice(0, 3).map((id, index) => gap(id, START + 400 + index, START + 440, 'hidden')),
    ...UNIVERSES.slice(0, 2).map((id) => gap(id, START + 600, START + 640, 'hidden')),
  ]
  const { store } = await oldStore(gaps, START + 1_000)
  expect(await incidentsAfterUpdate(store)).toEqual([
    { universeId: null, cause: 'platform', from: 100, until: 200, type: 'silent' },
    { universeId: null, cause: 'platform', from: 400, until: 440, type: 'hidden' },
    { universeId: 5, cause: 'game', from: 600, until: 640, type: 'hidden' },
    { universeId: 6, cause: 'game', from: 600, until: 640, type: 'hidden' },
  ])
})

/** One in three lasts long enough to be an incident. */
const flickerOf = (spacing: number) =>
  Array.from({ length: 900 }, (_, index) =>
    gap(5, START + 10 + index * spacing, START + 10 + index * spacing + (index % 3 === 0 ? 4 : 1), 'hidden'),
  )

test('a game of an old history that was hidden again and again has its incidents, in steps [DATA-32]', async () => {
  const { store } = await oldStore(flickerOf(40), START + 37_000)
  expect(await incidentsAfterUpdate(store)).toHaveLength(100)
  const incidents = { universeIds: [5], accountId: null, kinds: ['incident'], limit: 1_000 } as const
  expect(await store.eventLog.newest(incidents)).toHaveLength(300)
  const { store: flickering } = await oldStore(flickerOf(10), START + 10_000)
  const whole = { universeId: 5, cause: 'game', from: 10, until: 10 + 897 * 10 + 4, type: 'hidden' }
  expect(await incidentsAfterUpdate(flickering)).toEqual([whole])
})

test('the records of an old history are those that would be posted today, without a channel as well [DATA-32]', async () => {
  const { store, account } = await oldStore([], START + 2)
  const peaks = [100, 300, 100, 100, 100, 100, 100, 100, 200, 303, 100, 400, 500]
  for (const [index, ccu] of peaks.entries()) {
    const minute = START + (index + 1) * DAY_MINUTES + 600
    await record(store, minute, { samples: [{ ...sample(5, minute), ccu }] })
  }
  const minute = START + (peaks.length + 2) * DAY_MINUTES
  await record(store, minute, { samples: [sample(5, minute)] })
  await incidentsAfterUpdate(store)
  await store.settings.set('events.records', JSON.stringify({ after: 0, until: minute }))
  const takeRecords = createPastRecords({ store, clock, plans: DEFAULT_PLANS, log })
  let steps = 0
  while (!(await takeRecords())) steps++
  expect(steps).toBe(UNIVERSES.length)
  const query = { universeIds: UNIVERSES, accountId: account.id, kinds: ['record'], limit: 100 } as const
  const records = (await store.eventLog.newest(query)).reverse()
  expect(records.map(({ facts }) => facts)).toEqual([
    { kind: 'record', players: 400, previous: 303 },
    { kind: 'record', players: 500, previous: 400 },
  ])
  expect(await takeRecords()).toBe(true)
})

test('a game whose days can never be read is left out of the past records, and a later one is not', async () => {
  const { store, account } = await oldStore([], START + 2)
  for (const universeId of [5, 6])
    for (let day = 1; day < 10; day++) {
      const minute = START + day * DAY_MINUTES + 600
      await record(store, minute, { samples: [{ ...sample(universeId, minute), ccu: 100 * day }] })
    }
  await incidentsAfterUpdate(store)
  await store.settings.set('events.records', JSON.stringify({ after: 0, until: START + 11 * DAY_MINUTES }))
  const { rollups } = store.series
  vi.spyOn(store.series, 'rollups').mockImplementation(async (universeId, ...query) => {
    if (universeId === 5) throw new Error('SQLITE_IOERR: disk I/O error')
    return rollups(universeId, ...query)
  })
  const takeRecords = createPastRecords({ store, clock, plans: DEFAULT_PLANS, log })
  for (let times = 0; times < 10; times++) await expect(takeRecords()).rejects.toThrow('SQLITE_IOERR')
  let steps = 0
  while (!(await takeRecords())) steps++
  expect(steps).toBe(UNIVERSES.length)
  expect(log.error.mock.calls).toMatchObject([
    [{ gameId: 1, err: { message: expect.stringContaining('SQLITE_IOERR') } }, expect.any(String)],
  ])
  const query = { universeIds: UNIVERSES, accountId: account.id, kinds: ['record'], limit: 100 } as const
  const records = await store.eventLog.newest(query)
  expect(new Set(records.map(({ universeId }) => universeId))).toEqual(new Set([6]))
})
