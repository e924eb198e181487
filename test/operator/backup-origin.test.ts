// Whose copies a service may remove: a new database in place of a missing one, two installations with one folder, a folder whose disk is not mounted, and
// a database that lost data.
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { warningText } from '../../src/messages/english/operator-warnings.js'
import { operatorErrorText } from '../../src/messages/error-text.js'
import { startBackups } from '../../src/poller/start-backups.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { startApp, type TestApp } from '../support/start-app.js'

const never = new AbortController().signal
let folder: string
let app: TestApp
let environment: Readonly<Record<string, string>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-origin-'))
  environment = { BACKUP_DIR: folder, BACKUP_EVERY: '1h', BACKUP_KEEP: '1h' }
  app = await startApp({ environment })
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const copies = async () => (await readdir(folder)).filter((name) => name.endsWith('.db')).sort()
const health = async (of = app) => (await of.services.checkHealth()).backups

/** With three games and as many ticks. */
async function track(of = app): Promise<void> {
  const studio = await of.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  for (const { universeId } of of.simulator.world.games.slice(0, 3)) await of.services.games.add(studio, { universeId })
  await of.ticks(3)
}

/** So that the next copy is of another hour. */
async function runLater(of = app) {
  of.clock.advance(60)
  await of.tick()
  return of.services.backups.run(never)
}

/** Moves the database away while no service runs. */
async function loseDatabase(): Promise<void> {
  await app.close()
  const away = await mkdtemp(join(tmpdir(), 'headcount-away-'))
  for (const name of await readdir(dirname(app.databaseFile)))
    if (name.startsWith('headcount.db')) await rename(join(dirname(app.databaseFile), name), join(away, name))
  await rm(away, { recursive: true })
  await app.restart()
}

async function loggedAtStart(): Promise<string[]> {
  const lines: string[] = []
  const log = (_: object, text: string): void => void lines.push(text)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const worker = startBackups(app.services, { info: log, warn: log, error: log })
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await expect.poll(() => lines.join(), { timeout: 30_000 }).toContain('A backup was')
  await worker.stop()
  return lines
}

describe('a new database beside copies of another one', () => {
  it('removes none of them, and the log and health say that it may be the wrong one [PROCESS-71]', async () => {
    await track()
    const good = (await app.services.backups.run(never)).copy
    expect(good.contents.samples).toBe(9)
    await loseDatabase()
    expect(await health()).toMatchObject({ state: 'waiting', detail: expect.stringContaining('the wrong database') })
    app.clock.advance(120)
    expect((await loggedAtStart())[0]).toContain('No copy of this database was made yet')
    for (let runs = 0; runs < 3; runs++) await runLater()
    expect(await copies()).toEqual([good.name, expect.any(String)])
    expect(await health()).toMatchObject({ state: 'current', detail: expect.stringContaining('another database') })
  })

  it('is said to be the right one once a copy of it was restored, though that has no note of itself [PROCESS-71]', async () => {
    await track()
    const { name } = (await app.services.backups.run(never)).copy
    await loseDatabase()
    app.clock.advance(120)
    await app.services.backups.run(never)
    await app.close()
    for (const left of await readdir(dirname(app.databaseFile)))
      if (left.startsWith('headcount.db')) await rm(join(dirname(app.databaseFile), left))
    await copyFile(join(folder, name), app.databaseFile)
    await app.restart()
    expect((await health()).detail).not.toContain('the wrong database')
    expect((await loggedAtStart())[0]).toContain('BACKUP_DIR also holds copies of another database')
  })

  it('removes no copy of an earlier version either, whose name says nothing of its database [PROCESS-71]', async () => {
    const old = 'headcount-20200101T000000Z.db'
    await writeFile(join(folder, old), 'a copy')
    await track()
    await app.services.backups.run(never)
    expect(await runLater()).toMatchObject({ removed: 1 })
    expect(await copies()).toContain(old)
  })
})

