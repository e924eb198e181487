// Scheduled backups: when a copy is due, what is in the folder afterwards, and what is said of it.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { DAY_MS, HOUR_MS } from '../../src/domain/clock.js'
import { createRecordBackup } from '../../src/services/operator/measure-process.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { recordFigure } from '../ledger/ledger.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { flipTickBit } from '../support/store/damage-file.js'

const never = new AbortController().signal
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-backups-'))
  app = await startApp({ environment: { BACKUP_DIR: folder, BACKUP_EVERY: '1h', BACKUP_KEEP: '2h,2d' } })
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = () => app.services.backups.run(never)
const report = () => app.services.backups.report()
/** Without the index of the copies, and without the identity of the database in their names. */
async function files(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.copies'))
  return names.map((name) => name.replace(/Z-[0-9a-f]{8}\.db/, 'Z.db')).sort()
}

const account = (name: string) => app.services.accounts.create({ name, plan: 'enterprise' })

async function track(): Promise<void> {
  const universeId = app.simulator.world.games[0]?.universeId ?? 0
  await app.services.games.add(await account('Studio'), { universeId })
  await app.ticks(3)
}

describe('a scheduled backup', () => {
  it('is due at the start, is counted, and is then due after BACKUP_EVERY [PROCESS-27]', async () => {
    expect(await report()).toMatchObject({ state: 'waiting' })
    await track()
    expect(await app.services.backups.dueIn()).toBe(0)
    const { copy } = await run()
    expect(copy.contents).toMatchObject({ samples: 3, accounts: 1, games: 1, damage: null })
    expect(await files()).toEqual(['headcount-20260617T120300Z.db'])
    const raw = new Database(join(folder, copy.name), { readonly: true })
    expect(raw.prepare('SELECT name FROM account').pluck().all()).toEqual(['Studio'])
    raw.close()
    expect(await app.services.backups.dueIn()).toBe(HOUR_MS)
    app.clock.advance(60)
    expect(await app.services.backups.dueIn()).toBe(0)
    expect(await report()).toMatchObject({ state: 'current', since: '2026-06-17T12:03:00.000Z' })
    expect((await app.services.measureProcess.state()).lastBackupAt).toBe(Date.UTC(2026, 5, 17, 12, 3))
    app.clock.advance(121)
    expect(await report()).toMatchObject({ state: 'late', since: '2026-06-17T13:03:00.000Z' })
  })

  it('fails where the folder is missing: health says it, all else goes on, and it is tried again [PROCESS-27]', async () => {
    await rm(folder, { recursive: true })
    await expect(run()).rejects.toMatchObject({ options: { reason: { name: 'backup folder missing' } } })
    const { ready, backups } = await app.services.checkHealth()
    expect([ready, backups]).toEqual([
      true,
      {
        state: 'failing',
        since: '2026-06-17T12:00:00.000Z',
        detail: 'The last copy could not be made; the log says why.',
      },
    ])
    expect(await readdir(dirname(folder))).not.toContain(folder)
    expect(await app.services.backups.dueIn()).toBe(10 * 60_000)
    app.clock.advance(10)
    expect(await app.services.backups.dueIn()).toBe(0)
    await mkdir(folder)
    await run()
    expect(await report()).toMatchObject({ state: 'current' })
  })

  it('of another folder counts for nothing: one is due at once in a folder that does not hold the last [PROCESS-27]', async () => {
    await track()
    await run()
    app.clock.advance(16)
    const empty = await mkdtemp(join(tmpdir(), 'headcount-other-backups-'))
    const DATABASE_URL = `file:${app.databaseFile}`
    await app.stop()
    // The same database at its next start, with a folder that was changed.
    const next = await compose(
      readConfig({ DATABASE_URL, BACKUP_DIR: empty, PLATFORM_URL: app.simulator.url }),
      app.clock,
    )
    try {
      const { backups } = next.services
      expect((await next.services.checkHealth()).backups).toMatchObject({ state: 'waiting' })
      expect(await backups.isRestoreTestDue()).toBe(false)
      expect(await backups.dueIn()).toBe(0)
      await backups.run(never)
      expect((await next.services.checkHealth()).backups).toMatchObject({ state: 'current' })
      expect(await backups.dueIn()).toBe(DAY_MS)
    } finally {
      await next.close()
      await rm(empty, { recursive: true })
    }
  })

  it('whose folder disappears is failing at once, and current when it is there again [PROCESS-27]', async () => {
    await track()
    await run()
    const state = async () => (await app.services.checkHealth()).backups
    expect(await state()).toMatchObject({ state: 'current' })
    await rename(folder, `${folder}-away`)
    app.clock.advance(1)
    const since = '2026-06-17T12:04:00.000Z'
    const detail = 'The folder of the copies is not there; see that its disk is mounted.'
    expect(await state()).toEqual({ state: 'failing', since, detail })
    expect((await app.services.measureProcess.state()).backups).toMatchObject({ state: 'failing', since, detail })
    // The place where a disk was mounted stays, and is empty.
    await mkdir(folder)
    app.clock.advance(1)
    expect(await state()).toMatchObject({ state: 'failing', since, detail: expect.stringContaining('is empty') })
    expect(await app.services.backups.dueIn()).toBeGreaterThan(0)
    await rm(folder, { recursive: true })
    await rename(`${folder}-away`, folder)
    expect(await state()).toMatchObject({ state: 'current', since: '2026-06-17T12:03:00.000Z' })
  })

  it('that fails stays visible where a backup is made by hand meanwhile [PROCESS-57]', async () => {
    await run()
    const first = app.clock.now()
    await rm(folder, { recursive: true })
    app.clock.advance(60)
    await expect(run()).rejects.toThrow()
    await createRecordBackup(app)()
    const { lastBackupAt, lastManualBackupAt, backups } = await app.services.measureProcess.state()
    expect([lastBackupAt, lastManualBackupAt, backups.state]).toEqual([undefined, app.clock.now(), 'failing'])
    expect((await report()).lastCopyAt).toBe(first)
    await mkdir(folder)
  })

  it('leaves no file where it is stopped in the middle', async () => {
    const stopping = new AbortController()
    const running = app.services.backups.run(stopping.signal)
    stopping.abort()
    await expect(running).rejects.toMatchObject({ options: { reason: { name: 'backup stopped' } } })
    expect(await files()).toEqual([])
    // A stop is no failure.
    expect(await report()).toMatchObject({ state: 'waiting' })
  })

  it('removes old copies by the rule, but none while the clock is not known to be correct [PROCESS-28]', async () => {
    for (let copies = 0; copies < 4; copies++) {
      expect(await run()).toMatchObject({ removed: 0, keptAll: 'clock' })
      app.clock.advance(60)
    }
    expect(await files()).toHaveLength(4)
    await track()
    expect(await run()).toMatchObject({ removed: 3, keptAll: undefined })
    expect(await files()).toEqual(['headcount-20260617T150000Z.db', 'headcount-20260617T160300Z.db'])
  })

  it('removes nothing where the copy is damaged like its source [PROCESS-28]', async () => {
    await track()
    for (let copies = 0; copies < 3; copies++) {
      await run()
      app.clock.advance(60)
    }
    const before = await files()
    // A week that cannot be read stays so in every copy, and only an older copy may have it.
    app.clock.advance(14 * 1_440)
    await app.store.series.maintain(never)
    const raw = new Database(app.databaseFile)
    const broken = raw.prepare('UPDATE segment SET data = zeroblob(length(data))').run().changes
    raw.close()
    expect(broken).toBeGreaterThan(0)
    await app.tick()
    expect(await run()).toMatchObject({ removed: 0, keptAll: 'damage' })
    expect(await files()).toEqual(expect.arrayContaining(before))
  })

  it('of a damaged database is written, and health says that it is damaged until one is whole [PROCESS-54]', async () => {
    await track()
    flipTickBit(app.databaseFile)
    const { copy, keptAll } = await run()
    expect(copy.contents).toMatchObject({ samples: 2, damage: { lostWeeks: 1, lostSamples: 1 } })
    expect(keptAll).toBe('damage')
    const detail = 'The database is damaged, and so is the last copy; the doctor says what is lost.'
    expect((await app.services.checkHealth()).backups).toMatchObject({ state: 'damaged', detail })
    // The copy holds what the database held, so it can be restored.
    await app.services.backups.testRestore(never)
    expect(await report()).toMatchObject({ state: 'damaged', restoreTest: { passed: true } })
    const raw = new Database(app.databaseFile)
    raw.prepare('DELETE FROM tick_samples WHERE id = (SELECT max(id) FROM tick_samples)').run()
    raw.close()
    app.clock.advance(60)
    await run()
    expect(await report()).toMatchObject({ state: 'current' })
  })
})

