// A database of another program that is given by mistake is changed by no verb.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentsOf, FOREIGN, NO_DATABASE } from '../../store/file-kinds.js'
import { type CliTestBench, openAccount, openBench } from '../../support/cli/run-cli.js'
import { launchService } from '../../support/start-service.js'

const KINDS = ['write-ahead mode', 'everything still in its log']

async function openWith(kind: string): Promise<{ bench: CliTestBench; folder: string; file: string; url: string }> {
  const bench = await openBench()
  const folder = join(bench.folder, 'elsewhere')
  await mkdir(folder)
  const file = join(folder, 'other.db')
  FOREIGN[kind]?.(file)
  return { bench, folder, file, url: `file:${file}` }
}

test.each(KINDS)('every verb and the service reject the database of another program with %s', async (kind) => {
  const { bench, folder, file, url } = await openWith(kind)
  await openAccount(bench, 'Studio')
  expect(await bench.run('backup', join(bench.folder, 'copy.db'))).toMatchObject({ code: 0 })
  const before = await contentsOf(folder)
  const says = `${file} is a database of another program`
  const wrong: readonly (readonly [words: string[], code: number])[] = [
    [['account', 'list'], 78],
    [['config', 'check'], 78],
    [['backup', join(bench.folder, 'another.db')], 1],
    [['restore', join(bench.folder, 'copy.db')], 78],
    [['doctor'], 1],
  ]
  for (const [words, code] of wrong) {
    const ended = await bench.runWith({ DATABASE_URL: url }, ...words)
    expect([words, ended.code]).toEqual([words, code])
    expect(ended.stdout + ended.stderr).toContain(says)
    expect(await contentsOf(folder)).toEqual(before)
  }
  const service = launchService(bench, { DATABASE_URL: url })
  expect(await service.end()).toBe(78)
  expect(service.output()).toMatch(/^Headcount could not start: DATABASE_URL: [^\n]+\n$/)
  expect(service.output()).toContain(says)
  expect(await contentsOf(folder)).toEqual(before)
})

test.each(KINDS)('nothing is restored from the database of another program with %s', async (kind) => {
  const { bench, folder, file } = await openWith(kind)
  await openAccount(bench, 'Studio')
  const before = [await contentsOf(folder), await contentsOf(bench.folder)]
  expect(await bench.rejection(['restore', file])).toContain(`${file} is a database of another program`)
  expect([await contentsOf(folder), await contentsOf(bench.folder)]).toEqual(before)
})

test.each(Object.keys(NO_DATABASE))('where there is %s, every verb says so and waits for nothing', async (kind) => {
  const bench = await openBench()
  const file = join(bench.folder, 'x.db')
  NO_DATABASE[kind]?.make(file)
  const before = await contentsOf(bench.folder)
  const says = NO_DATABASE[kind]?.says ?? /never/
  const look = async (args: string[], url = `file:${file}`) =>
    (await bench.runWith({ DATABASE_URL: url }, ...args)).stderr
  for (const args of [
    ['account', 'list'],
    ['backup', join(bench.folder, 'copy.db')],
  ]) {
    expect(await look(args)).toMatch(says)
  }
  expect(await look(['restore', file], `file:${join(bench.folder, 'headcount.db')}`)).toMatch(says)
  expect(await look(['doctor'])).toContain('wrong: database')
  expect(await contentsOf(bench.folder)).toEqual(before)
})
