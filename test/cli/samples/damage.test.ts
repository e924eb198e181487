// A damaged week on the command line: how it is reported, and how it is repaired from an export or a backup.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { samplesCsv } from '../../../src/files/samples/samples-csv.js'
import { blockOf, sample } from '../../store/contract/support.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'
import { breakPages, flipBit, pagesOf } from '../../support/store/damage-file.js'

const WEEK = (Math.floor(Date.now() / MINUTE_MS / WEEK_MINUTES) - 2) * WEEK_MINUTES
const report = z.object({
  checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string(), advice: z.string().nullable() })),
})

/** Writes two weeks of one game, a backup `whole.db` and an export `whole.csv`. */
async function openWithWeeks(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const universeId = bench.universe(0)
  const { store, services } = await bench.beside()
  const rows = Array.from({ length: 2 * 2_016 }, (_, row) =>
    sample(universeId, WEEK - WEEK_MINUTES + row * 5, (row * row * 7_919) % 503),
  )
  await store.series.importBlock(blockOf(universeId, rows))
  const [account] = await services.accounts.list()
  const [game] = account ? await store.games.ofAccount(account.id) : []
  if (!account || !game) throw new Error('The account has no game.')
  const range = { start: (WEEK - WEEK_MINUTES) / 1_440, end: WEEK / 1_440 + 6 }
  const pieces: Buffer[] = []
  for await (const piece of samplesCsv(await services.exportSamples(account, game, range))) pieces.push(piece)
  await bench.file('whole.csv', Buffer.concat(pieces).toString())
  expect((await bench.run('backup', join(bench.folder, 'whole.db'))).stdout).not.toContain('cannot be read')
  return bench
}

const damage = (bench: CliTestBench): void =>
  flipBit({ file: join(bench.folder, 'headcount.db'), universeId: bench.universe(0), minute: WEEK })

const series = async (bench: CliTestBench) =>
  report.parse(JSON.parse((await bench.run('doctor', '--json')).stdout)).checks.find(({ name }) => name === 'series')

test('a damaged week is named by the doctor, and repaired by an import of an export', async () => {
  const bench = await openWithWeeks()
  expect(await series(bench)).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('Not verified by the service yet.'),
  })
  damage(bench)
  expect(await series(bench)).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining('Damage in 1 week of a universe, with 2016 samples lost'),
    advice: expect.stringContaining('import these days again from an export'),
  })
  const imported = await bench.run('samples', 'import', join(bench.folder, 'whole.csv'), '--json')
  expect(JSON.parse(imported.stdout)).toEqual({ imported: 2_016, corrected: 0, unchanged: 2_016 })
  expect(await series(bench)).toMatchObject({ state: 'ok' })
})

test('a backup names damaged weeks in it, and one from before repairs them', async () => {
  const bench = await openWithWeeks()
  damage(bench)
  const later = await bench.run('backup', join(bench.folder, 'later.db'))
  expect(later.code).toBe(1)
  expect(later.stdout).toContain('samples 2016')
  expect(later.stdout).toContain('1 week of a universe damaged')
  await bench.leave()
  const from = (...words: string[]) => bench.run('restore', ...words, '--json')
  const damaged = await from(join(bench.folder, 'later.db'), '--damaged')
  const found = { damaged_weeks: 1, lost_samples: 2_016, file_damage: null, verified: false }
  expect([damaged.code, JSON.parse(damaged.stdout)]).toEqual([0, expect.objectContaining(found)])
  expect(await series(bench)).toMatchObject({ state: 'wrong' })
  expect(JSON.parse((await from(join(bench.folder, 'whole.db'))).stdout)).not.toHaveProperty('damaged_weeks')
  expect(await series(bench)).toMatchObject({ state: 'ok' })
})

test('where a page of the file is broken, only a backup is advised, and an import says why it does not help', async () => {
  const bench = await openWithWeeks()
  await bench.leave()
  const file = join(bench.folder, 'headcount.db')
  const [, page = 0] = pagesOf(file, 'segment')
  await breakPages(file, [page])
  const found = await series(bench)
  expect(found).toMatchObject({ state: 'wrong', found: expect.stringContaining('1 week of a universe') })
  expect(found?.advice).toMatch(/^Stop the service and restore a backup/)
  expect(found?.advice).not.toContain('import these days')
  expect(await bench.rejection(['samples', 'import', join(bench.folder, 'whole.csv')])).toMatch(
    /broken page.*restore a backup/,
  )
})