it('a scheduled backup removes what a killed process left, and neither files of others nor copies of another database', async () => {
  const others = [
    'headcount-notes.txt',
    'other-20200101T000000Z.db',
    'headcount-20200101T000000Z.db.bak',
    'headcount-20200101T000000Z-0badbeef.db.partial',
  ]
  for (const name of others) await writeFile(join(folder, name), 'x')
  await track()
  const left = `${(await app.services.backups.run(never)).copy.name}.partial`
  await writeFile(join(folder, left), 'x')
  app.clock.advance(60)
  await app.services.backups.run(never)
  expect(await readdir(folder)).toEqual(expect.arrayContaining(others))
  expect(await readdir(folder)).not.toContain(left)
})

it('two installations with one folder remove their own copies only, and know whose is missing [PROCESS-71]', async () => {
  const other = await startApp({ environment })
  try {
    await track()
    await track(other)
    const { name: mine } = (await app.services.backups.run(never)).copy
    for (let runs = 0; runs < 3; runs++) await runLater(other)
    expect(await copies()).toEqual([mine, expect.any(String)])
    expect(await health()).toMatchObject({ state: 'current', detail: expect.stringContaining('another database') })
    await rm(join(folder, mine))
    const { state, detail } = await health()
    expect([state, detail]).toEqual(['failing', expect.stringContaining('this service did not remove it')])
    expect(detail).not.toContain('mounted')
    app.clock.advance(240)
    await app.services.backups.run(never)
    expect(await copies()).toHaveLength(2)
  } finally {
    await other.stop()
  }
})

describe('a folder that lost its copies', () => {
  it('takes none until its disk is mounted again, also after a restart [PROCESS-72]', async () => {
    await track()
    await app.services.backups.run(never)
    await rename(folder, `${folder}-disk`)
    await mkdir(folder)
    for (const next of [async () => app, () => app.restart()]) {
      await next()
      await expect(runLater()).rejects.toMatchObject({ options: { reason: { name: 'backup folder emptied' } } })
      expect(await readdir(folder)).toEqual([])
      expect(await health()).toMatchObject({ state: 'failing', detail: expect.stringContaining('is mounted') })
    }
    await rm(folder, { recursive: true })
    await rename(`${folder}-disk`, folder)
    await runLater()
    expect(await health()).toMatchObject({ state: 'current' })
  })

  it('takes them again where the operator makes the file that the error names [PROCESS-72]', async () => {
    await track()
    await app.services.backups.run(never)
    for (const name of await readdir(folder)) await rm(join(folder, name))
    const text = await runLater().then(() => '', operatorErrorText)
    const file = /touch (\S+)\. /.exec(text)?.[1] ?? expect.fail(text)
    await writeFile(file, '')
    await runLater()
    expect(await health()).toMatchObject({ state: 'current' })
    expect(await copies()).toHaveLength(1)
  })
})

describe('a database that lost most of its data', () => {
  async function lose(): Promise<void> {
    const raw = new Database(app.databaseFile)
    raw.exec('DELETE FROM tick_samples; DELETE FROM sample; DELETE FROM game')
    raw.close()
    await app.restart()
    app.clockCheck.compare(0)
  }

  it('removes no copy from before, and says so until the operator moves them away [PROCESS-73]', async () => {
    await track()
    const { name: whole } = (await app.services.backups.run(never)).copy
    await lose()
    const first = await runLater()
    expect(first).toMatchObject({ removed: 0, loss: { before: { name: whole }, after: { name: first.copy.name } } })
    expect(await runLater()).toMatchObject({ removed: 1, loss: { before: { name: whole } } })
    expect(await copies()).toHaveLength(2)
    const state = await health()
    expect(state).toMatchObject({ state: 'shrunken', detail: expect.stringContaining('No older copy is removed') })
    expect((await app.services.measureProcess.state()).backups.state).toBe('shrunken')
    const warnings = (await app.services.warnings.current()).map((warning) => warningText(warning, String))
    expect(warnings).toEqual([`${state.detail} Run the doctor on the command line.`])
    await rm(join(folder, whole))
    expect(await runLater()).toMatchObject({ loss: undefined })
    expect(await health()).toMatchObject({ state: 'current' })
  })
})
