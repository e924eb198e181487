// Before a migration the database is copied, completely or not at all, and the log names the copy.
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteOf, systemClock } from '../../src/domain/clock.js'
import type { Log } from '../../src/domain/ports/events.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { recordFigure } from '../ledger/ledger.js'
import { rejectionOf } from '../support/rejections.js'
import { readSamples } from './contract/support.js'
import { migrateTo, minutesOf, openOfSchema, UNIVERSES, valuesAt, writeOldDatabase } from './series/old-database.js'
import { startStoreProcess } from './start-store-process.js'

const SCHEMA = 10
const ROUNDS = Number(process.env.MIGRATION_ROUNDS ?? 4)
const ROUNDS_TIMEOUT_MS = 60_000 + ROUNDS * 15_000
/** About as long as the copy and the migration take. */
const MIGRATION_MS = 400
const GIB = 2 ** 30
let folder = ''
let file = ''
let copy = ''
const said: string[] = []
const say = (_: object, message: string): void => void said.push(message)
const log: Log = { info: say, warn: say, error: say }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-before-'))
  file = join(folder, 'headcount.db')
  copy = `${file}.before-migration`
  said.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes a database with an account and `kilobytes` of settings. */
async function writeOld(schema = SCHEMA, kilobytes = 100): Promise<void> {
  const raw = await openOfSchema(file, schema)
  raw.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('Studio', 'free', 'active', 0)")
  addFillers(raw, kilobytes)
  raw.close()
}

function addFillers(raw: Sqlite.Database, kilobytes: number): void {
  const insert = raw.prepare("INSERT INTO setting (key, value) VALUES ('filler.' || ?, hex(randomblob(512)))")
  raw.transaction(() => {
    for (let number = 0; number < kilobytes; number++) insert.run(number)
  })()
}

function sql(path: string, query: string): unknown {
  const raw = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return raw.prepare(query).pluck().get()
  } finally {
    raw.close()
  }
}

const expectWholeCopy = (kilobytes = 100): void => {
  expect(sql(copy, 'PRAGMA integrity_check')).toBe('ok')
  expect(sql(copy, 'PRAGMA user_version')).toBe(SCHEMA)
  expect(sql(copy, 'SELECT name FROM account')).toBe('Studio')
  expect(sql(copy, "SELECT count(*) FROM setting WHERE key LIKE 'filler.%'")).toBe(kilobytes)
}

/** The samples are rows of an even older schema, which a start turns into segments. */
async function writeOldWithSamples(kilobytes: number): Promise<void> {
  await writeOldDatabase(file)
  const raw = new Database(file)
  await migrateTo(raw, SCHEMA)
  raw.exec("UPDATE account SET name = 'Studio'")
  addFillers(raw, kilobytes)
  raw.close()
}

async function expectAllSamples(): Promise<void> {
  const store = await openStore(`file:${file}`, { clock: systemClock, log })
  try {
    for (const id of UNIVERSES) {
      const samples = await readSamples(store, id, 0, minuteOf(systemClock.now()))
      const found = samples.map(({ minute, ccu, visits, favorites, likes, dislikes }) =>
        [minute, ccu, visits, favorites, likes, dislikes].join(),
      )
      expect(found).toEqual(minutesOf(id).map((minute) => [minute, ...valuesAt(id, minute)].join()))
    }
  } finally {
    store.close()
  }
}

async function openAndClose(): Promise<void> {
  const store = await openStore(`file:${file}`, { clock: systemClock, log })
  expect(await store.health()).toEqual({ writable: true, migrated: true })
  store.close()
}

