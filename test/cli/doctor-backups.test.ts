// What the doctor says of scheduled backups: the folder, the age of the newest copy, and whether one could be restored.
import { statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { DAY_MS, HOUR_MS } from '../../src/domain/clock.js'
import type { Services } from '../../src/services/services.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'
import { TestClock } from '../support/start-app.js'

const shape = z.object({
  checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string(), advice: z.string().nullable() })),
})
let bench: CliTestBench
let folder: string
let environment: Readonly<Record<string, string>>

beforeEach(async () => {
  bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  await bench.leave()
  folder = join(bench.folder, 'backups')
  await mkdir(folder)
  environment = { BACKUP_DIR: folder, BACKUP_EVERY: '6h' }
})
afterEach(() => chmod(folder, 0o700).catch(() => undefined))

async function look(given = environment) {
  const { stdout } = await bench.runWith(given, 'doctor', '--json')
  const check = shape.parse(JSON.parse(stdout)).checks.find(({ name }) => name === 'backups')
  return check ?? expect.fail('The doctor does not look at backups.')
}

/** Does it as the service would, so long ago. */
async function ago(ms: number, work: (backups: Services['backups']) => Promise<unknown>): Promise<void> {
  const database = { DATABASE_URL: `file:${join(bench.folder, 'headcount.db')}`, PLATFORM_URL: bench.simulator.url }
  const { services, close } = await compose(readConfig({ ...database, ...environment }), new TestClock(Date.now() - ms))
  await work(services.backups).catch(() => undefined)
  await close()
}

const SAME_DISK = 'The folder is on the disk of the database: if that disk is lost, so are the copies.'
const never = new AbortController().signal

/** A folder that exists on another file system than the tests use; undefined if there is none. */
const elsewhere = ['/tmp', '/var/tmp', '/dev/shm'].find((place) => deviceOf(place) !== deviceOf(tmpdir()))

function deviceOf(place: string): number | undefined {
  return statSync(place, { throwIfNoEntry: false })?.dev ?? statSync(tmpdir()).dev
}
const copy = (backups: Services['backups']) => backups.run(never)

