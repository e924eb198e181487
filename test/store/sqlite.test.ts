import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/ports/store.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { rejectionOf } from '../support/rejections.js'
import { newDatabase } from '../support/store/new-database.js'
import { rounds } from '../support/test-run.js'
import { describeGapEvents } from './contract/series/gap-events.js'
import { addGame, createAccount, NOW } from './contract/support.js'
import { storeContract } from './contract.js'
import { startStoreProcess } from './start-store-process.js'
import { FAILING, UNIVERSES } from './store-process.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const clockState = () => 'correct' as const
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'headcount-store-'))

const open = async () => {
  const folder = await newFolder()
  await newDatabase(`${folder}/headcount.db`)
  const store = await openStore(`file:${folder}/headcount.db`, { clock, clockState })
  const dispose = async () => {
    store.close()
    await rm(folder, { recursive: true })
  }
  return { store, dispose }
}
storeContract('SQLite', open)
describeGapEvents(open)

describe('a SQLite file', () => {
  let folder = ''
  const opened: Store[] = []
  const file = (): string => join(folder, 'new', 'folder', 'headcount.db')
  const open = async (): Promise<Store> => {
    const store = await openStore(`file:${file()}`, { clock })
    opened.push(store)
    return store
  }
  const inspect = <T>(look: (raw: Sqlite.Database) => T): T => {
    const raw = new Database(file())
    try {
      return look(raw)
    } finally {
      raw.close()
    }
  }
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) store.close()
    await rm(folder, { recursive: true })
  })

  it('is made with its folder, in write-ahead mode, with small pages and space that can be given back', async () => {
    await open()
    const pragmas = inspect((raw) =>
      ['auto_vacuum', 'journal_mode', 'page_size'].map((name) => raw.pragma(name, { simple: true })),
    )
    expect(pragmas).toEqual([2, 'wal', 1_024])
  })

  it('keeps samples, gaps, schedules and what is computed in the order of their keys', async () => {
    await open()
    const tables = inspect((raw) =>
      raw.prepare('SELECT name FROM pragma_table_list WHERE wr ORDER BY name').pluck().all(),
    )
    expect(tables).toEqual(['gap', 'hourly_numbers', 'import_cadence', 'notice_state_next', 'sample', 'schedule'])
  })

  it('holds everything when it is opened again', async () => {
    const before = await open()
    const account = await createAccount(before)
    const game = await addGame(before, account.id, 5)
    before.close()
    const after = await open()
    expect(await after.accounts.list()).toEqual([account])
    expect(await after.games.ofAccount(account.id)).toEqual([game])
  })

  it('is rejected when a newer Headcount wrote it', async () => {
    const store = await open()
    store.close()
    inspect((raw) => raw.pragma('user_version = 999'))
    expect(await rejectionOf(open())).toMatchObject({
      code: 'NOT_CONFIGURED',
      text: expect.stringMatching(/newer.*999/),
    })
    expect(inspect((raw) => raw.pragma('user_version', { simple: true }))).toBe(999)
  })

  it('is reported as not migrated when a newer Headcount has changed it meanwhile, and as not writable when it is not', async () => {
    const store = await open()
    inspect((raw) => raw.pragma('user_version = 999'))
    expect(await store.health()).toEqual({ writable: true, migrated: false })
    inspect((raw) => raw.exec('DROP TABLE setting'))
    expect(await store.health()).toEqual({ writable: false, migrated: false })
  })

  it('can be made by several processes at once, of which one opens it and the others say why they do not', async () => {
    for (let round = 0; round < rounds({ short: 2, long: 3 }); round++) {
      const target = join(folder, `${round}.db`)
      const processes = await Promise.all([1, 2, 3, 4].map(() => startStoreProcess(target, 'hold')))
      const moment = Date.now() + 50
      for (const other of processes) other.go(moment)
      const answers = await Promise.all(processes.map((other) => other.firstLine))
      expect(answers.filter((line) => line === '{"writable":true,"migrated":true}')).toHaveLength(1)
      expect(answers.filter((line) => line?.startsWith('another Headcount process works on'))).toHaveLength(3)
      for (const other of processes) other.kill()
      await Promise.all(processes.map((other) => other.finished))
    }
  })

  it.each(['WAL', 'DELETE'])('waits for a program that is writing it (%s)', async (mode) => {
    const target = join(folder, 'held.db')
    const holder = new Database(target)
    holder.pragma(`journal_mode = ${mode}`)
    holder.exec('CREATE TABLE passing (id); DROP TABLE passing')
    holder.exec('BEGIN IMMEDIATE')
    const other = await startStoreProcess(target, 'wait')
    other.go()
    await other.firstLine
    holder.exec('COMMIT')
    holder.close()
    expect(await other.finished).toMatchObject({ errors: '', lines: ['opening', '{"writable":true,"migrated":true}'] })
  })

  it('needs no repair after its writer was killed at any moment', async () => {
    let reported = 0
    for (let round = 0; round < rounds({ short: 4, long: 8 }); round++) {
      const writer = await startStoreProcess(file(), 'ticks')
      writer.go()
      await writer.firstLine
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150))
      writer.kill()
      reported = Number((await writer.finished).lines.at(-1) ?? reported)
      const store = await open()
      const last = (await store.series.cursor())?.minute ?? 0
      expect(last).toBeGreaterThanOrEqual(reported)
      const latest = await store.series.latest(Array.from({ length: UNIVERSES }, (_, index) => index + 1))
      expect(new Set([...latest.values()].map((row) => row.minute))).toEqual(new Set([last]))
      expect(latest.size).toBe(UNIVERSES)
      const gaps = await store.series.gaps(FAILING, 0, last + 10)
      expect(gaps).toEqual([{ universeId: FAILING, from: 1, until: last + 1, reason: 'platform error' }])
      expect(inspect((raw) => raw.pragma('integrity_check', { simple: true }))).toBe('ok')
      const count = inspect((raw) => raw.prepare('SELECT sum(samples) FROM tick_samples').pluck().get())
      expect(count).toBe(last * UNIVERSES)
      store.close()
    }
  })
})