describe('before a migration', () => {
  it('the database is copied, and the log says so before, and afterwards how to go back', async () => {
    await writeOld()
    await openAndClose()
    expectWholeCopy()
    expect((await readdir(folder)).sort()).toEqual([
      'headcount.db',
      'headcount.db.before-migration',
      'headcount.db.lock',
    ])
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    expect(said[0]).toMatch(/from schema 10 to \d+\. It is copied first \(\d+\.\d MiB\)/)
    expect(said[1]).toContain(`The copy from before the migration is ${copy}.`)
    expect(said[1]).toMatch(/npm run -s cli -- restore \S+\.before-migration$/)
    expect(said[2]).toMatch(/has schema \d+ now/)
  })

  it('what lies in the log of the database is copied, too', async () => {
    const live = file
    file = join(folder, 'live.db')
    await writeOld()
    const raw = new Database(file)
    raw.exec("UPDATE account SET name = 'In the log'")
    for (const ending of ['', '-wal']) await copyFile(file + ending, live + ending)
    raw.close()
    file = live
    await openAndClose()
    expect(sql(copy, 'SELECT name FROM account')).toBe('In the log')
  })

  it('one copy is kept: the next takes its place, and meets no log that lies beside the old one', async () => {
    await writeFile(copy, 'a copy of long ago')
    await writeFile(`${copy}-wal`, 'its log')
    await writeFile(`${copy}.partial`, 'half of one')
    await writeOld()
    await openAndClose()
    expectWholeCopy()
    expect((await readdir(folder)).sort()).toEqual([
      'headcount.db',
      'headcount.db.before-migration',
      'headcount.db.lock',
    ])
  })

  it('no copy is made of a database that is new, or of this schema', async () => {
    await openAndClose()
    await openAndClose()
    expect(await readdir(folder)).toEqual(['headcount.db', 'headcount.db.lock'])
    expect(said).toEqual([])
  })

  it('nothing is changed where the disk has no room for the copy, and the error says how much is missing', async () => {
    await writeOld()
    await writeFile(copy, 'a copy of long ago')
    const { bavail, bsize } = await statfs(folder)
    const pages = Math.ceil((bavail * bsize + GIB) / 4096)
    // The file is sparse, so it can be larger than the free space of the disk.
    const handle = await open(file, 'r+')
    const count = Buffer.alloc(4)
    count.writeUInt32BE(pages)
    await handle.write(count, 0, 4, 28)
    await handle.close()
    await truncate(file, pages * 4096)
    const rejected = openStore(`file:${file}`, { clock: systemClock, log })
    expect(await rejectionOf(rejected)).toMatchObject({
      code: 'UNAVAILABLE',
      text: expect.stringMatching(
        / \d+\.\d GiB too few .*Make room in .*before-migration, of the last migration, may be deleted \(18 bytes\)/,
      ),
    })
    expect(await readFile(copy, 'utf8')).toBe('a copy of long ago')
    expect(sql(file, 'PRAGMA user_version')).toBe(SCHEMA)
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('several processes that start together make one copy, of what was there before', async () => {
    const kilobytes = 20_000
    await writeOld(SCHEMA, kilobytes)
    const processes = await Promise.all([1, 2, 3].map(() => startStoreProcess(file, 'open')))
    const moment = Date.now() + 50
    for (const other of processes) other.go(moment)
    const answers = await Promise.all(processes.map((other) => other.finished))
    expect(answers.map(({ errors }) => errors)).toEqual(['', '', ''])
    expect(answers.filter(({ lines }) => lines[0] === '{"writable":true,"migrated":true}').length).toBeGreaterThan(0)
    expectWholeCopy(kilobytes)
  })

  it(`killed ${ROUNDS} times, it leaves the old database or the new one, and no half copy under its name`, {
    timeout: ROUNDS_TIMEOUT_MS,
  }, async () => {
    const kilobytes = 20_000
    const counts = { old: 0, migrated: 0 }
    await writeOldWithSamples(kilobytes)
    const [name, pristine] = ['headcount.db.before-migration', join(folder, 'pristine')]
    await copyFile(file, pristine)
    for (let round = 0; round < ROUNDS; round++) {
      for (const old of await readdir(folder)) if (old !== 'pristine') await rm(join(folder, old))
      await copyFile(pristine, file)
      const starting = await startStoreProcess(file, 'open')
      starting.go()
      await expect.poll(() => readdir(folder), { timeout: 60_000, interval: 1 }).toContain(`${name}.partial`)
      await sleep(Math.random() * MIGRATION_MS)
      starting.kill()
      expect((await starting.finished).errors).toBe('')
      if ((await readdir(folder)).includes(name)) expectWholeCopy(kilobytes)
      else expect(sql(file, 'PRAGMA user_version')).toBe(SCHEMA)
      if (sql(file, 'PRAGMA user_version') === SCHEMA) counts.old++
      else counts.migrated++
      await openAndClose()
      expect(sql(file, 'PRAGMA integrity_check')).toBe('ok')
      expect(sql(file, 'SELECT name FROM account')).toBe('Studio')
      expect(sql(file, "SELECT count(*) FROM setting WHERE key LIKE 'filler.%'")).toBe(kilobytes)
      await expectAllSamples()
    }
    const samples = UNIVERSES.reduce((sum, id) => sum + minutesOf(id).length, 0)
    await recordFigure(
      'kills while migrating',
      `${ROUNDS} kills: ${counts.old} before the new schema, ${counts.migrated} after, each whole with all its ${samples} samples, no half copy`,
    )
  })

  it('a start waits for the process that writes, and says so', async () => {
    await writeOld()
    const holder = new Database(file)
    holder.exec('BEGIN IMMEDIATE')
    const opening = openAndClose()
    await expect.poll(() => said, { timeout: 60_000 }).toEqual([expect.stringContaining('The start waits')])
    holder.exec('COMMIT')
    holder.close()
    await opening
    expectWholeCopy()
  })

  it('a damaged database is copied as it is, reported, and served as far as it can be read', async () => {
    await writeOld(SCHEMA, 3_000)
    const bytes = await readFile(file)
    // The pages in the middle of the file hold settings only.
    bytes.fill(0xa5, 350 * 4096, 360 * 4096)
    await writeFile(file, bytes)
    const store = await openStore(`file:${file}`, { clock: systemClock, log })
    expect((await store.accounts.list()).map(({ name }) => name)).toEqual(['Studio'])
    store.close()
    expect(said.join('\n')).toMatch(/The database is damaged: .+\. So is its copy/)
    expect(sql(copy, 'SELECT name FROM account')).toBe('Studio')
  })

  it('a migration that fails changes nothing, and the error says that the earlier version still works', async () => {
    const earlier = 7
    await writeOld(earlier)
    const raw = new Database(file)
    raw.exec('CREATE TABLE live_panel (of_the_operator)')
    raw.close()
    const failing = openStore(`file:${file}`, { clock: systemClock, log })
    expect(await rejectionOf(failing)).toMatchObject({
      code: 'UNAVAILABLE',
      text: expect.stringMatching(/from schema 7 to \d+: table .live_panel. already exists\. Nothing was changed/),
    })
    expect(sql(file, 'PRAGMA user_version')).toBe(earlier)
    expect(sql(file, 'SELECT count(*) FROM live_panel')).toBe(0)
    const freed = new Database(file)
    freed.exec('DROP TABLE live_panel')
    freed.close()
    await openAndClose()
  })
})
