// The states of a large evaluation are written before its commit. After a crash, those of a committed one count and the others do not.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { addGame, allOf, createAccount, DAY, NOW } from '../../store/contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }

test('after a crash, the states that a committed evaluation wrote ahead count, and those of another do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-states-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'one.db')
  const before = await openStore(`file:${file}`, { clock })
  const { id: accountId } = await createAccount(before)
  const games = [await addGame(before, accountId, 1), await addGame(before, accountId, 2)]
  const states = games.map(({ id: gameId }) => ({ gameId, kind: 'record' as const, state: 'before' }))
  const batch = { notifications: [], events: [], createdAt: NOW }
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