describe('the doctor', () => {
  it('says where backups are off how to turn them on', async () => {
    expect(await look({})).toMatchObject({ state: 'ok', found: expect.stringContaining('BACKUP_DIR'), advice: null })
  })

  it('finds a folder wrong that is missing, is a file, or takes no copy', async () => {
    const missing = join(bench.folder, 'nowhere')
    expect(await look({ BACKUP_DIR: missing })).toMatchObject({
      state: 'wrong',
      found: `BACKUP_DIR: ${missing} is missing.`,
      advice: expect.stringContaining('mount'),
    })
    await expect(readdir(missing)).rejects.toThrow('ENOENT')
    const file = join(bench.folder, 'file')
    await writeFile(file, '')
    expect(await look({ BACKUP_DIR: file })).toMatchObject({
      state: 'wrong',
      found: `BACKUP_DIR: ${file} is no folder.`,
    })
    await chmod(folder, 0o500)
    // For root every folder is writable.
    if (process.getuid?.() !== 0)
      expect(await look()).toMatchObject({ state: 'wrong', found: expect.stringContaining('cannot be written to') })
    expect(await readdir(folder)).toEqual([])
  })

  it('finds a newest copy wrong that holds damage of the database', async () => {
    const database = new Database(join(bench.folder, 'headcount.db'))
    database.exec(`UPDATE account SET plan = 'enterprisf'`)
    database.close()
    await ago(5 * HOUR_MS, copy)
    expect(await look()).toMatchObject({
      state: 'wrong',
      found: `The newest copy in ${folder}, 5 hours old, holds the damage of the database.`,
      advice: expect.stringContaining('Older copies are kept'),
    })
  })

  it('warns where there is no copy yet, and finds one in time to be well', async () => {
    expect(await look()).toMatchObject({ state: 'warning', found: expect.stringContaining('no copy') })
    await ago(5 * HOUR_MS, copy)
    expect(await look()).toMatchObject({
      state: 'warning',
      found: `The newest copy in ${folder} is 5 hours old. None has been restored as a test yet. ${SAME_DISK}`,
      advice: 'Set BACKUP_DIR to a folder on another disk.',
    })
    await ago(4 * HOUR_MS, (backups) => backups.testRestore(never))
    expect((await look()).found).toContain('The restore test passed 4 hours ago.')
  })

  it('finds backups wrong whose newest copy is older than twice BACKUP_EVERY and an hour [PROCESS-29]', async () => {
    await ago(14 * HOUR_MS, copy)
    expect(await look()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('14 hours old'),
      advice: expect.stringContaining('log'),
    })
    await ago(12 * HOUR_MS, copy)
    expect((await look()).found).toContain('12 hours old')
  })

  it('finds a folder wrong that is empty although a copy was made, as where its disk is not mounted', async () => {
    await ago(2 * HOUR_MS, copy)
    await rm(folder, { recursive: true })
    await mkdir(folder)
    expect(await look()).toMatchObject({
      state: 'wrong',
      found: `There is no copy in ${folder}, although one was made 2 hours ago.`,
      advice: expect.stringMatching(/is mounted\. .* touch .*\/backups\/headcount-[0-9a-f]{8}\.copies\. /),
    })
  })

  it('finds backups wrong that fail beside a service, although the folder is there again', async () => {
    await ago(HOUR_MS, copy)
    await rename(folder, `${folder}-away`)
    await ago(0, copy)
    await rename(`${folder}-away`, folder)
    expect(await look()).toMatchObject({ state: 'wrong', found: expect.stringContaining('could not be made') })
  })

  it('finds a restore test wrong that did not pass', async () => {
    await ago(2 * HOUR_MS, copy)
    const name = (await copyNames())[0] ?? ''
    await writeFile(join(folder, name), 'no database')
    await ago(HOUR_MS, (backups) => backups.testRestore(never))
    expect(await look()).toMatchObject({
      state: 'wrong',
      found: `The copy ${name} in ${folder} did not pass the restore test 60 min ago.`,
      advice: expect.stringContaining('backup'),
    })
  })

  it('looks at the folder also where the database cannot be opened', async () => {
    await ago(3 * DAY_MS, copy)
    await writeFile(join(bench.folder, 'headcount.db'), 'not a database, but long enough to be read as one'.repeat(9))
    expect(await look()).toMatchObject({ state: 'wrong', found: expect.stringContaining('3 days old') })
  })

  it.skipIf(elsewhere === undefined)('finds copies on another disk well', async () => {
    const other = await mkdtemp(join(elsewhere ?? '', 'headcount-doctor-'))
    try {
      environment = { ...environment, BACKUP_DIR: other }
      await ago(HOUR_MS, copy)
      expect(await look()).toMatchObject({ state: 'ok', advice: null })
    } finally {
      await rm(other, { recursive: true })
    }
  })

  it('finds it wrong that there are copies and no database, and says which one to restore [PROCESS-71]', async () => {
    await ago(HOUR_MS, copy)
    await removeDatabase()
    const name = (await copyNames())[0] ?? ''
    expect(await look()).toMatchObject({
      state: 'wrong',
      found: `There is no database, although a copy is in ${folder}.`,
      advice: expect.stringContaining(`restore ${join(folder, name)}`),
    })
  })

  it('warns where a new database lies beside copies of another one [PROCESS-71]', async () => {
    await ago(3 * HOUR_MS, copy)
    await removeDatabase()
    await ago(2 * HOUR_MS, async () => undefined)
    const other = `There is 1 copy in ${folder} of another database or of an earlier version; no service removes them.`
    expect(await look()).toMatchObject({
      state: 'warning',
      found: `There is no copy of this database in ${folder} yet. ${other} ${SAME_DISK}`,
      advice: expect.stringContaining('restore a copy'),
    })
    await ago(HOUR_MS, copy)
    expect(await look()).toMatchObject({ state: 'warning', found: expect.stringContaining(other) })
  })

  it('finds a copy wrong that holds far less than the one before, and names both [PROCESS-73]', async () => {
    await ago(3 * HOUR_MS, copy)
    const [before = ''] = await copyNames()
    const database = new Database(join(bench.folder, 'headcount.db'))
    database.exec('DELETE FROM game')
    database.close()
    await ago(2 * HOUR_MS, copy)
    const after = (await copyNames()).find((name) => name !== before)
    expect(await look()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining(
        `${after} in ${folder} holds far less (samples 0, accounts 1, games 0) than ${before}`,
      ),
      advice: expect.stringContaining(`restore ${join(folder, before)}`),
    })
  })
})

const copyNames = async () => (await readdir(folder)).filter((name) => name.endsWith('.db'))

async function removeDatabase(): Promise<void> {
  for (const name of await readdir(bench.folder))
    if (name.startsWith('headcount.db')) await rm(join(bench.folder, name), { recursive: true })
}