describe('the restore test', () => {
  it('reads the newest copy as a whole once a week, and leaves nothing behind [PROCESS-29]', async () => {
    expect(await app.services.backups.isRestoreTestDue()).toBe(false)
    await track()
    await run()
    expect(await app.services.backups.isRestoreTestDue()).toBe(true)
    const before = (await readdir(dirname(app.databaseFile))).sort()
    expect(await app.services.backups.testRestore(never)).toEqual({
      samples: 3,
      accounts: 1,
      games: 1,
      fileDamage: null,
      lostWeeks: 0,
    })
    expect((await readdir(dirname(app.databaseFile))).sort()).toEqual(before)
    expect(await report()).toMatchObject({ state: 'current', restoreTest: { at: app.clock.now(), passed: true } })
    expect(await app.services.backups.isRestoreTestDue()).toBe(false)
    app.clock.advance((7 * DAY_MS) / 60_000)
    expect(await app.services.backups.isRestoreTestDue()).toBe(true)
  })

  it('fails where a bit of a sample flipped in the copy [PROCESS-29] [PROCESS-54]', async () => {
    await track()
    const { copy } = await run()
    flipTickBit(join(folder, copy.name))
    expect(await app.services.backups.testRestore(never)).toMatchObject({ samples: 2, lostWeeks: 1 })
    expect(await report()).toMatchObject({ state: 'failing', restoreTest: { passed: false } })
  })

  it('fails where the copy is damaged or holds less: health says it, and it is repeated after a day [PROCESS-29]', async () => {
    await track()
    const { copy } = await run()
    const raw = new Database(join(folder, copy.name))
    raw.exec('DELETE FROM tick_samples; DELETE FROM sample')
    raw.close()
    await app.services.backups.testRestore(never)
    expect((await app.services.checkHealth()).backups).toMatchObject({
      state: 'failing',
      detail: 'The copy of 2026-06-17T12:03:00.000Z did not pass the restore test; the log says why.',
    })
    app.clock.advance(1_440)
    expect(await app.services.backups.isRestoreTestDue()).toBe(true)
    const file = await open(join(folder, copy.name), 'r+')
    await file.write(Buffer.alloc(8_192, 1), 0, 8_192, 4_096)
    await file.close()
    expect((await app.services.backups.testRestore(never)).fileDamage).not.toBeNull()
    expect(await report()).toMatchObject({ restoreTest: { passed: false, at: app.clock.now() } })
    expect((await app.services.checkHealth()).ready).toBe(true)
    await recordFigure('weekly restore', 'a whole copy passed; a copy with too little and a damaged one failed')
  })
})

