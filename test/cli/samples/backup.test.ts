import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../../src/domain/clock.js'
import { openStore } from '../../../src/store/open-store.js'
import { startStoreProcess } from '../../store/start-store-process.js'
import { openAccount, openBench } from '../../support/cli/run-cli.js'

const reportShape = z.strictObject({
  file: z.string(),
  bytes: z.int(),
  samples: z.int(),
  accounts: z.int(),
  games: z.int(),
  verified: z.literal(true),
})

test('a backup beside a service that writes without pause is whole', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  await bench.run('game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  const writer = await startStoreProcess(join(bench.folder, 'headcount.db'), 'ticks')
  writer.go()
  await writer.firstLine
  const target = join(bench.folder, 'copy.db')
  const report = await bench.json(reportShape, 'backup', target)
  writer.kill()
  const reported = Number((await writer.finished).lines.at(-1))
  expect(report).toMatchObject({ file: target, accounts: 1, games: 1, bytes: (await stat(target)).size })
  expect(report.samples).toBeGreaterThan(0)
  const copy = await openStore(`file:${target}`, { clock: systemClock })
  const last = (await copy.series.cursor())?.minute ?? 0
  expect(last).toBeLessThanOrEqual(reported)
  // Each tick has 200 samples and is stored whole.
  expect(report.samples).toBe(last * 200)
  expect(await copy.accounts.list()).toHaveLength(1)
  copy.close()
  expect((await readdir(bench.folder)).filter((name) => name.includes('partial'))).toEqual([])
})

test('nothing is written over, and nothing is left behind when a backup fails', async () => {
  const bench = await openBench()
  const target = join(bench.folder, 'copy.db')
  expect(await bench.rejection(['backup', target])).toContain('nothing to back up')
  await openAccount(bench, 'Studio')
  await bench.file('taken.db', 'mine')
  expect(await bench.rejection(['backup', 'taken.db'])).toContain('exists already')
  expect(await readFile(join(bench.folder, 'taken.db'), 'utf8')).toBe('mine')
  expect(await bench.rejection(['backup', join(bench.folder, 'absent', 'copy.db')])).toContain('no folder')
  await writeFile(join(bench.folder, 'headcount.db'), 'no database any more, but long enough to look at all the same')
  expect(await bench.rejection(['backup', target])).toContain('No backup was made')
  const names = await readdir(bench.folder)
  expect(names.filter((name) => name.includes('copy.db') || name.includes('partial'))).toEqual([])
})

test('what a killed backup left behind beside the database is removed by the next that opens it', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  await writeFile(join(bench.folder, 'headcount.db.copy-of-a-killed-process'), 'half a copy')
  expect((await bench.json(reportShape, 'backup', 'copy.db')).verified).toBe(true)
  await bench.run('account', 'list')
  expect((await readdir(bench.folder)).filter((name) => name.includes('copy-'))).toEqual([])
})

test('what a killed restore left behind beside the database is removed by the next that opens it', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  for (const ending of ['', '-wal', '-journal'])
    await writeFile(join(bench.folder, `headcount.db.restoring${ending}`), 'half a database')
  await bench.run('account', 'list')
  expect((await readdir(bench.folder)).filter((name) => name.includes('restoring'))).toEqual([])
})

test('what a killed restore left stays where no database is there: it may be all there is', async () => {
  const bench = await openBench()
  await writeFile(join(bench.folder, 'headcount.db.restoring'), 'a database')
  await bench.run('account', 'list')
  expect(await readdir(bench.folder)).toContain('headcount.db.restoring')
})

test('a relative name counts from where the operator stands', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  expect((await bench.json(reportShape, 'backup', 'copy.db')).file).toBe(join(bench.folder, 'copy.db'))
})

test('a service remembers when the last backup beside it was complete', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'free')
  const { services } = await bench.beside()
  expect((await services.measureProcess.state()).lastBackupAt).toBeUndefined()
  const before = Date.now()
  expect(await bench.rejection(['backup', join(bench.folder, 'headcount.db')])).not.toBe('')
  expect((await services.measureProcess.state()).lastBackupAt).toBeUndefined()
  expect(await bench.run('backup', join(bench.folder, 'copy.db'))).toMatchObject({ code: 0 })
  expect((await services.measureProcess.state()).lastBackupAt).toBeGreaterThanOrEqual(before)
})
