// A database that is moved, replaced or deleted under the running service: it is noticed, and its data can be saved.
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'

const databaseOf = (bench: CliTestBench): string => join(bench.folder, 'headcount.db')

const WAYS: readonly (readonly [way: string, act: (file: string) => Promise<void>])[] = [
  ['moved', (file) => rename(file, `${file}.moved`)],
  ['deleted', (file) => rm(file)],
  [
    'replaced',
    async (file) => {
      await copyFile(file, `${file}.other`)
      await rename(`${file}.other`, file)
    },
  ],
]

test.each(WAYS)(
  'a database that is %s under the service is reported, and a backup saves it [PROCESS-56]',
  async (_, act) => {
    const bench = await openBench()
    await bench.account('Studio', 'enterprise', 1)
    const { services, store } = await bench.beside()
    expect((await services.checkHealth()).database).toEqual({ writable: true, migrated: true })
    await act(databaseOf(bench))
    await services.accounts.create({ name: 'After', plan: 'free' })
    const { ready, database } = await services.checkHealth()
    expect([ready, database]).toEqual([false, { writable: true, migrated: true, moved: true }])
    expect(await services.warnings.current()).toContainEqual({ kind: 'database', file: store.openFile?.path })
    const copies = join(bench.folder, 'copies')
    await mkdir(copies)
    const { code, stdout, stderr } = await bench.run('backup', join(copies, 'copy.db'))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('is a checked copy: samples 0, accounts 2, games 1')
    const copy = new Database(join(copies, 'copy.db'), { readonly: true })
    expect(copy.prepare('SELECT name FROM account ORDER BY id').pluck().all()).toEqual(['Studio', 'After'])
    copy.close()
    expect((await readdir(bench.folder)).filter((name) => name.includes('copy-'))).toEqual([])
  },
)

test('a database that was moved under the service has everything in its file when the service ends [PROCESS-56]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const { services } = await bench.beside()
  const moved = join(bench.folder, 'elsewhere.db')
  await rename(databaseOf(bench), moved)
  await services.accounts.create({ name: 'After', plan: 'free' })
  await bench.leave()
  const raw = new Database(moved, { readonly: true })
  expect(raw.prepare('SELECT name FROM account ORDER BY id').pluck().all()).toEqual(['Studio', 'After'])
  raw.close()
})
