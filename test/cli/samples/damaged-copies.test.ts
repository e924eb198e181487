// What backup and restore say of a file that is damaged: they read all of it, as the doctor does.
import { readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'
import { breakPages, flipTickBit, pagesOf } from '../../support/store/damage-file.js'
import { importOld } from '../../support/store/thin-out.js'

const GAMES = 8
const databaseOf = (bench: CliTestBench): string => join(bench.folder, 'headcount.db')
const copyOf = (bench: CliTestBench): string => join(bench.folder, 'copy.db')

/** A database with one tick of eight games that is not compacted, and the account After, which no copy has. */
async function openWithTick(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', GAMES)
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  return bench
}

async function openWithCopy(): Promise<CliTestBench> {
  const bench = await openWithTick()
  expect(await bench.run('backup', copyOf(bench))).toMatchObject({ code: 0 })
  await bench.account('After', 'free')
  await bench.leave()
  return bench
}

const accounts = async (bench: CliTestBench): Promise<string[]> =>
  (await bench.json(z.array(z.object({ name: z.string() })), 'account', 'list')).map(({ name }) => name)

const LOST = '1 week of a universe damaged: all universes at'

test.each([1, 100, 200, 3_000])(
  'a copy that is cut off by %i bytes is named as such, and changes nothing [PROCESS-54]',
  async (bytes) => {
    const bench = await openWithCopy()
    const { size } = await stat(copyOf(bench))
    await truncate(copyOf(bench), size - bytes)
    const before = await readFile(databaseOf(bench))
    const text = await bench.rejection(['restore', copyOf(bench)])
    expect(text).toContain(`its end is cut off, it has ${size - bytes} of ${size} bytes`)
    expect(text).toContain('Nothing was changed. Restore another backup.')
    expect(await readFile(databaseOf(bench))).toEqual(before)
  },
)

/** With months of samples: they must be the end of a backup, because nothing is read of one that lost a page of its schema. */
async function openWithLongCopy(): Promise<CliTestBench> {
  const bench = await openWithTick()
  await importOld(bench, bench.universe(0))
  expect(await bench.run('backup', copyOf(bench))).toMatchObject({ code: 0 })
  await bench.account('After', 'free')
  await bench.leave()
  return bench
}

test('what can be read of a copy that is cut off is restored where it is asked for [PROCESS-54]', async () => {
  const bench = await openWithLongCopy()
  await truncate(copyOf(bench), (await stat(copyOf(bench))).size - 100)
  expect(await bench.rejection(['restore', copyOf(bench)])).toContain(
    'If there is none, repeat the command with --damaged',
  )
  const restored = await bench.run('restore', copyOf(bench), '--damaged', '--json')
  expect([restored.code, JSON.parse(restored.stdout)]).toEqual([
    0,
    expect.objectContaining({ verified: false, file_damage: expect.stringContaining('cut off') }),
  ])
  expect(await accounts(bench)).toEqual(['Studio'])
})

test('a copy with a flipped bit in the samples of a tick is rejected, and what can be read of it is restored where it is asked for [PROCESS-54]', async () => {
  const bench = await openWithCopy()
  flipTickBit(copyOf(bench))
  expect(await bench.rejection(['restore', copyOf(bench)])).toContain(`copy.db is damaged: ${LOST}`)
  expect(await accounts(bench)).toEqual(['Studio', 'After'])
  await bench.leave()
  const { code, stdout } = await bench.run('restore', copyOf(bench), '--damaged')
  expect(code).toBe(0)
  expect(stdout).toContain(`samples 0, accounts 1, games ${GAMES}`)
  expect(stdout).toContain(LOST)
  expect(await accounts(bench)).toEqual(['Studio'])
})

test('a backup of a damaged database has all of it, and says that it is damaged [PROCESS-54]', async () => {
  const bench = await openWithTick()
  await bench.leave()
  flipTickBit(databaseOf(bench))
  const { code, stdout, stderr } = await bench.run('backup', copyOf(bench))
  expect(code).toBe(1)
  expect(stdout).not.toContain('is a checked copy')
  expect(stdout).toContain(`samples 0, accounts 1, games ${GAMES}`)
  expect(stderr).toContain('error: The copy is complete, but it has the damage of the database: ')
  expect(stderr).toContain(LOST)
  expect(stderr).toContain('run the doctor')
  const found = await bench.run('backup', join(bench.folder, 'json.db'), '--json')
  expect([found.code, JSON.parse(found.stdout)]).toEqual([
    1,
    expect.objectContaining({ samples: 0, damaged_weeks: 1, lost_samples: GAMES, file_damage: null, verified: false }),
  ])
})

test('a backup of a database with a broken page has all other pages [PROCESS-54]', async () => {
  const bench = await openWithTick()
  await bench.leave()
  const [page = 0] = pagesOf(databaseOf(bench), 'tick_samples')
  await breakPages(databaseOf(bench), [page])
  const { code, stdout, stderr } = await bench.run('backup', copyOf(bench))
  expect(code).toBe(1)
  expect(stdout).toContain(`samples unknown, accounts 1, games ${GAMES}`)
  expect(stderr).toContain('the file is damaged (')
  const size = async (file: string): Promise<number> => (await stat(file)).size
  expect(await size(copyOf(bench))).toBe(await size(databaseOf(bench)))
  expect(await bench.rejection(['restore', copyOf(bench)])).toContain('the file is damaged (')
  expect(await bench.run('restore', copyOf(bench), '--damaged')).toMatchObject({ code: 0 })
  expect(await accounts(bench)).toEqual(['Studio'])
})
