import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MINUTES, isoOfDay } from '../../../src/domain/clock.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { type CliTestBench, documentOf, openBench } from '../../support/cli/run-cli.js'
import { importOld, OLD_WEEKS, oldSamples, oldWeek, readOld, thinOut } from '../../support/store/thin-out.js'

const shape = z.strictObject({ restored: z.int(), weeks: z.int(), universes: z.int() })
const NOTHING = { restored: 0, weeks: 0, universes: 0 }

/** Two games on the free plan whose old weeks were thinned out, with the service's store open. */
async function openThinnedOut(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'free', 2)
  await importOld(bench, bench.universe(0), bench.universe(1))
  await thinOut(bench)
  return bench
}

const restore = (bench: CliTestBench, ...args: string[]) => bench.json(shape, 'samples', 'restore', ...args)

test('what retention removed comes back, beside a running service, and the second time there is nothing', async () => {
  const bench = await openThinnedOut()
  const { store } = await bench.beside()
  const id = bench.universe(0)
  const minute = oldWeek(6) + 3 * 60 + 30
  const near = async () => (await store.series.nearest([id], minute, 5)).get(id)?.minute
  expect(await near()).toBeUndefined()
  const left = (await readOld(bench, id)).length
  const all = oldSamples(id).length
  const removed = { restored: 2 * (all - left), weeks: 2 * OLD_WEEKS, universes: 2 }
  expect(await restore(bench, '--dry-run')).toEqual(removed)
  expect(await near()).toBeUndefined()
  expect(await restore(bench)).toEqual(removed)
  expect(await near()).toBe(minute)
  expect(await readOld(bench, id)).toEqual(oldSamples(id))
  expect(await restore(bench)).toEqual(NOTHING)
  const people = await bench.run('samples', 'restore')
  expect(people).toMatchObject({ code: 0, stdout: 'Nothing to restore.\n', stderr: '' })
})

test('people are advised what to do before the samples are removed again', async () => {
  const bench = await openThinnedOut()
  const dry = await bench.run('samples', 'restore', '--dry-run')
  expect(dry.stdout).toMatch(/^\d+ samples in 10 weeks of 2 universes can be restored\. Nothing was changed\.\n$/)
  const { stdout, code } = await bench.run('samples', 'restore')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+ samples in 10 weeks of 2 universes restored\.\n/)
  expect(stdout).toMatch(/leaves these weeks alone for 7 days .* correct clock/)
})

test('one universe, one game or a range of days can be chosen', async () => {
  const bench = await openThinnedOut()
  const day = (weeksAgo: number, days = 0) => isoOfDay(oldWeek(weeksAgo) / DAY_MINUTES + days)
  expect(await restore(bench, '--game', '1', '--until', day(8))).toMatchObject({ weeks: 1, universes: 1 })
  expect(await restore(bench, '--from', day(5), '--until', day(4, 6))).toMatchObject({ weeks: 4, universes: 2 })
  const second = `${bench.universe(1)}`
  expect(await restore(bench, '--universe', second)).toMatchObject({ weeks: OLD_WEEKS - 2, universes: 1 })
  expect(await readOld(bench, bench.universe(1))).toEqual(oldSamples(bench.universe(1)))
  expect(await restore(bench)).toMatchObject({ weeks: OLD_WEEKS - 3, universes: 1 })
})

test('what is damaged is named, and the rest comes back', async () => {
  const bench = await openThinnedOut()
  const database = new Database(join(bench.folder, 'headcount.db'))
  database.exec("UPDATE removed_segment SET data = X'00' WHERE id = 1")
  database.close()
  const { code, stdout, stderr } = await bench.run('samples', 'restore', '--json')
  expect(code).toBe(1)
  expect(shape.parse(JSON.parse(stdout))).toMatchObject({ weeks: 2 * OLD_WEEKS - 1, universes: 2 })
  const week = isoOfDay(oldWeek(8) / DAY_MINUTES)
  expect(stderr).toContain(
    `error: Removed samples are damaged and were not restored: universe ${bench.universe(0)}, week from ${week}`,
  )
  expect(stderr).toMatch(/^[^\n]+\n$/)
})

test('what cannot be meant is rejected, and nothing is restored', async () => {
  const bench = await openThinnedOut()
  expect(await bench.rejection(['samples', 'restore', '--universe', '12345'])).toContain(
    'Universe 12345 is not known here',
  )
  expect(await bench.rejection(['samples', 'restore', '--game', '77'])).toContain('no game 77')
  const wrong = [
    ['--universe', 'x'],
    ['--game', '1', '--universe', '1'],
    ['--from', '2026-02-30'],
    ['--from', '2026-02-02', '--until', '2026-02-01'],
    ['everything'],
  ]
  for (const args of wrong) await bench.rejection(['samples', 'restore', ...args], 2)
  expect(await restore(bench)).toMatchObject({ weeks: 2 * OLD_WEEKS })
})

test('a backup has what was removed, and the removal of an account does not take it along', async () => {
  const bench = await openThinnedOut()
  await bench.run('account', 'remove', '1', '--yes')
  const copy = join(bench.folder, 'copy.db')
  expect(await bench.run('backup', copy)).toMatchObject({ code: 0, stderr: '' })
  const ended = await bench.runWith(
    { DATABASE_URL: `file:${copy}` },
    ...['samples', 'restore', '--universe', `${bench.universe(0)}`, '--json'],
  )
  expect(documentOf(shape, ended)).toMatchObject({ weeks: OLD_WEEKS, universes: 1 })
  expect(await restore(bench)).toMatchObject({ weeks: 2 * OLD_WEEKS, universes: 2 })
})
