// A database from before files had an application id is recognized by its tables and used.
import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { APPLICATION_ID } from '../../src/store/sqlite/file/identify.js'
import { openOfSchema } from './series/old-database.js'

/** The last schema without an application id. */
const LAST_WITHOUT = 11
const SCHEMAS = Array.from({ length: LAST_WITHOUT }, (_, index) => index + 1)
const ACCOUNT = "INSERT INTO account (name, plan, status, created_at) VALUES ('Studio', 'free', 'active', 0)"
let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-old-files-'))
  file = join(folder, 'headcount.db')
})
afterEach(() => rm(folder, { recursive: true }))

async function expectTakenOver(): Promise<void> {
  const store = await openStore(`file:${file}`, { clock: systemClock })
  expect(await store.health()).toEqual({ writable: true, migrated: true })
  expect((await store.accounts.list()).map(({ name }) => name)).toEqual(['Studio'])
  store.close()
  const raw = new Database(file, { readonly: true })
  expect(raw.pragma('application_id', { simple: true })).toBe(APPLICATION_ID)
  raw.close()
}

it.each(SCHEMAS)('a file of schema %i is taken over', async (schema) => {
  const raw = await openOfSchema(file, schema)
  raw.exec(ACCOUNT)
  raw.close()
  await expectTakenOver()
})

it('a file whose whole contents lie in its log is taken over', async () => {
  const raw = await openOfSchema(join(folder, 'live.db'), LAST_WITHOUT)
  raw.exec(ACCOUNT)
  for (const ending of ['', '-wal']) copyFileSync(join(folder, `live.db${ending}`), file + ending)
  raw.close()
  await expectTakenOver()
})

it('a backup is taken over, and so is a file with a table that the operator added', async () => {
  const raw = await openOfSchema(join(folder, 'live.db'), LAST_WITHOUT)
  raw.exec(`${ACCOUNT}; CREATE TABLE my_notes (id)`)
  raw.prepare('VACUUM INTO ?').run(file)
  raw.close()
  await expectTakenOver()
})
