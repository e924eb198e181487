import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { NotificationDraft } from '../../src/domain/notifications/notification.js'
import type { Store } from '../../src/domain/ports/store.js'
import { createListEvents } from '../../src/services/reading/events/list-events.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { addGame, createAccount, DAY, facts, gap, NOW, record, sample } from '../store/contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const MILESTONES = 250

/** A file as an older version left it: with updates, a gap and notifications, and without events. */
async function oldFile(): Promise<{ readonly file: string; readonly reopen: () => Promise<Store> }> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-old-events-'))
  const file = join(folder, 'headcount.db')
  let store: Store | undefined
  onTestFinished(async () => {
    store?.close()
    await rm(folder, { recursive: true })
  })
  const reopen = async (): Promise<Store> => {
    store?.close()
    store = await openStore(`file:${file}`, { clock })
    return store
  }
  const first = await reopen()
  await fill(first)
  first.close()
  store = undefined
  const raw = new Database(file)
  raw.exec('DELETE FROM event; DELETE FROM event_change')
  const start = JSON.stringify({ stage: 'updates', after: 0, minute: 0 })
  raw.prepare("INSERT INTO setting (key, value) VALUES ('events.history', ?)").run(start)
  raw.close()
  return { file, reopen }
}

async function fill(store: Store): Promise<void> {
  const account = await createAccount(store, { plan: 'enterprise' })
  const game = await addGame(store, account.id, 5, { universe: facts(5, { updatedAt: 60_000 }) })
  for (let minute = DAY; minute < DAY + 3; minute++)
    await record(store, minute, { samples: [sample(5, minute)], facts: [facts(5, { updatedAt: minute * 60_000 })] })
  const minute = DAY + 100
  const silence = [
    ...[gap(5, DAY + 3, DAY + 5, 'platform error'), gap(5, DAY + 5, DAY + 9, 'hidden')],
    ...[gap(5, DAY + 9, DAY + 40, 'late'), gap(5, DAY + 40, minute, 'not running')],
  ]
  await record(store, minute, { samples: [sample(5, minute)], gaps: silence })
  const base = { gameId: game.id, accountId: account.id, occurredAt: DAY }
  const milestones = Array.from({ length: MILESTONES }, (_, index): NotificationDraft => {
    const crossing = { metric: 'visits', rung: index, count: index, between: null } as const
    return {
      ...base,
      kind: 'milestone',
      subject: `visits:${index}`,
      facts: { kind: 'milestone', crossings: [crossing] },
    }
  })
  const status = { kind: 'status', since: DAY + 5, reason: null } as const
  const notifications: NotificationDraft[] = [
    ...milestones,
    // What earlier versions reported after a single look is looked at again.
    { ...base, kind: 'status', subject: 'hidden', facts: { ...status, since: DAY + 1, what: 'hidden', until: null } },
    { ...base, kind: 'status', subject: 'back', facts: { ...status, since: DAY + 1, what: 'back', until: DAY + 2 } },
  ]
  await store.evaluations.commit({
    after: undefined,
    cursor: minute,
    notifications,
    events: [],
    states: [],
    createdAt: NOW,
  })
}

test('an existing installation gets its events from history, however often it stops on the way [DATA-32]', async () => {
  const { reopen } = await oldFile()
  let store = await reopen()
  let steps = 0
  while (!(await store.eventLog.takeHistory())) {
    steps++
    // A service that is killed after each step goes on from there.
    store = await reopen()
  }
  expect(steps).toBeGreaterThan(4)
  const [account] = await store.accounts.list()
  if (account === undefined) throw new Error('The account is there.')
  const { events } = await createListEvents({ store }).changed({ account }, { limit: 500 })
  const kinds = events.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'milestone')).toHaveLength(MILESTONES)
  expect(events.filter(({ kind }) => kind === 'update').map(({ start }) => start)).toEqual([DAY, DAY + 1, DAY + 2])
  expect(events.filter(({ kind }) => kind === 'gap')).toMatchObject([{ start: DAY + 3, end: DAY + 100 }])
  expect(events.filter(({ kind }) => kind === 'incident')).toMatchObject([
    { start: DAY + 5, end: DAY + 100, facts: { type: 'hidden' } },
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(await store.eventLog.takeHistory()).toBe(true)
})
