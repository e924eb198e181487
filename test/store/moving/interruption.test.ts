// A move that ends at any point goes on where it was, and what cannot be moved is rejected before anything is written.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/domain/clock.js'
import { HeadcountError, type ReasonName } from '../../../src/domain/error.js'
import type { MovePart, MoveReport } from '../../../src/domain/operation/moving.js'
import { createStoreMover } from '../../../src/store/move-store.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { createDatabase, createMigratedDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { breakPages, pagesOf } from '../../support/store/damage-file.js'
import { contentsOf, makeFullDatabase } from './full-database.js'

let folder: string
let full: Uint8Array
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-moving-'))
  await makeFullDatabase(join(folder, 'full.db'))
  const raw = new Database(join(folder, 'full.db'))
  full = raw.serialize()
  raw.close()
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const mover = createStoreMover(systemClock)

/** Stops after so many batches of rows, or before the first one that is compared. */
async function move(from: string, to: string, batches: number | 'all copied' = Infinity): Promise<MoveReport> {
  const stopping = new AbortController()
  let done = 0
  const onProgress = (part: MovePart): void => {
    if (batches === 'all copied' ? part === 'comparing' : done++ >= batches) stopping.abort()
  }
  return mover.move({ from, to, signal: stopping.signal, onProgress })
}

async function reasonOf(moving: Promise<unknown>): Promise<ReasonName | undefined> {
  const error = await moving.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof HeadcountError)) throw error ?? new Error('The move succeeded.')
  return error.options.reason?.name
}

let files = 0
/** The path of a new copy of the full database. */
async function newFile(): Promise<string> {
  const file = join(folder, `copy-${files++}.db`)
  await writeFile(file, full, { mode: 0o600 })
  return file
}

async function newDatabase(make: () => Promise<TestDatabase> = createDatabase): Promise<TestDatabase> {
  const database = await make()
  onTestFinished(() => database.drop())
  return database
}

describe('a move that is stopped', () => {
  it('goes on after any batch, to PostgreSQL and back, until nothing is missing [PROCESS-52]', {
    timeout: 120_000,
  }, async () => {
    const [file, database] = [await newFile(), await newDatabase()]
    const back = join(folder, 'back.db')
    for (const [from, to] of [
      [`file:${file}`, database.url],
      [database.url, `file:${back}`],
    ] as const) {
      let runs = 0
      for (;;) {
        const moving = move(from, to, 9)
        const report = await moving.catch((error: unknown) => {
          if (!(error instanceof HeadcountError) || error.options.reason?.name !== 'move stopped') throw error
          return undefined
        })
        runs++
        if (to.startsWith('file:')) expect(existsSync(back)).toBe(report !== undefined)
        if (report === undefined && runs < 8) continue
        if (report === undefined) expect(await move(from, to)).toMatchObject({ course: 'continued' })
        break
      }
      expect(runs).toBeGreaterThan(4)
    }
    expect(contentsOf(back)).toEqual(contentsOf(file))
  })

  it('lets no service start on what is not complete, and says what to do [PROCESS-52]', async () => {
    const [file, database] = [await newFile(), await newDatabase()]
    expect(await reasonOf(move(`file:${file}`, database.url, 5))).toBe('move stopped')
    expect(await reasonOf(openStore(database.url, { clock: systemClock }))).toBe('move unfinished')
    expect(await reasonOf(move(database.url, `file:${join(folder, 'half.db')}`))).toBe('move unfinished')
    await move(`file:${file}`, database.url)
    const store = await openStore(database.url, { clock: systemClock })
    await store.close()
  })

  it('begins again where the source was used since [PROCESS-52]', async () => {
    const [file, database] = [await newFile(), await newDatabase()]
    expect(await reasonOf(move(`file:${file}`, database.url, 30))).toBe('move stopped')
    const raw = new Database(file)
    raw.exec("UPDATE account SET name = name || '!'; UPDATE setting SET value = 'changed'")
    raw.close()
    expect(await move(`file:${file}`, database.url)).toMatchObject({ course: 'again' })
    const rows = await database.run("SELECT count(*)::int AS count FROM account WHERE name LIKE '%!'")
    expect(rows).toEqual([{ count: 40 }])
  })

  it('notices what the target has instead, rejects it, and begins again the next time [PROCESS-52]', async () => {
    const [file, database] = [await newFile(), await newDatabase()]
    expect(await reasonOf(move(`file:${file}`, database.url, 'all copied'))).toBe('move stopped')
    await database.run('UPDATE segment SET data = set_byte(data, 9, 255 - get_byte(data, 9)) WHERE universe_id = 7')
    expect(await reasonOf(move(`file:${file}`, database.url))).toBe('move differs')
    expect(await reasonOf(openStore(database.url, { clock: systemClock }))).toBe('move unfinished')
    expect(await move(`file:${file}`, database.url)).toMatchObject({ course: 'again', segments: 9 })
  })

  it('that was complete says so when it is repeated, and writes nothing [PROCESS-52]', async () => {
    const [file, database, back] = [await newFile(), await newDatabase(), join(folder, 'twice.db')]
    await move(`file:${file}`, database.url)
    expect(await move(`file:${file}`, database.url)).toMatchObject({ course: 'before' })
    await move(database.url, `file:${back}`)
    expect(await move(database.url, `file:${back}`)).toMatchObject({ course: 'before' })
    expect(contentsOf(back)).toEqual(contentsOf(file))
  })
})

