// A failing disk changed a byte of what is stored of a universe's creator: ticks go on, and the next one stores it again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { newDatabase } from '../support/store/new-database.js'
import { addGame, createAccount, NOW } from './contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }

it.each(['{"kind":"user","id":7,"name":MaxOwl"}', '{"kind":"user"}', 'null', '7'])(
  'a creator that reads %s is unknown, and its universe is still tracked',
  async (text) => {
    const file = join(await mkdtemp(join(tmpdir(), 'headcount-creator-')), 'headcount.db')
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    await newDatabase(file)
    const before = await openStore(`file:${file}`, { clock })
    const account = await createAccount(before)
    const game = await addGame(before, account.id, 7)
    before.close()
    const raw = new Database(file)
    raw.prepare('UPDATE universe SET creator = ?').run(text)
    raw.close()
    const store = await openStore(`file:${file}`, { clock })
    onTestFinished(() => store.close())
    const [tracked] = await store.universes.tracked()
    expect(tracked).toMatchObject({ id: game.universeId, creator: null })
  },
)
