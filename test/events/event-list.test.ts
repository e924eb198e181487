import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EventDraft, HistoryEvent } from '../../src/domain/events/event.js'
import type { Store } from '../../src/domain/ports/store.js'
import { createListEvents } from '../../src/services/reading/events/list-events.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, blockOf, createAccount, DAY, facts, gap, NOW, record, sample } from '../store/contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }

async function openScene() {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-events-'))
  const store = await openStore(`file:${folder}/headcount.db`, { clock })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const account = await createAccount(store, { plan: 'enterprise' })
  const game = await addGame(store, account.id, 5, { universe: facts(5, { updatedAt: (DAY - 900) * 60_000 }) })
  const events = createListEvents({ store })
  const list = async (cursor = 0) => (await events.changed({ account }, {}, cursor)).events
  return { store, account, game, events, list }
}

const linesOf = (events: readonly HistoryEvent[]): string[] =>
  events.map(({ kind, start, end, cause }) => `${kind} ${start - DAY}–${end === null ? '' : end - DAY} ${cause}`)

async function silence(store: Store, from: number, until: number): Promise<void> {
  for (let minute = from; minute < until; minute++)
    await record(store, minute, { gaps: [gap(5, minute, minute + 1, 'platform error')] })
}

const milestone: EventDraft = {
  universeId: 5,
  accountId: null,
  kind: 'milestone',
  subject: '5:visits:100',
  start: DAY,
  end: DAY,
  cause: null,
  facts: { kind: 'milestone', metric: 'visits', value: 100, count: 101 },
  uncertainty: null,
}

test('an update is an event from the tick that found it, at the time of the update [DATA-30]', async () => {
  const { store, list } = await openScene()
  await record(store, DAY, { samples: [sample(5, DAY)], facts: [facts(5, { updatedAt: (DAY - 2) * 60_000 })] })
  await record(store, DAY + 1, { samples: [sample(5, DAY + 1)], facts: [facts(5, { updatedAt: (DAY - 2) * 60_000 })] })
  const [update, ...others] = await list()
  expect(update).toMatchObject({ kind: 'update', start: DAY - 2, end: DAY - 2, universeId: 5, accountId: null })
  expect(update?.facts).toEqual({ kind: 'update', foundAt: DAY })
  expect(others).toEqual([])
})

test('a gap is an event from its sixtieth minute on, and changes once more, when it is over [DATA-30]', async () => {
  const { store, list } = await openScene()
  await record(store, DAY, { samples: [sample(5, DAY)] })
  await silence(store, DAY + 1, DAY + 60)
  expect(await list()).toEqual([])
  await silence(store, DAY + 60, DAY + 61)
  const [open] = await list()
  expect(linesOf(await list())).toEqual(['gap 1– platform error'])
  await silence(store, DAY + 61, DAY + 90)
  expect(await list(open?.change)).toEqual([])
  await record(store, DAY + 90, { samples: [sample(5, DAY + 90)] })
  const [over] = await list(open?.change)
  expect(linesOf(await list())).toEqual(['gap 1–90 platform error'])
  expect(over?.id).toBe(open?.id)
})

test('a gap that was found in parts is one event with all its reasons', async () => {
  const { store, list } = await openScene()
  await record(store, DAY, { samples: [sample(5, DAY)] })
  await silence(store, DAY + 1, DAY + 40)
  const stopped = [gap(5, DAY + 40, DAY + 41, 'stopping'), gap(5, DAY + 41, DAY + 100, 'not running')]
  await record(store, DAY + 100, { samples: [sample(5, DAY + 100)], gaps: stopped })
  const [event] = await list()
  expect(linesOf(await list())).toEqual(['gap 1–100 null'])
  expect(event?.facts).toEqual({ kind: 'gap', reasons: ['platform error', 'stopping', 'not running'] })
})

test('an import into a gap shortens its event, and takes it out of the list where less than an hour is left', async () => {
  const { store, list } = await openScene()
  await record(store, DAY, { samples: [sample(5, DAY)] })
  await silence(store, DAY + 1, DAY + 150)
  await record(store, DAY + 150, { samples: [sample(5, DAY + 150)] })
  const filled = (from: number, until: number) =>
    blockOf(
      5,
      Array.from({ length: until - from }, (_, index) => sample(5, DAY + from + index)),
    )
  await store.series.importBlock(filled(100, 110))
  expect(linesOf(await list())).toEqual(['gap 1–100 platform error'])
  await store.series.importBlock(filled(50, 60))
  expect(await list()).toEqual([])
})