describe('a move is rejected', () => {
  it('where the target holds other data, which stays as it is [PROCESS-51]', async () => {
    const [file, database, other] = [
      await newFile(),
      await newDatabase(createMigratedDatabase),
      join(folder, 'other.db'),
    ]
    await database.run("INSERT INTO setting VALUES ('a', 'b')")
    expect(await reasonOf(move(`file:${file}`, database.url))).toBe('move target holds data')
    expect(await database.run('SELECT key, value FROM setting')).toEqual([{ key: 'a', value: 'b' }])
    const store = await openStore(`file:${other}`, { clock: systemClock })
    store.close()
    const before = contentsOf(other)
    expect(await reasonOf(move(database.url, `file:${other}`))).toBe('move target holds data')
    expect(contentsOf(other)).toEqual(before)
    await writeFile(join(folder, 'text.db'), 'a text that is no database')
    expect(await reasonOf(move(database.url, `file:${join(folder, 'text.db')}`))).toBe('not our database')
  })

  it('while another process has one of the two open [PROCESS-51]', async () => {
    const [file, database] = [await newFile(), await newDatabase(createMigratedDatabase)]
    const onFile = await openStore(`file:${file}`, { clock: systemClock })
    expect(await reasonOf(move(`file:${file}`, database.url))).toBe('move beside a process')
    await onFile.close()
    const onServer = await openStore(database.url, { clock: systemClock })
    expect(await reasonOf(move(`file:${file}`, database.url))).toBe('move beside a process')
    expect(await reasonOf(move(database.url, `file:${join(folder, 'beside.db')}`))).toBe('move beside a process')
    await onServer.close()
    expect(await move(`file:${file}`, database.url)).toMatchObject({ course: 'begun' })
  }, 60_000)

  it('where there is nothing to move, or both are of one kind [PROCESS-51]', async () => {
    const [file, database] = [await newFile(), await newDatabase()]
    const missing = `file:${join(folder, 'missing.db')}`
    expect(await reasonOf(move(missing, database.url))).toBe('nothing to move')
    expect(await reasonOf(move(database.url, missing))).toBe('nothing to move')
    expect(existsSync(join(folder, 'missing.db'))).toBe(false)
    expect(await reasonOf(move(`file:${file}`, missing))).toBe('move within an engine')
    expect(await reasonOf(move(database.url, database.url))).toBe('move within an engine')
  })

  it('where the structure of the file is damaged, so that rows could be missing [PROCESS-51]', async () => {
    const [file, database] = [await newFile(), await newDatabase()]
    await breakPages(file, pagesOf(file, 'event').slice(1, 2))
    expect(await reasonOf(move(`file:${file}`, database.url))).toMatch(/move source damaged|migration failed/)
    expect(await database.run("SELECT 1 FROM pg_tables WHERE tablename = 'account'")).toEqual([])
  })
})

it('texts with a zero byte and creators that are no JSON are moved in the form that PostgreSQL stores, and counted', async () => {
  const [file, database] = [await newFile(), await newDatabase()]
  const raw = new Database(file)
  raw.prepare('UPDATE account SET name = ? WHERE id = 1').run('a\0b')
  raw.prepare("UPDATE universe SET creator = '{broken' WHERE id = (SELECT min(id) FROM universe)").run()
  raw.close()
  expect(await move(`file:${file}`, database.url)).toMatchObject({ changedValues: 2 })
  expect(await database.run('SELECT name FROM account WHERE id = 1')).toEqual([{ name: 'a\uFFFDb' }])
})
