// `stats`, `rank` and `export` print the values of the API.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBench } from '../support/run-cli.js'

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
const exportShape = z.looseObject({ count: z.int(), data: z.array(z.looseObject({ CCU: z.int() })) })

/** Two games with one sample each; the second has more players. */
async function openWithSamples(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 2)
  bench.simulator.set(bench.universe(0), { ccu: 41, name: '=SUM(1), "big"' })
  bench.simulator.set(bench.universe(1), { ccu: 97, name: 'Second' })
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  return bench
}

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

test('export prints the samples of a range of days, today by default', async () => {
  const bench = await openWithSamples()
  const lines = (await bench.run('export', '1')).stdout.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^timestamp,universe_id,CCU,/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Z,${bench.universe(0)},41,`)
  const day = lines[1]?.slice(0, 10) ?? ''
  const document = await bench.json(exportShape, 'export', '1', '--start-date', day, '--end-date', day)
  expect(document).toMatchObject({ count: 1, data: [{ CCU: 41 }] })
  const range = ['--start-date', '2026-01-01', '--end-date', '2026-12-31']
  expect(await bench.rejection(['export', '1', ...range])).toContain('at most 92 days')
})
