// One database file under two paths: never two services that write to it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { openStore, openUpkeep } from '../../src/store/open-store.js'
import { rejectionOf } from '../support/rejections.js'
import { mayMount, mountAgain } from '../support/store/mount.js'
import { newDatabase } from '../support/store/new-database.js'

/** Each finds the other program at another moment. */
const OPENINGS = 30

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-paths-'))
  file = join(folder, 'headcount.db')
  await newDatabase(file)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (path: string) => openStore(`file:${path}`, { clock: systemClock })
const backupOf = (path: string) => {
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  return openUpkeep(`file:${path}`, { clock: systemClock }).makeCopy(options)
}

const READ = `
    const Database = require('better-sqlite3')
    const read = () => {
      const raw = new Database(process.argv[1])
      raw.pragma('journal_mode = WAL')
      raw.prepare('SELECT count(*) FROM account').get()
      return raw
    }`
/** A service that another program runs. */
const SERVE = `${READ}
    globalThis.kept = read()
    console.log('open')
    setInterval(() => undefined, 1000)`
/** A program that reads often, and has the database open only then. */
const READ_OFTEN = `${READ}
    read().close()
    console.log('open')
    const again = () => {
      read().close()
      setImmediate(again)
    }
    again()`

/** Returns once the program has had the database open, with what ends it before the test does. */
async function serveElsewhere(path: string, program = SERVE): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  onTestFinished(end)
  await once(child.stdout, 'data')
  return end
}

describe('a database with a second name', () => {
  it('is opened under neither, and each error names the other and says what to do [PROCESS-60]', async () => {
    const other = join(folder, 'other.db')
    await link(file, other)
    // A symbolic link is none of its names, so deleting it would not help.
    await symlink(file, join(folder, 'alias.db'))
    for (const [path, second] of [
      [file, other],
      [other, file],
    ] as const) {
      const rejected = await rejectionOf(open(path))
      expect(rejected.code).toBe('NOT_CONFIGURED')
      expect(rejected.text).toContain(`${path} has another name as well, ${second} (a hard link)`)
      expect((await rejectionOf(backupOf(path))).text).toContain('Delete one of the names')
    }
    expect((await readdir(folder)).sort()).toEqual(['alias.db', 'headcount.db', 'other.db'])
    await rm(other)
    ;(await open(file)).close()
  })

  it('in a folder that is not known is not opened either [PROCESS-60]', async () => {
    await mkdir(join(folder, 'elsewhere'))
    await link(file, join(folder, 'elsewhere', 'h.db'))
    expect((await rejectionOf(open(file))).text).toContain('has another name as well (a hard link)')
  })

  it.each(['headcount.db.before-restore-20260617T120000Z', 'headcount.db.moving'])(
    'that a killed command left, %s, is opened, and that name is removed [PROCESS-60]',
    async (name) => {
      await link(file, join(folder, name))
      const store = await open(file)
      expect(await readdir(folder)).not.toContain(name)
      store.close()
    },
  )
})

describe.runIf(process.platform === 'linux')('a database that another process has open', () => {
  it('under the path from which it was moved is not opened at the new one [PROCESS-60]', async () => {
    await serveElsewhere(file)
    const moved = join(folder, 'moved.db')
    await rename(file, moved)
    expect((await rejectionOf(open(moved))).text).toContain(`another Headcount process works on ${moved}`)
    expect((await rejectionOf(backupOf(moved))).text).toContain('another Headcount process works on')
  })

  it('under the same path, as a tool of the operator, may be opened [PROCESS-60]', async () => {
    await serveElsewhere(file)
    const store = await open(file)
    expect(await store.health()).toEqual({ writable: true, migrated: true })
    store.close()
    const copy = await backupOf(file)
    copy.remove()
  })

  it('under the same path, again and again, may be opened at any moment of it [PROCESS-60]', async () => {
    const end = await serveElsewhere(file, READ_OFTEN)
    for (let round = 0; round < OPENINGS; round++) (await open(file)).close()
    await end()
  })
})

describe.skipIf(!mayMount())('a bind mount (needs the right to mount)', () => {
  it('of the file alone is not opened, because the log would lie elsewhere [PROCESS-60]', async () => {
    const target = join(folder, 'in a container.db')
    await writeFile(target, '')
    const unmount = mountAgain(file, target)
    onTestFinished(unmount)
    const store = await open(file)
    const rejected = await rejectionOf(open(target))
    expect([rejected.code, rejected.text]).toEqual([
      'NOT_CONFIGURED',
      expect.stringContaining('in a container.db is mounted by itself (a bind mount of one file)'),
    ])
    store.close()
    unmount()
  })

  it('of the folder leads to the same lock [PROCESS-60]', async () => {
    const [data, target] = [join(folder, 'data'), join(folder, 'mounted')]
    await mkdir(data)
    await mkdir(target)
    await copyFile(file, join(data, 'h.db'))
    const unmount = mountAgain(data, target)
    onTestFinished(unmount)
    const store = await open(join(data, 'h.db'))
    expect((await rejectionOf(open(join(target, 'h.db')))).text).toContain('another Headcount process works on')
    store.close()
    unmount()
  })
})
