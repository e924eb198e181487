// What the service does by itself with a database that was moved or replaced under it: it opens no other file.
import { copyFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../../src/domain/ports/events.js'
import { startVerification } from '../../src/poller/start-verification.js'
import { connect } from '../../src/store/sqlite/connection.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { withCheckpoints } from '../../src/store/sqlite/series/compaction/checkpoints.js'
import { track } from '../sampling/series.js'
import { rejectionOf } from '../support/rejections.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { newDatabase } from '../support/store/new-database.js'

const SOON = { timeout: 60_000 }
const never = new AbortController().signal
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-moved-'))
  app = await startApp({ environment: { BACKUP_DIR: folder, BACKUP_EVERY: '1h' } })
  await track(app)
  await app.ticks(3)
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Another database, from before the newest account, is at the path; returns its bytes. */
async function replace(): Promise<Buffer> {
  const other = `${app.databaseFile}.other`
  const raw = new Database(app.databaseFile, { readonly: true })
  await raw.backup(other)
  raw.close()
  await app.services.accounts.create({ name: 'After', plan: 'free' })
  await rename(app.databaseFile, `${app.databaseFile}.elsewhere`)
  await rename(other, app.databaseFile)
  return readFile(app.databaseFile)
}

const accountsIn = (file: string): unknown => {
  const raw = new Database(file, { readonly: true })
  try {
    return raw.prepare('SELECT name FROM account ORDER BY id').pluck().all()
  } finally {
    raw.close()
  }
}

describe('a scheduled backup', () => {
  it.each([
    ['replaced', async () => void (await replace())],
    [
      'deleted',
      async () => {
        await app.services.accounts.create({ name: 'After', plan: 'free' })
        await rm(app.databaseFile)
      },
    ],
  ])('copies the file that the service writes where that was %s [PROCESS-56]', async (_, act) => {
    await act()
    const { copy } = await app.services.backups.run(never)
    expect(copy.contents).toMatchObject({ samples: 3, accounts: 2, damage: null })
    expect((await readdir(folder)).filter((name) => name.endsWith('.db'))).toEqual([copy.name])
    expect(accountsIn(join(folder, copy.name))).toContain('After')
    expect((await app.services.checkHealth()).database).toMatchObject({ moved: true })
  })
})

describe('the verification', () => {
  it('does not open another file that is at the path, and the log says why and what to do [PROCESS-56]', async () => {
    const before = await replace()
    const rejected = await rejectionOf(app.services.verification.run(never))
    expect(rejected.text).toContain('is not the file that the service has open')
    expect(rejected.text).toContain('npm run -s cli -- backup COPY')
    expect(await app.services.verification.last()).toBe(undefined)
    expect((await readFile(app.databaseFile)).equals(before)).toBe(true)
  })

  it('says so in the log, and tries again [PROCESS-56]', async () => {
    await replace()
    const errors: string[] = []
    const log: Log = { info: () => undefined, warn: () => undefined, error: (_, message) => void errors.push(message) }
    const worker = await startVerification(app.services, log)
    await expect.poll(() => errors, SOON).toEqual([expect.stringContaining('was moved, replaced or deleted')])
    await worker.stop()
  })
})

describe('the checkpoints of maintenance', () => {
  it('go into the file that is open, and not into another one that is at its path [PROCESS-56]', async () => {
    const file = join(folder, 'checkpoints.db')
    await newDatabase(file)
    const connection = connect(file)
    connection.write(() => connection.raw.exec("INSERT INTO setting (key, value) VALUES ('written', 'before')"))
    await copyFile(file, `${file}.other`)
    await rename(file, `${file}.elsewhere`)
    await rename(`${file}.other`, file)
    const before = await readFile(file)
    await withCheckpoints(connection, async (checkpoint) => {
      connection.write(() => connection.raw.exec("UPDATE setting SET value = 'after'"))
      await checkpoint()
    })
    expect((await readFile(file)).equals(before)).toBe(true)
    const raw = new Database(`${file}.elsewhere`, { readonly: true })
    expect(raw.prepare("SELECT value FROM setting WHERE key = 'written'").pluck().get()).toBe('after')
    raw.close()
    connection.close()
  })
})
