import { expect, test } from 'vitest'
import { z } from 'zod'
import { type DateRange, parseDay } from '../../../src/domain/rules/date-range.js'
import { samplesCsv } from '../../../src/files/samples/samples-csv.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'
import { CSV_HEADER, csvLine, REVENUE_COLUMN } from '../../support/export-files.js'

const [JANUARY_1, JANUARY_31] = [parseDay('2026-01-01') ?? 0, parseDay('2026-01-31') ?? 0]
const JANUARY: DateRange = { start: JANUARY_1, end: JANUARY_31 }

/** Two accounts, each with a game of the first universe; the first one has the second universe too. */
const openWithGames = async (): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 2)
  await bench.account('Rival', 'enterprise', 1)
  return bench
}
const [FIRST, SECOND, RIVALS] = [1, 2, 3]

const revenueOf = async (bench: CliTestBench, game: number) =>
  Object.fromEntries(await (await bench.beside()).store.revenue.between(game, JANUARY))

const importLines = async (bench: CliTestBench, lines: readonly string[], ...args: string[]) =>
  bench.run(
    'samples',
    'import',
    await bench.file('import.csv', `${[CSV_HEADER, ...lines.map(csvLine)].join('\n')}\n`),
    ...args,
  )

test("a game's daily revenue is imported and corrected, for that game alone", async () => {
  const bench = await openWithGames()
  const shape = z.strictObject({ imported: z.int() })
  const file = await bench.file('revenue.csv', 'date,revenue\r\n2026-01-01,12.5\r\n2026-01-02,0\r\n')
  expect(await bench.json(shape, 'revenue', 'import', '--game', '1', file)).toEqual({ imported: 2 })
  const second = await bench.file('more.csv', '\uFEFFdate,revenue\n2026-01-02,7\n')
  expect(await bench.json(shape, 'revenue', 'import', '--game', '1', second)).toEqual({ imported: 1 })
  expect(await revenueOf(bench, FIRST)).toEqual({ [JANUARY_1]: 12.5, [JANUARY_1 + 1]: 7 })
  expect(await revenueOf(bench, RIVALS)).toEqual({})
})

test('a bad line of revenue rejects the file, and an unknown game too', async () => {
  const bench = await openWithGames()
  const attempt = async (text: string, game = '1') =>
    bench.rejection(['revenue', 'import', '--game', game, await bench.file('bad.csv', text)])
  expect(await attempt('date,revenue\n2026-01-01,1\n2026-02-30,1\n')).toContain('Line 3')
  expect(await attempt('date,revenue\n2026-01-01,-1\n')).toContain('Line 2')
  expect(await attempt('date,revenue\n2999-01-01,1\n')).toContain('future')
  expect(await attempt('day,amount\n')).toContain('date,revenue')
  expect(await attempt('date,revenue\n', '99')).toContain('There is no game 99')
  expect(await revenueOf(bench, FIRST)).toEqual({})
})

test('samples bring revenue for the account that is named, on any record of the day', async () => {
  const bench = await openWithGames()
  const [one, two] = [bench.universe(0), bench.universe(1)]
  const lines = [
    `2026-01-01T00:00:00Z,${one},1,1,1,1,1,`,
    `2026-01-01T12:00:00Z,${one},1,1,1,1,1,12.5`,
    `2026-01-01T13:00:00Z,${one},1,1,1,1,1,12.50`,
    `2026-01-02T00:00:00Z,${one},1,1,1,1,1,`,
    `2026-01-02T00:00:00Z,${two},1,1,1,1,1,3`,
  ]
  const ended = await importLines(bench, lines, '--account', 'Studio', '--json')
  expect(JSON.parse(ended.stdout)).toEqual({ imported: 5, corrected: 0, unchanged: 0 })
  expect(await revenueOf(bench, FIRST)).toEqual({ [JANUARY_1]: 12.5 })
  expect(await revenueOf(bench, SECOND)).toEqual({ [JANUARY_1 + 1]: 3 })
  expect(await revenueOf(bench, RIVALS)).toEqual({})
})

test('revenue that is nobody’s, contradicts itself or has no game rejects the whole file, and its dry run', async () => {
  const bench = await openWithGames()
  const [one, two] = [bench.universe(0), bench.universe(1)]
  const first = `2026-01-01T00:00:00Z,${one},1,1,1,1,1,5`
  const wrong: readonly (readonly [lines: readonly string[], words: readonly string[], says: string])[] = [
    [[first], [], 'Line 2: revenue must be empty, unless --account'],
    [[first, `2026-01-01T09:00:00Z,${one},1,1,1,1,1,6`], ['--account', '1'], 'Line 3: 2026-01-01 earned 6'],
    [[first, `2026-01-01T00:00:00Z,${two},1,1,1,1,1,6`], ['--account', 'Rival'], `Line 3: account Rival has no game`],
    [[first], ['--account', 'Nobody'], 'Nobody'],
  ]
  for (const [lines, words, says] of wrong)
    for (const options of [words, [...words, '--dry-run']]) {
      const ended = await importLines(bench, lines, ...options)
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(says) })
    }
  const { store } = await bench.beside()
  expect(await store.series.firstMinute(one)).toBeUndefined()
  expect(await revenueOf(bench, FIRST)).toEqual({})
})

const withoutRevenue = (line: string): string => line.split(',').with(REVENUE_COLUMN, '').join(',')

test('what is exported and imported again is the same, revenue included', async () => {
  const [from, to] = [await openWithGames(), await openWithGames()]
  const one = from.universe(0)
  const lines = [
    `2026-01-01T00:07:00.000Z,${one},1,2,3,4,5,0.1`,
    `2026-01-01T00:08:00.000Z,${one},1,2,3,,,`,
    `2026-01-03T23:59:00.000Z,${one},9,2,3,4,5,999999999999999`,
  ]
  const exported = async (bench: CliTestBench, accountName: string): Promise<string> => {
    const { services } = await bench.beside()
    const account = await services.accounts.require(accountName)
    const game = await services.findGame.byNumber(account, one)
    let text = ''
    for await (const chunk of samplesCsv(await services.exportSamples(account, game, JANUARY))) text += chunk
    return text
  }
  await importLines(from, lines, '--account', 'Studio')
  const csv = await exported(from, 'Studio')
  expect(csv).toBe(`${[CSV_HEADER, ...lines.map(csvLine)].join('\r\n')}\r\n`)
  const file = await to.file('export.csv', csv)
  expect(await to.run('samples', 'import', file, '--account', 'Studio')).toMatchObject({ code: 0 })
  expect(await exported(to, 'Studio')).toBe(csv)
  expect(await exported(to, 'Rival')).toBe([CSV_HEADER, ...lines.map(csvLine).map(withoutRevenue), ''].join('\r\n'))
})
