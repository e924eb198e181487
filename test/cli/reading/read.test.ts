// `stats`, `rank` and `export` print the values of the API.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBenchWithSamples } from '../../support/cli/run-cli.js'

const statsShape = z.strictObject({
  game: z.strictObject({
    id: z.int(),
    name: z.string(),
    stats: z.looseObject({ playing: z.int(), visits: z.int() }),
    lastUpdated: z.iso.datetime({ precision: 3 }),
  }),
})
const rankShape = z.strictObject({
  rankings: z.array(z.looseObject({ rank: z.int(), id: z.int(), ccu: z.int(), stale: z.boolean(), name: z.string() })),
})
const pastRankShape = z.strictObject({
  rankings: z.array(z.looseObject({ ccu: z.int().nullable(), stale: z.boolean() })),
})
const exportShape = z.looseObject({ count: z.int(), data: z.array(z.looseObject({ CCU: z.int() })) })

/** Two games with one sample each; the second has more players. */
const openWithSamples = (): Promise<CliTestBench> =>
  openBenchWithSamples([
    { ccu: 41, name: '=SUM(1), "big"' },
    { ccu: 97, name: 'Second' },
  ])

test('stats shows the last sample as a table, as CSV and as JSON [PROCESS-20]', async () => {
  const bench = await openWithSamples()
  const { game } = await bench.json(statsShape, 'stats', '1')
  expect(game).toMatchObject({ id: 1, name: '=SUM(1), "big"', stats: { playing: 41 } })
  const plain = await bench.run('stats', '2')
  expect(plain.stdout).toMatch(/^id +visits .*\n2 .* 97 .* Second\n$/)
  const { stdout } = await bench.run('stats', '1', '--csv')
  const [headings = '', row = ''] = stdout.trimEnd().split('\r\n')
  expect(headings).toMatch(/^id,visits,likes,dislikes,favorites,playing,.*lastUpdated,name$/)
  // A spreadsheet must not evaluate a name as a formula.
  expect(row).toMatch(/^1,\d+,.*,"'=SUM\(1\), ""big"""$/)
  expect(await bench.rejection(['stats', '99'])).toContain('no game')
})

test('rank lists the active games in order, as many as are wanted', async () => {
  const bench = await openWithSamples()
  const { rankings } = await bench.json(rankShape, 'rank', '--account', 'Studio')
  expect(rankings.map(({ rank, id, ccu }) => [rank, id, ccu])).toEqual([
    [1, 2, 97],
    [2, 1, 41],
  ])
  expect((await bench.run('rank', '--account', '1', '--limit', '1', '--csv')).stdout).toMatch(
    /^rank,previous_rank,id,ccu,visits,stale,universe_id,name\r\n1,,2,97,\d+,false,\d+,Second\n$/,
  )
  expect((await bench.run('rank', '--account', '1', '--by', 'luck')).code).toBe(2)
})

test('rank takes every measure of the API, and a past minute [PROCESS-20]', async () => {
  const bench = await openWithSamples()
  for (const by of ['favorites', 'like_ratio', 'change']) {
    const { rankings } = await bench.json(rankShape, 'rank', '--account', '1', '--by', by)
    expect(Object.keys(rankings[0] ?? {})).toContain(by)
    const { stdout } = await bench.run('rank', '--account', '1', '--by', by, '--csv')
    expect(stdout.split('\r\n')[0]).toBe(`rank,previous_rank,id,ccu,visits,${by},stale,universe_id,name`)
  }
  const past = await bench.json(pastRankShape, 'rank', '--account', '1', '--at', '2025-01-31T19:30Z')
  expect(past.rankings.map(({ ccu, stale }) => [ccu, stale])).toEqual([
    [null, true],
    [null, true],
  ])
  for (const wrong of ['2025-01-31', 'yesterday', '2025-02-30T10:00Z'])
    expect(await bench.rejection(['rank', '--account', '1', '--at', wrong], 2)).toContain('such as 2027-01-31T19:30Z')
  expect(await bench.rejection(['rank', '--account', '1', '--at', '2999-01-01T00:00Z'], 2)).toContain('in the future')
})

test('--json and --csv exclude each other in every command that prints a table [PROCESS-20]', async () => {
  const bench = await openWithSamples()
  const commands = [
    ['stats', '1'],
    ['series', '1'],
    ['export', '1'],
    ...['rank', 'top', 'events'].map((name) => [name, '--account', '1']),
  ]
  for (const words of commands)
    expect(await bench.rejection([...words, '--csv', '--json'], 2), words.join(' ')).toContain(
      '--json and --csv exclude each other',
    )
})

test('export prints the samples of a range of days, today by default', async () => {
  const bench = await openWithSamples()
  const lines = (await bench.run('export', '1')).stdout.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^timestamp,universe_id,CCU,/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Z,${bench.universe(0)},41,`)
  const day = lines[1]?.slice(0, 10) ?? ''
  const document = await bench.json(exportShape, 'export', '1', '--from', day, '--to', day)
  expect(await bench.json(exportShape, 'export', '1', '--start-date', day, '--end-date', day)).toEqual(document)
  expect(await bench.rejection(['export', '1', '--from', day, '--start-date', day], 2)).toContain('cannot be used with')
  expect(document).toMatchObject({ count: 1, data: [{ CCU: 41 }] })
  const range = (last: string) => ['export', '1', '--start-date', '2025-01-01', '--end-date', last]
  expect((await bench.run(...range('2027-01-02'))).stdout.trimEnd().split('\r\n')).toEqual(lines)
  expect(await bench.rejection(range('2027-01-03'), 2)).toContain('at most 732 days')
})

test.each([
  [['--from', '2027-01-02', '--to', '2027-01-01'], '--from must not be after --to'],
  [['--from', '2999-01-01'], '--from must not be after --to, which is today where it is left out'],
  [['--from', '2020-01-01', '--to', '2027-01-01'], '--from to --to may span at most 732 days'],
])('export rejects the range %j in the words of its options', async (range, reason) => {
  const bench = await openWithSamples()
  const message = await bench.rejection(['export', '1', ...range], 2)
  expect(message).toContain(reason)
  expect(message).not.toContain('_date')
})
