// The states of a large evaluation are written before its commit. After a crash, those of a committed one count and the others do not.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ROUTED_KINDS } from '../../../src/domain/notifications/settings.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { addGame, allOf, createAccount, DAY, NOW } from '../../store/contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const batch = { notifications: [], events: [], createdAt: NOW }
const MAX_TURN_STATES = 500

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-states-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'one.db')
}

test('after a crash, the states that a committed evaluation wrote ahead count, and those of another do not', async () => {
  const file = await newFile()
  const before = await openStore(`file:${file}`, { clock })
  const { id: accountId } = await createAccount(before)
  const games = [await addGame(before, accountId, 1), await addGame(before, accountId, 2)]
  const states = games.map(({ id: gameId }) => ({ gameId, kind: 'record' as const, state: 'before' }))
  await before.evaluations.commit({ ...batch, after: undefined, cursor: DAY, states })
  await before.close()

  const raw = new Database(file)
  const insert = raw.prepare("INSERT INTO notice_state_next (game_id, kind, state, minute) VALUES (?, 'record', ?, ?)")
  insert.run(games[0]?.id, 'committed', DAY)
  insert.run(games[1]?.id, 'not committed', DAY + 1)
  raw.close()

  const after = await openStore(`file:${file}`, { clock })
  onTestFinished(() => after.close())
  expect((await allOf(after.evaluations.states())).map(({ state }) => state)).toEqual(['committed', 'before'])
  // What was removed does not come back once the cursor is there.
  await after.evaluations.commit({ ...batch, after: DAY, cursor: DAY + 1, states: [] })
  expect((await allOf(after.evaluations.states())).map(({ state }) => state)).toEqual(['committed', 'before'])
})

test(`a turn of the event loop writes or reads at most ${MAX_TURN_STATES} states, however many there are`, async () => {
  const file = await newFile()
  const store = await openStore(`file:${file}`, { clock })
  onTestFinished(() => store.close())
  const { id: accountId } = await createAccount(store)
  const states = []
  for (let id = 1; id <= 400; id++) {
    const { id: gameId } = await addGame(store, accountId, id, { maxGames: 400 })
    for (const kind of ROUTED_KINDS) states.push({ gameId, kind, state: '{}' })
  }
  const raw = new Database(file, { readonly: true })
  onTestFinished(() => void raw.close())
  const rows = raw.prepare('SELECT (SELECT count(*) FROM notice_state), (SELECT count(*) FROM notice_state_next)').raw()
  let isDone = false
  const commit = store.evaluations.commit({ ...batch, after: undefined, cursor: DAY, states }).finally(() => {
    isDone = true
  })
  let [before, longest] = [[0, 0], 0]
  while (!isDone) {
    await nextTurn()
    const now = z.tuple([z.number(), z.number()]).parse(rows.get())
    longest = Math.max(longest, ...now.map((count, index) => Math.abs(count - (before[index] ?? 0))))
    before = now
  }
  expect(await commit).toBe(0)
  expect(before).toEqual([states.length, 0])
  expect(longest).toBeLessThanOrEqual(MAX_TURN_STATES)
  let turns = 0
  let isReading = true
  const counting = (async () => {
    for (; isReading; turns++) await nextTurn()
  })()
  const pages: number[] = []
  for await (const page of store.evaluations.states()) pages.push(page.length)
  isReading = false
  await counting
  expect(turns).toBeGreaterThanOrEqual(pages.length - 1)
  expect(pages.reduce((sum, length) => sum + length, 0)).toBe(states.length)
  expect(Math.max(...pages)).toBeLessThanOrEqual(MAX_TURN_STATES)
})
