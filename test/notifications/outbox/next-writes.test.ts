// The notifications and events of a large evaluation are written before its commit, and stored after it, a part in a turn.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { EventWrite } from '../../../src/domain/events/event.js'
import type { NotificationDraft } from '../../../src/domain/notifications/notification.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { addGame, createAccount, DAY, NOW } from '../../store/contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const GAMES = 400
const MAX_TURN_WRITES = 200

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-writes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'one.db')
}

async function openFile(file: string): Promise<Store> {
  const store = await openStore(`file:${file}`, { clock })
  onTestFinished(() => store.close())
  return store
}

async function addGames(store: Store, count: number) {
  const { id: accountId } = await createAccount(store)
  const ids: number[] = []
  for (let id = 1; id <= count; id++) ids.push((await addGame(store, accountId, id, { maxGames: count })).id)
  return { accountId, ids }
}

const record = (accountId: number, gameId: number): NotificationDraft => ({
  gameId,
  accountId,
  kind: 'record',
  subject: `${DAY}`,
  occurredAt: DAY,
  facts: { kind: 'record', ccu: gameId, previous: 1 },
})

const recordEvent = (universeId: number): EventWrite => ({
  write: 'put',
  event: {
    universeId,
    accountId: null,
    kind: 'record',
    subject: `${universeId}:${DAY}`,
    start: DAY,
    end: DAY,
    cause: 'game',
    facts: { kind: 'record', players: universeId, previous: 1 },
    uncertainty: null,
  },
})

const foundBy = (accountId: number, ids: readonly number[]) => ({
  after: undefined,
  cursor: DAY,
  createdAt: NOW,
  states: [],
  notifications: ids.map((id) => record(accountId, id)),
  events: ids.map((_, index) => recordEvent(index + 1)),
})

test(`a turn of the event loop stores at most ${MAX_TURN_WRITES} notifications and events, in the order of the evaluation`, async () => {
  const file = await newFile()
  const store = await openFile(file)
  const { accountId, ids } = await addGames(store, GAMES)
  const raw = new Database(file, { readonly: true })
  onTestFinished(() => void raw.close())
  const rows = raw
    .prepare(
      'SELECT (SELECT count(*) FROM evaluation_write), (SELECT count(*) FROM notice), (SELECT count(*) FROM event)',
    )
    .raw()
  const counts = () => z.array(z.number()).parse(rows.get())
  let isDone = false
  const commit = store.evaluations.commit(foundBy(accountId, ids)).finally(() => {
    isDone = true
  })
  let [before, longest] = [[0, 0, 0], 0]
  while (!isDone) {
    await nextTurn()
    const now = counts()
    longest = Math.max(longest, ...now.map((count, index) => Math.abs(count - (before[index] ?? 0))))
    before = now
  }
  expect(await commit).toBe(GAMES)
  expect(counts()).toEqual([0, GAMES, GAMES])
  expect(longest).toBeLessThanOrEqual(MAX_TURN_WRITES)
  const stored = (await store.outbox.list({ accountId, limit: GAMES })).toReversed()
  expect(stored.map(({ gameId, facts }) => [gameId, facts])).toEqual(ids.map((id) => [id, record(accountId, id).facts]))
})

test('after a crash, what a committed evaluation wrote ahead is stored, and that of another is not', async () => {
  const file = await newFile()
  const before = await openFile(file)
  const { accountId, ids } = await addGames(before, 3)
  await before.evaluations.commit({ ...foundBy(accountId, ids.slice(0, 1)), events: [] })
  await before.close()

  const raw = new Database(file)
  const insert = raw.prepare('INSERT INTO evaluation_write (minute, created_at, content) VALUES (?, ?, ?)')
  const [first = 0, second = 0, third = 0] = ids
  // The first was stored before the crash.
  for (const id of [first, second]) insert.run(DAY, NOW, JSON.stringify({ notification: record(accountId, id) }))
  insert.run(DAY, NOW, JSON.stringify({ event: recordEvent(2) }))
  insert.run(DAY + 1, NOW, JSON.stringify({ notification: record(accountId, third) }))
  raw.close()

  const after = await openFile(file)
  const stored = await after.outbox.list({ accountId, limit: 10 })
  expect(stored.map(({ gameId }) => gameId)).toEqual([second, first])
  const events = new Database(file, { readonly: true })
  onTestFinished(() => void events.close())
  expect(events.prepare('SELECT universe_id FROM event').pluck().all()).toEqual([2])
  expect(events.prepare('SELECT count(*) FROM evaluation_write').pluck().get()).toBe(0)
})

test('an account that was deleted before its part was stored does not hold up the others', async () => {
  const file = await newFile()
  const before = await openFile(file)
  const { accountId, ids } = await addGames(before, 2)
  await before.evaluations.commit({ ...foundBy(accountId, []), events: [] })
  await before.close()
  const raw = new Database(file)
  const insert = raw.prepare('INSERT INTO evaluation_write (minute, created_at, content) VALUES (?, ?, ?)')
  const { event } = recordEvent(1) as Extract<EventWrite, { write: 'put' }>
  insert.run(DAY, NOW, JSON.stringify({ event: { write: 'put', event: { ...event, accountId: 999 } } }))
  insert.run(DAY, NOW, JSON.stringify({ notification: record(accountId, 999) }))
  insert.run(DAY, NOW, JSON.stringify({ endedAlert: 999 }))
  insert.run(DAY, NOW, JSON.stringify({ notification: record(accountId, ids[1] ?? 0) }))
  raw.close()
  const after = await openFile(file)
  expect((await after.outbox.list({ accountId, limit: 10 })).map(({ gameId }) => gameId)).toEqual([ids[1]])
})
