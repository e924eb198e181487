// Commands beside no service: one that only reads changes nothing, and what root makes belongs to the owner of the database.
import { chown, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openOfSchema } from '../store/series/old-database.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'

const databaseOf = (bench: CliTestBench): string => join(bench.folder, 'headcount.db')

const READING: readonly (readonly string[])[] = [
  ['account', 'list'],
  ['account', 'show', '1'],
  ['member', 'list', '--account', '1'],
  ['key', 'list', '--account', '1'],
  ['game', 'list', '--account', '1'],
  ['notices', 'list'],
  ['secrets', 'list'],
  ['stats', '1'],
  ['rank', '--account', '1'],
  ['top', '--account', '1'],
  ['series', '1'],
  ['events', '--account', '1'],
  ['export', '1'],
  ['samples', 'import', 'history.csv', '--dry-run'],
]

test.each(READING)(
  '%s %s changes no database of an older schema, and says what to do [PROCESS-61]',
  async (...args) => {
    const bench = await openBench()
    ;(await openOfSchema(databaseOf(bench), 10)).close()
    const [before, names] = [await readFile(databaseOf(bench)), await readdir(bench.folder)]
    const line = await bench.rejection(args)
    expect(line).toContain('has schema 10; this program works with')
    expect(line).toContain('start the service')
    expect((await readFile(databaseOf(bench))).equals(before)).toBe(true)
    expect(await readdir(bench.folder)).toEqual(names)
  },
)

test('a command that only reads makes no database [PROCESS-61]', async () => {
  const bench = await openBench()
  await rm(databaseOf(bench), { force: true })
  const names = await readdir(bench.folder)
  expect(await bench.rejection(['stats', '1'])).toContain('There is no database at ')
  expect((await bench.run('account', 'list')).stdout).toContain('There is no account yet.')
  expect(await readdir(bench.folder)).toEqual(names)
})

test('a dry run of an import works before there is a database, and makes none [PROCESS-61]', async () => {
  const bench = await openBench()
  await rm(databaseOf(bench), { force: true })
  const file = await bench.file('history.csv', 'timestamp,universe_id,CCU\n2026-01-05T17:00:00Z,7,5\n')
  const names = await readdir(bench.folder)
  const { code, stdout } = await bench.run('samples', 'import', file, '--dry-run')
  expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing was stored.')])
  expect(await readdir(bench.folder)).toEqual(names)
})

test('config check changes nothing: neither where there is no database, nor an older or a current one [PROCESS-61]', async () => {
  const bench = await openBench()
  const look = async (url: string) => {
    const ended = await bench.runWith({ DATABASE_URL: url }, 'config', 'check')
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    return ended.stdout
  }
  const contents = async () => {
    const names = (await readdir(bench.folder)).sort()
    const isFile = (name: string) => !name.endsWith('.sock')
    const read = async (name: string) => (isFile(name) ? readFile(join(bench.folder, name), 'base64') : '')
    return Promise.all(names.map(async (name) => [name, await read(name)]))
  }
  const old = join(bench.folder, 'old.db')
  ;(await openOfSchema(old, 10)).close()
  await bench.account('Studio', 'enterprise', 1)
  const before = await contents()
  expect(await look(`file:${join(bench.folder, 'new', 'absent.db')}`)).toContain('There is no database yet.')
  expect(await look(`file:${old}`)).toContain('The database has an older schema.')
  expect(await look(`file:${databaseOf(bench)}`)).toContain('The database can be written to and is up to date.')
  expect(await contents()).toEqual(before)
})

/** A user of whom nothing else is. */
const OWNER = 64_321

async function ownersIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = (await readdir(folder)).sort()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).uid])))
}

async function giveAway(bench: CliTestBench): Promise<void> {
  for (const name of await readdir(bench.folder)) await chown(join(bench.folder, name), OWNER, OWNER)
  await chown(bench.folder, OWNER, OWNER)
}

const belongsToOwner = async (bench: CliTestBench): Promise<void> => {
  const owners = await ownersIn(bench.folder)
  expect(owners).toEqual(Object.fromEntries(Object.keys(owners).map((name) => [name, OWNER])))
}

describe.skipIf(process.geteuid?.() !== 0)('root, beside the database of another user', () => {
  test('leaves what it reads as it is, and a lock that the owner can use [PROCESS-61]', async () => {
    const bench = await openBench()
    await bench.account('Studio', 'enterprise', 1)
    await rm(`${databaseOf(bench)}.lock`, { force: true })
    await giveAway(bench)
    const before = await readFile(databaseOf(bench))
    expect(await bench.run('account', 'list')).toMatchObject({ code: 0 })
    expect((await readFile(databaseOf(bench))).equals(before)).toBe(true)
    await belongsToOwner(bench)
  })

  test('leaves all that a change, a migration and a restore make to the owner [PROCESS-61]', async () => {
    const bench = await openBench()
    ;(await openOfSchema(databaseOf(bench), 10)).close()
    await giveAway(bench)
    expect(await bench.run('account', 'create', '--name', 'New', '--plan', 'premium')).toMatchObject({ code: 0 })
    expect(await readdir(bench.folder)).toContain('headcount.db.before-migration')
    await belongsToOwner(bench)
    expect(await bench.run('restore', `${databaseOf(bench)}.before-migration`)).toMatchObject({ code: 0 })
    await belongsToOwner(bench)
  })

  test('makes a new database for the owner of its folder [PROCESS-61]', async () => {
    const bench = await openBench()
    await rm(databaseOf(bench), { force: true })
    await giveAway(bench)
    expect(await bench.run('account', 'create', '--name', 'New', '--plan', 'premium')).toMatchObject({ code: 0 })
    await belongsToOwner(bench)
  })
})
