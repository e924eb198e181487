import { copyFile, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Database } from '../../../src/store/sqlite/driver.js'
import { openOfSchema } from '../../store/series/old-database.js'
import { type CliTestBench, openAccount, openBench } from '../../support/cli/run-cli.js'
import { startService } from '../../support/start-service.js'
import { pageBytesOf } from '../../support/store/damage-file.js'

const reportShape = z.strictObject({
  file: z.string(),
  from: z.string(),
  kept: z.string().nullable(),
  bytes: z.int(),
  samples: z.int(),
  accounts: z.int(),
  games: z.int(),
  verified: z.literal(true),
})

const databaseOf = (bench: CliTestBench): string => join(bench.folder, 'headcount.db')
const copyOf = (bench: CliTestBench): string => join(bench.folder, 'copy.db')
const namesOf = async (bench: CliTestBench): Promise<string[]> =>
  (await bench.json(z.array(z.object({ name: z.string() })), 'account', 'list')).map(({ name }) => name)

/** Makes a backup with the account Before, and then adds the account After to the database. */
async function openWithCopy(): Promise<CliTestBench> {
  const bench = await openBench()
  await openAccount(bench, 'Before')
  expect(await bench.run('backup', copyOf(bench))).toMatchObject({ code: 0 })
  await openAccount(bench, 'After')
  return bench
}

function accountsIn(file: string): unknown[] {
  const database = new Database(file, { fileMustExist: true })
  try {
    return database.prepare('SELECT name FROM account ORDER BY id').pluck().all()
  } finally {
    database.close()
  }
}

/** Expects only complete databases and the service's lock in the folder. */
const restIn = async (bench: CliTestBench): Promise<string[]> =>
  (await readdir(bench.folder)).filter(
    (name) => !/^(headcount\.db(\.lock|\.sock|\.missed|\.before-restore-\w+)?|copy\.db)$/.test(name),
  )

test('a restored database is what the backup was, and the old one is kept beside it', async () => {
  const bench = await openWithCopy()
  const report = await bench.json(reportShape, 'restore', copyOf(bench))
  expect(report).toMatchObject({ file: databaseOf(bench), from: copyOf(bench), accounts: 1, samples: 0, games: 0 })
  expect(report.kept).toMatch(/headcount\.db\.before-restore-\d{8}T\d{6}Z$/)
  expect(accountsIn(report.kept ?? '')).toEqual(['Before', 'After'])
  expect(await restIn(bench)).toEqual([])
  expect(await namesOf(bench)).toEqual(['Before'])
  // Restoring twice within a second must keep both old files under different names.
  const [again, back] = [await bench.json(reportShape, 'restore', copyOf(bench)), report.kept ?? '']
  await bench.json(reportShape, 'restore', back)
  expect(new Set((await readdir(bench.folder)).filter((name) => name.includes('.before-restore-'))).size).toBe(3)
  expect(accountsIn(again.kept ?? '')).toEqual(['Before'])
  expect(await namesOf(bench)).toEqual(['Before', 'After'])
})

test('under a running service nothing is restored; when it was killed, at once [PROCESS-13]', async () => {
  const bench = await openWithCopy()
  const service = await startService(bench)
  expect(await bench.rejection(['restore', copyOf(bench)])).toContain('A service runs on')
  expect(await namesOf(bench)).toEqual(['Before', 'After'])
  await service.end('SIGKILL')
  const { kept } = await bench.json(reportShape, 'restore', copyOf(bench))
  expect(accountsIn(kept ?? '')).toEqual(['Before', 'After'])
  expect(await restIn(bench)).toEqual([])
  expect(await namesOf(bench)).toEqual(['Before'])
})

test('while another process has the database open nothing is restored', async () => {
  const bench = await openWithCopy()
  const other = new Database(databaseOf(bench))
  onTestFinished(() => void other.close())
  expect(other.prepare('SELECT count(*) FROM account').pluck().get()).toBe(2)
  expect(await bench.rejection(['restore', copyOf(bench)])).toContain('Another process works on')
  expect(other.prepare('SELECT count(*) FROM account').pluck().get()).toBe(2)
  expect(await restIn(bench)).toEqual(expect.not.arrayContaining(['headcount.db.restoring']))
})

