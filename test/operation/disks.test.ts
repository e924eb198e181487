// What is said of a disk that is read-only, full or not there, and of a database whose end is missing: which file, what
// happened and what to do.
import { mkdir, readdir, readFile, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'
import { launchService, startService } from '../support/start-service.js'
import { mayMount, mountTmpfs, remount } from '../support/store/mount.js'

const TITLE = 'a disk (needs the right to mount a file system)'

/** A database with one tick on a disk of its own. */
async function openOnDisk(): Promise<CliTestBench & { readonly disk: string; readonly copy: string }> {
  const bench = await openBench()
  const disk = join(bench.folder, 'disk')
  await mkdir(disk)
  onTestFinished(mountTmpfs(disk, '40m'))
  const DATABASE_URL = `file:${join(disk, 'h.db')}`
  const runWith = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    bench.runWith({ DATABASE_URL, ...environment }, ...args)
  const run: CliTestBench['run'] = (...args) => runWith({}, ...args)
  expect(await run('account', 'create', '--name', 'Studio', '--plan', 'enterprise')).toMatchObject({ code: 0 })
  expect(await run('game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)).toMatchObject({ code: 0 })
  expect(await run('poll', 'once')).toMatchObject({ code: 0 })
  return { ...bench, run, runWith, disk, copy: join(bench.folder, 'copy.db') }
}

describe.skipIf(!mayMount())(TITLE, () => {
  it('that is mounted read-only is named as the cause, and a backup to elsewhere works [PROCESS-55]', async () => {
    const { disk, copy, run } = await openOnDisk()
    remount(disk, 'ro')
    const exported = await run('export', '1')
    expect(exported.code).toBe(78)
    expect(exported.stderr).toContain(
      `DATABASE_URL: ${join(disk, 'h.db')} lies on a disk that is mounted read-only, and SQLite writes beside a database, even to read it. Mount it for writing`,
    )
    expect(exported.stderr).not.toContain('chown')
    expect((await run('doctor')).stdout).toContain('cannot be written to: its disk is mounted read-only.')
    const backup = await run('backup', copy)
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(backup.stdout).toContain('copy.db is a checked copy: samples 1, accounts 1, games 1')
  })

  it('that is mounted read-only with a log beside the database: the copy has what is in the log [PROCESS-55]', async () => {
    const { disk, copy, run } = await openOnDisk()
    const raw = new Database(join(disk, 'h.db'))
    raw.pragma('wal_autocheckpoint = 0')
    raw.exec("UPDATE account SET name = 'In the log'")
    const files = await Promise.all(['h.db', 'h.db-wal'].map((name) => readFile(join(disk, name))))
    raw.close()
    for (const [index, name] of ['h.db', 'h.db-wal'].entries()) await writeFile(join(disk, name), files[index] ?? '')
    remount(disk, 'ro')
    expect(await run('backup', copy)).toMatchObject({ code: 0, stderr: '' })
    const copied = new Database(copy)
    expect(copied.prepare('SELECT name FROM account').pluck().get()).toBe('In the log')
    copied.close()
  })

  it('that is too small for a drill: it says how much the copy needs, and how much must stay free [PROCESS-55]', async () => {
    const { disk, start } = await openOnDisk()
    const { code, stderr } = await start(['drill'], { TMPDIR: disk, DATABASE_URL: `file:${join(disk, 'h.db')}` }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /The disk of \S+ has 3\d\.\d MiB free\. A copy of the database needs \d+ KiB there, and 64\.0 MiB must stay free beside it\./,
    )
  })

  it('that is full is named by every command that writes to it, and a backup to elsewhere works [PROCESS-55]', async () => {
    const { disk, copy, run } = await openOnDisk()
    remount(disk, `size=${Math.ceil((await usedBytes(disk)) / 4096) * 4}k`)
    const renamed = await run('account', 'create', '--name', 'Other', '--plan', 'free')
    expect(renamed.code).toBe(1)
    expect(renamed.stderr).toMatch(/^error: The disk of \S+ is full\. Make room on it, then try again\.\n$/)
    const backup = await run('backup', copy)
    // The copy is made in the temporary folder, so that a backup to another disk needs no room on the full one.
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(backup.stdout).toContain('copy.db is a checked copy: samples 1, accounts 1, games 1')
  })

  it('that is full while a service runs: a backup to elsewhere succeeds, and says that it was not noted [PROCESS-55]', async () => {
    const bench = await openOnDisk()
    const { disk, copy, run } = bench
    const service = await startService(bench, { DATABASE_URL: `file:${join(disk, 'h.db')}` })
    // It must have ended before its disk is unmounted.
    onTestFinished(async () => void (await service.end('SIGKILL')))
    fill(join(disk, 'h.db'))
    const backup = await run('backup', copy)
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(backup.stdout).toContain('copy.db is a checked copy: samples 1, accounts 1, games 1')
    expect(backup.stdout).toMatch(/The service could not note this backup in its database, .+ full\.\n$/)
    const other = await run('backup', `${copy}.other`, '--json')
    expect([other.code, JSON.parse(other.stdout)]).toMatchObject([0, { verified: true, noted: false }])
  })
})

/** Until the database takes nothing more. */
function fill(file: string): void {
  const raw = new Database(file)
  const insert = raw.prepare('INSERT INTO setting (key, value) VALUES (?, ?)')
  for (const size of [1_000_000, 3_000, 1])
    for (let written = 0; ; written++)
      try {
        insert.run(`filler.${size}.${written}`, 'x'.repeat(size))
      } catch {
        break
      }
  raw.close()
}

async function usedBytes(folder: string): Promise<number> {
  const { bsize, blocks, bfree } = await statfs(folder)
  return (blocks - bfree) * bsize
}

describe('a temporary folder', () => {
  it('that is not there is named, with the variable that names it [PROCESS-55]', async () => {
    const bench = await openBench()
    await bench.account('Studio', 'enterprise', 1)
    await bench.leave()
    // Node reads this variable at the start of a process.
    const { code, stderr } = await bench.start(['drill'], { TMPDIR: '/nonexistent' }).ended
    expect([code, stderr]).toEqual([
      1,
      'error: The temporary folder cannot be used. /nonexistent is not there. Create it, or choose another place. TMPDIR names it.\n',
    ])
  })
})

describe('a database whose end is missing', () => {
  it.each([100, 3_000, 60_000])(
    'by %i bytes is named as cut off by the start and by commands, with what to do [PROCESS-55]',
    async (bytes) => {
      const bench = await openBench()
      await bench.account('Studio', 'enterprise', 1)
      await bench.leave()
      const file = join(bench.folder, 'headcount.db')
      const { size } = await stat(file)
      await truncate(file, size - bytes)
      const text = `${file} is damaged: its end is cut off, it has ${size - bytes} of ${size} bytes.`
      if (bytes > 1_024) {
        const listed = await bench.run('account', 'list')
        expect(listed.stderr).toContain(text)
        expect(listed.stderr).toMatch(/Run the doctor.*restore a backup/)
      }
      const { code, stderr } = await bench.run('backup', join(bench.folder, 'copy.db'))
      expect(code).toBe(1)
      expect(stderr).toContain('its end is cut off')
      const names = await readdir(bench.folder)
      expect(names.filter((name) => /copy-|partial/.test(name))).toEqual([])
    },
  )

  it('ends the start with the file, what happened and what to do [PROCESS-55]', async () => {
    const bench = await openBench()
    await bench.account('Studio', 'enterprise', 1)
    await bench.leave()
    const file = join(bench.folder, 'headcount.db')
    const { size } = await stat(file)
    await truncate(file, size - 3_000)
    const service = launchService(bench)
    expect(await service.end()).toBe(1)
    expect(service.output()).toMatch(/^Headcount could not start: [^\n]+\n$/)
    expect(service.output()).toContain(
      `${file} is damaged: its end is cut off, it has ${size - 3_000} of ${size} bytes. Nothing in it was changed. Run the doctor`,
    )
  })
})
