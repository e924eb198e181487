// A file of another program is neither used nor changed: its bytes and times stay, and no file is created beside it.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { DatabaseInUse } from '../../src/domain/ports/store.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { rejectionOf } from '../support/rejections.js'
import { contentsOf, FOREIGN, NO_DATABASE } from './file-kinds.js'

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-foreign-'))
  file = join(folder, 'other.db')
})
afterEach(() => rm(folder, { recursive: true }))

const open = () => openStore(`file:${file}`, { clock: systemClock })

describe('a store', () => {
  it.each(Object.keys(FOREIGN))('is not opened on the database of another program with %s', async (kind) => {
    FOREIGN[kind]?.(file)
    const before = await contentsOf(folder)
    expect(await rejectionOf(open())).toMatchObject({
      code: 'NOT_CONFIGURED',
      text: expect.stringMatching(/^DATABASE_URL: .*other\.db is a database of another program.* Nothing .*changed/),
    })
    expect(await contentsOf(folder)).toEqual(before)
  })

  it.each(Object.keys(NO_DATABASE))('is not opened where there is %s', async (kind) => {
    NO_DATABASE[kind]?.make(file)
    const before = await contentsOf(folder)
    expect(await rejectionOf(open())).toMatchObject({
      code: expect.any(String),
      text: expect.stringMatching(NO_DATABASE[kind]?.says ?? /never/),
    })
    expect(await contentsOf(folder)).toEqual(before)
  })

  it('is not opened on a newer database, which stays as it is', async () => {
    const store = await open()
    store.close()
    const raw = new Database(file)
    raw.pragma('user_version = 999')
    raw.close()
    const before = await contentsOf(folder)
    expect(await rejectionOf(open())).toMatchObject({
      code: 'NOT_CONFIGURED',
      text: expect.stringMatching(/newer.*999/),
    })
    expect(await contentsOf(folder)).toEqual(before)
  })

  it('is made in an empty file, and in a SQLite database that holds nothing', async () => {
    await writeFile(file, '')
    const first = await open()
    expect(await first.health()).toEqual({ writable: true, migrated: true })
    first.close()
    await rm(file)
    const raw = new Database(file)
    raw.exec('CREATE TABLE passing (id); DROP TABLE passing')
    raw.close()
    const second = await open()
    expect(await second.health()).toEqual({ writable: true, migrated: true })
    second.close()
  })

  it('is made where a link leads that leads to nothing yet, and locked under that name', async () => {
    await mkdir(join(folder, 'disk'))
    await symlink(join('disk', 'headcount.db'), file)
    const first = await open()
    await expect(open()).rejects.toThrow(DatabaseInUse)
    first.close()
    expect(Object.keys(await contentsOf(folder)).sort()).toEqual(['disk', 'other.db'])
  })
})
