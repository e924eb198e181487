import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { checkDatabaseUrl, openStore } from '../../src/store/open-store.js'
import { rejectionOf } from '../support/rejections.js'

describe('DATABASE_URL', () => {
  it('takes a file, relative or absolute', () => {
    for (const url of ['file:data/headcount.db', 'file:/tmp/a.db', 'FILE:a.db', 'file:///tmp/a.db'])
      expect(() => checkDatabaseUrl(url)).not.toThrow()
  })

  it('takes PostgreSQL, and keeps the password to itself where that cannot be reached [PROCESS-6]', async () => {
    for (const url of ['postgres://me:hunter2@127.0.0.1:9/db', 'postgresql://me:hunter2@127.0.0.1:9/db']) {
      expect(() => checkDatabaseUrl(url)).not.toThrow()
      expect(await rejectionOf(openStore(url, { clock: systemClock }))).toEqual({
        code: 'UNAVAILABLE',
        text: expect.stringMatching(/^(?!.*hunter2)DATABASE_URL.*PostgreSQL/),
      })
    }
  })

  it('rejects what names no engine', async () => {
    for (const url of ['', 'data/headcount.db', 'mysql://a/b', 'constructor:a', 'file:', 'file://elsewhere/a.db'])
      await expect(openStore(url, { clock: systemClock })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })

  it('opens a file named by a URL with an escaped path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-store-'))
    const file = join(folder, 'with space.db')
    const store = await openStore(String(pathToFileURL(file)), { clock: systemClock })
    expect(await store.health()).toEqual({ writable: true, migrated: true })
    store.close()
    await rm(folder, { recursive: true })
  })
})