test('a file that is no sound database of Headcount is rejected and changes nothing', async () => {
  const bench = await openWithCopy()
  const make = async (name: string, sql: string): Promise<string> => {
    const file = join(bench.folder, name)
    await copyFile(copyOf(bench), file)
    const database = new Database(file)
    database.exec(sql)
    database.close()
    return file
  }
  const newer = await make('newer.db', 'PRAGMA user_version = 999')
  const foreign = await make('foreign.db', 'PRAGMA foreign_keys = OFF; DROP TABLE account')
  const cut = join(bench.folder, 'cut.db')
  await writeFile(cut, (await readFile(copyOf(bench))).subarray(0, 20_000))
  const damaged = join(bench.folder, 'damaged.db')
  await copyFile(copyOf(bench), damaged)
  await scribble(damaged)
  const text = await bench.file('text.db', 'a text')
  const before = await readFile(databaseOf(bench))
  const wrong: readonly (readonly [file: string, says: string])[] = [
    [newer, 'of a newer Headcount (schema 999'],
    [foreign, 'is not a database of Headcount'],
    [cut, 'is damaged'],
    [damaged, 'is damaged'],
    [text, 'is not a SQLite database'],
    [join(bench.folder, 'absent.db'), `There is no file ${join(bench.folder, 'absent.db')}.`],
    [bench.folder, 'is a folder'],
    [databaseOf(bench), 'is the database itself'],
  ]
  for (const [file, says] of wrong) expect(await bench.rejection(['restore', file])).toContain(says)
  expect(await readFile(databaseOf(bench))).toEqual(before)
  expect((await readdir(bench.folder)).filter((name) => /restor/.test(name))).toEqual([])
})

/** Overwrites the middle of every page but the first. */
async function scribble(file: string): Promise<void> {
  const bytes = pageBytesOf(file)
  const handle = await open(file, 'r+')
  for (let page = 1; page * bytes < (await stat(file)).size; page++) {
    await handle.write(Buffer.alloc(512, 0xa5), 0, 512, page * bytes)
  }
  await handle.close()
}

test('a database that is broken or missing is replaced all the same', async () => {
  const bench = await openWithCopy()
  await writeFile(databaseOf(bench), 'this was a database once, and its log still lies beside it')
  await bench.file('headcount.db-wal', 'a log of a database that is no more')
  const { kept } = await bench.json(reportShape, 'restore', copyOf(bench))
  expect(await readFile(kept ?? '', 'utf8')).toContain('this was a database once')
  expect(await readFile(`${kept}-wal`, 'utf8')).toContain('a log of a database')
  expect(await namesOf(bench)).toEqual(['Before'])
  for (const ending of ['', '-wal', '-shm']) await rm(databaseOf(bench) + ending, { force: true })
  expect(await bench.json(reportShape, 'restore', copyOf(bench))).toMatchObject({ kept: null })
  expect(await namesOf(bench)).toEqual(['Before'])
})

test('what a killed restore left behind does not hinder the next', async () => {
  const bench = await openWithCopy()
  await bench.file('headcount.db.restoring', 'half a copy')
  await bench.json(reportShape, 'restore', copyOf(bench))
  expect(await restIn(bench)).toEqual([])
  expect(await namesOf(bench)).toEqual(['Before'])
})

test('a source is taken with its log, as an old database is kept that could not be closed', async () => {
  const bench = await openWithCopy()
  const writer = new Database(copyOf(bench))
  writer.pragma('journal_mode = WAL')
  writer.exec("UPDATE account SET name = 'In the log'")
  for (const ending of ['', '-wal']) await copyFile(copyOf(bench) + ending, join(bench.folder, `raw.db${ending}`))
  writer.close()
  await bench.json(reportShape, 'restore', join(bench.folder, 'raw.db'))
  expect(await namesOf(bench)).toEqual(['In the log'])
})

test('the command that is printed before a migration goes back to the copy from before it', async () => {
  const bench = await openBench()
  const old = await openOfSchema(databaseOf(bench), 10)
  old.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('Old', 'free', 'active', 0)")
  old.close()
  const migrating = await bench.run('account', 'create', '--name', 'New', '--plan', 'premium')
  expect(migrating.code).toBe(0)
  const [, words = ''] = /npm run -s cli -- (restore .*before-migration)\n/.exec(migrating.stderr) ?? []
  expect(accountsIn(databaseOf(bench))).toEqual(['Old', 'New'])
  const restoring = await bench.run(...words.split(' '))
  expect(restoring).toMatchObject({ code: 0, stderr: '' })
  // This program cannot read the samples of that schema.
  expect(restoring.stdout).toContain('its samples were not read, because it has an older schema')
  expect(accountsIn(databaseOf(bench))).toEqual(['Old'])
  const restored = new Database(databaseOf(bench))
  expect(restored.pragma('user_version', { simple: true })).toBe(10)
  restored.close()
})
