// The drill: what the operator's database would lose, found out on a throw-away copy of it.
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordFigure } from '../ledger/ledger.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'
import { breakPages, flipTickBit, pagesOf } from '../support/store/damage-file.js'
import { rounds } from '../support/test-run.js'

const KILLS = rounds({ short: 2, long: 200 })
const GAMES = 5

const count = z.int().min(0)
const faultShape = z.strictObject({
  fault: z.string(),
  hits: count,
  misses: count,
  due: count,
  stored: count,
  gaps: z.record(z.string(), count),
  lost: count,
  is_sound: z.boolean(),
  damage: z.string().nullable(),
  recovery_ms: count.nullable(),
})
const reportShape = z.strictObject({ samples: count, games: count, faults: z.array(faultShape) })

const gapsOf = ({ gaps }: z.infer<typeof faultShape>): number => Object.values(gaps).reduce((sum, gap) => sum + gap, 0)

const drillFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`headcount-drill-${process.pid}-`))

async function openWithGames(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', GAMES)
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  return bench
}

test(`kills, a full disk and a clock that is set lose only the ticks that they hit, to the unit [PROCESS-39]`, async () => {
  const bench = await openWithGames()
  const report = await bench.json(reportShape, 'drill', '--kills', `${KILLS}`)
  expect(report).toMatchObject({ samples: GAMES, games: GAMES })
  expect(report.faults.map(({ fault }) => fault)).toEqual(['kill', 'full_disk', 'clock_back', 'clock_ahead'])
  for (const fault of report.faults) {
    expect(fault).toMatchObject({ lost: 0, is_sound: true, damage: null })
    expect(fault.stored + gapsOf(fault)).toBe(fault.due)
    expect(gapsOf(fault)).toBeLessThanOrEqual(fault.hits * GAMES)
    expect(fault.stored).toBeGreaterThan(0)
  }
  const [kill, ...others] = report.faults
  // A kill hits a tick or comes between two.
  expect((kill?.hits ?? 0) + (kill?.misses ?? 0)).toBe(KILLS)
  expect(others.map(({ gaps }) => gaps)).toEqual([
    { not_stored: 5 * GAMES },
    { clock: 5 * GAMES },
    { clock: 5 * GAMES },
  ])
  const sum = (of: (fault: z.infer<typeof faultShape>) => number): number =>
    report.faults.reduce((total, fault) => total + of(fault), 0)
  const account = `${sum(({ due }) => due)} samples due, ${sum(({ stored }) => stored)} stored, ${sum(gapsOf)} in gaps`
  await recordFigure('drill', `${KILLS} kills, a full disk and two clocks: ${account}, none lost`)
})

test('the drill works beside the service and leaves its database and the temporary folder as they were [PROCESS-39]', async () => {
  const bench = await openWithGames()
  const { store } = await bench.beside()
  const before = await Promise.all([store.series.cursor(), store.series.size(), store.bytes()])
  const { code, stdout, stderr } = await bench.run('drill', '--kills', '1')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^fault +hits +due/)
  expect(stdout).toContain('Nothing was lost: what is missing are the ticks that were hit, as gaps.')
  expect(await Promise.all([store.series.cursor(), store.series.size(), store.bytes()])).toEqual(before)
  expect(await drillFolders()).toEqual([])
})

test('a database that was damaged before is named as such, and not taken for what the drill did [PROCESS-39]', async () => {
  const bench = await openWithGames()
  await bench.leave()
  const file = join(bench.folder, 'headcount.db')
  flipTickBit(file)
  const { code, stdout, stderr } = await bench.run('drill', '--kills', '1')
  expect(code).toBe(1)
  expect(stdout).toContain('The database was damaged before the drill began: 1 week of a universe damaged')
  expect(stdout).toContain('Nothing was lost')
  expect(stdout).not.toContain('1 damaged')
  expect(stderr).toContain('error: The database was damaged before the drill began')
  expect(stderr).toContain('Run the doctor')
  expect(stderr).not.toContain('Report it')
  const [page = 0] = pagesOf(file, 'tick_samples')
  await breakPages(file, [page])
  const rejected = await bench.rejection(['drill', '--kills', '1'])
  expect(rejected).toContain('The database was damaged before the drill began: the file is damaged (')
})
