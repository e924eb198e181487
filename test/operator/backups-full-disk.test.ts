// Scheduled backups to another disk while the disk of the database is full.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CompositionRoot, compose, composeOperating } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/clock.js'
import { warningText } from '../../src/messages/english/operator-warnings.js'
import { operatorErrorText } from '../../src/messages/error-text.js'
import { TestClock } from '../support/start-app.js'
import { mayMount, mountTmpfs, remount } from '../support/store/mount.js'

const never = new AbortController().signal
let place: string
let disk: string
let folder: string
let clock: TestClock
let app: CompositionRoot
let unmount: () => void

const config = () =>
  readConfig({
    DATABASE_URL: `file:${join(disk, 'headcount.db')}`,
    BACKUP_DIR: folder,
    BACKUP_EVERY: '1h',
    PLATFORM_URL: 'http://127.0.0.1:9/{service}',
  })
const open = () => compose(config(), clock)

const canMount = mayMount()
beforeEach(async () => {
  if (!canMount) return
  place = await mkdtemp(join(tmpdir(), 'headcount-full-disk-'))
  disk = join(place, 'disk')
  folder = join(place, 'copies')
  await mkdir(disk)
  await mkdir(folder)
  unmount = mountTmpfs(disk, '6m')
  clock = new TestClock()
  app = await open()
})
afterEach(async () => {
  if (!canMount) return
  await app.close().finally(unmount)
  await rm(place, { recursive: true })
})

/** Until the database takes nothing more, not even a short note. */
async function fill(): Promise<void> {
  await writeFile(join(disk, 'filler'), Buffer.alloc(8 * 1_048_576)).catch(() => undefined)
  for (const size of [100_000, 3_000, 1])
    for (let written = 0; ; written++)
      try {
        await app.store.settings.set(`filler.${size}.${written}`, 'x'.repeat(size))
      } catch {
        break
      }
  await expect(app.store.settings.set('filler.last', 'x')).rejects.toThrow('full')
}

const backups = () => app.services.backups
async function doctorOfBackups() {
  const { operating, close } = composeOperating(config(), { clock, store: app.store })
  const { checks } = await operating.examine()
  await close()
  return checks.find(({ name }) => name === 'backups')
}

const copies = async (): Promise<number> => (await readdir(folder)).filter((name) => name.endsWith('.db')).length

describe.skipIf(!canMount)('while the disk of the database is full (needs the right to mount)', () => {
  it('a copy on another disk counts, and the next one is due after BACKUP_EVERY [PROCESS-27]', async () => {
    await fill()
    const run = await backups().run(never)
    expect(operatorErrorText(run.unnoted)).toContain('full')
    expect(await backups().dueIn()).toBe(HOUR_MS)
    expect(await backups().report()).toMatchObject({ state: 'current', since: '2026-06-17T12:00:00.000Z' })
    expect((await app.services.measureProcess.state()).lastBackupAt).toBe(clock.now())
    clock.advance(60)
    await backups().run(never)
    expect(await copies()).toBe(2)
    expect(await backups().dueIn()).toBe(HOUR_MS)
  })

  it('a copy that fails is tried again after 10 minutes [PROCESS-27]', async () => {
    await backups().run(never)
    await fill()
    await rm(folder, { recursive: true })
    await expect(backups().run(never)).rejects.toMatchObject({ options: { reason: { name: 'backup folder missing' } } })
    expect(await backups().dueIn()).toBe(10 * MINUTE_MS)
  })

  it('the result is noted once there is room again [PROCESS-27]', async () => {
    await fill()
    await backups().run(never)
    remount(disk, 'size=20m')
    expect(await backups().dueIn()).toBe(HOUR_MS)
    const noted = await app.store.settings.get('backup.state')
    expect(JSON.parse(noted ?? '{}')).toMatchObject({ last: { at: clock.now() } })
  })

  it('after a restart the newest copy of the folder that has an older one counts [PROCESS-27]', async () => {
    await backups().run(never)
    await fill()
    clock.advance(60)
    await backups().run(never)
    await app.close()
    app = await open()
    clock.advance(1)
    expect(await backups().report()).toMatchObject({ state: 'current', since: '2026-06-17T13:00:00.000Z' })
    expect(await backups().dueIn()).toBe(59 * MINUTE_MS)
  })

  it('a restore test without room says nothing of the copy, and is made when there is room [PROCESS-29]', async () => {
    const { copy } = await backups().run(never)
    const rejected = await backups()
      .testRestore(never)
      .catch((error: unknown) => error)
    expect(operatorErrorText(rejected)).toContain(
      `${copy.name} could not be restored as a test, because ${disk} has not enough room`,
    )
    clock.advance(1)
    await backups().run(never)
    expect(await backups().report()).toMatchObject({
      state: 'untested',
      since: '2026-06-17T12:00:00.000Z',
      detail:
        'The copy of 2026-06-17T12:00:00.000Z could not be restored as a test, because the disk of the database has not enough room.',
      restoreTest: undefined,
    })
    const [warning] = await app.services.warnings.current()
    expect(warning && warningText(warning, () => 'then')).toContain(
      `The copy ${copy.name} could not be restored as a test, because ${disk} has not enough room.`,
    )
    expect(await doctorOfBackups()).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(
        `The copy ${copy.name} could not be restored as a test 1 min ago, because ${disk} has not enough room.`,
      ),
      advice: expect.stringContaining(`the disk of ${disk}`),
    })
    expect(await backups().isRestoreTestDue()).toBe(false)
    clock.advance(9)
    expect(await backups().isRestoreTestDue()).toBe(true)
    remount(disk, 'size=100m')
    await backups().testRestore(never)
    expect(await backups().report()).toMatchObject({ state: 'current', restoreTest: { passed: true } })
    expect(await app.services.warnings.current()).toEqual([])
  })
})