const FULL_DISK = 'a full disk fails the backup and leaves no file, and with room the next one works [PROCESS-27]'
const canMount = mountTmpfs(tmpdir(), true)

it.skipIf(!canMount)(canMount ? FULL_DISK : `${FULL_DISK}: needs the right to mount a file system`, async () => {
  mountTmpfs(folder, false)
  try {
    await expect(run()).rejects.toMatchObject({ options: { reason: { name: 'backup too large' } } })
    expect(await files()).toEqual([])
    execFileSync('mount', ['-o', 'remount,size=200m', folder])
    await run()
    expect(await files()).toHaveLength(1)
  } finally {
    execFileSync('umount', [folder])
  }
})

/** Mounts a file system of 2 MiB; for a try, only on a folder of its own. Returns whether that worked. */
function mountTmpfs(where: string, isTry: boolean): boolean {
  const target = isTry ? execFileSync('mktemp', ['-d', '-p', where], { encoding: 'utf8' }).trim() : where
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', target], { stdio: 'ignore' })
    if (isTry) execFileSync('umount', [target])
    return true
  } catch {
    return false
  } finally {
    if (isTry) execFileSync('rmdir', [target])
  }
}

it('the settings are checked at the start', () => {
  expect(() => readConfig({ BACKUP_EVERY: 'daily' })).toThrow('BACKUP_EVERY takes')
  expect(() => readConfig({ BACKUP_KEEP: 'all' })).toThrow('BACKUP_KEEP takes')
  expect(readConfig({})).toMatchObject({ BACKUP_DIR: undefined, BACKUP_EVERY: '1d', BACKUP_KEEP: '24h,7d,4w' })
})