test('what an evaluation finds and its cursor are one transaction, and the same event is not written twice', async () => {
  const { store, list } = await openScene()
  const put = { write: 'put', event: milestone } as const
  const batch = { cursor: DAY, notifications: [], states: [], createdAt: NOW, events: [put] }
  await store.evaluations.commit({ ...batch, after: undefined })
  const first = await list()
  expect(linesOf(first)).toEqual(['milestone 0–0 null'])
  expect(await store.evaluations.commit({ ...batch, after: undefined })).toBeUndefined()
  await store.evaluations.commit({ ...batch, after: DAY, cursor: DAY + 1 })
  expect(await list()).toEqual(first)
})

test('pages follow the changes: none is skipped, and none comes twice unless it changed', async () => {
  const { store, account, events } = await openScene()
  for (let number = 0; number < 7; number++) await store.eventLog.put({ ...milestone, subject: `5:visits:${number}` })
  const seen: number[] = []
  let cursor = 0
  for (let page = 0; page < 4; page++) {
    const read = await events.changed({ account }, { limit: 3 }, cursor)
    seen.push(...read.events.map(({ id }) => id))
    expect(read.hasMore).toBe(page < 2)
    cursor = read.cursor
  }
  expect(seen).toEqual([...new Set(seen)])
  expect(seen).toHaveLength(7)
  await store.eventLog.put({ ...milestone, subject: '5:visits:3', end: DAY + 1 })
  const again = await events.changed({ account }, {}, cursor)
  expect(again.events.map(({ id }) => id)).toEqual([seen[3]])
  const newest = await events.newest({ account }, { limit: 5 })
  expect((await events.newest({ account }, { limit: 5 }, newest.next)).events).toHaveLength(2)
})

test('an account sees the events of its games and of the platform, and nobody else its own ones [DATA-31]', async () => {
  const { store, account, game, events } = await openScene()
  const other = await createAccount(store, { name: 'other' })
  const theirs = await addGame(store, other.id, 5)
  await addGame(store, other.id, 6)
  await store.eventLog.put(milestone)
  await store.eventLog.put({ ...milestone, universeId: 6, subject: '6:visits:100' })
  await store.eventLog.put({ ...milestone, universeId: null, subject: 'platform' })
  const note = await store.eventLog.put({
    ...milestone,
    kind: 'note',
    subject: 'note',
    accountId: account.id,
    facts: { kind: 'note', text: 'A trailer', author: null },
  })
  const subjectsOf = (list: readonly HistoryEvent[]): string[] => list.map(({ subject }) => subject)
  expect(subjectsOf((await events.changed({ account })).events)).toEqual(['5:visits:100', 'platform', 'note'])
  expect(subjectsOf((await events.changed({ account: other })).events)).toEqual([
    '5:visits:100',
    '6:visits:100',
    'platform',
  ])
  expect(subjectsOf((await events.changed({ account, game, isOwn: false })).events)).toEqual([
    '5:visits:100',
    'platform',
  ])
  expect(subjectsOf((await events.newest({ account: other, game: theirs, isOwn: true })).events)).not.toContain('note')
  expect(await store.eventLog.withdrawNote(note.id, other.id)).toBe(false)
  expect(await store.eventLog.withdrawNote(note.id, account.id)).toBe(true)
  expect(subjectsOf((await events.changed({ account })).events)).not.toContain('note')
})

test('a range finds what touches it, also what goes on', async () => {
  const { store, account, events } = await openScene()
  const put = (subject: string, start: number, end: number | null) =>
    store.eventLog.put({ ...milestone, subject, start: DAY + start, end: end === null ? null : DAY + end })
  await put('before', 0, 10)
  await put('into', 5, 30)
  await put('at', 20, 20)
  await put('open', 1, null)
  await put('after', 40, 50)
  const { events: found } = await events.changed({ account }, { from: DAY + 10, until: DAY + 40 })
  expect(found.map(({ subject }) => subject)).toEqual(['into', 'at', 'open'])
})
