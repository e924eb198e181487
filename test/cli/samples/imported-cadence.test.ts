// What files of other trackers cover, after their samples were thinned out and restored, and exported and imported again.
import { expect, test } from 'vitest'
import { DAY_MINUTES, dayOf, HOUR_MINUTES, isoOfDay, isoOfMinute } from '../../../src/domain/clock.js'
import { cadencesOf } from '../../../src/domain/rules/cadence.js'
import type { Span } from '../../../src/domain/rules/span.js'
import { blockOf, sample } from '../../store/contract/support.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'
import { oldSamples, oldWeek, thinOut } from '../../support/store/thin-out.js'

/** What the account's only game has of a range for a reader of every sample. */
async function coveredIn(bench: CliTestBench, { from, until }: Span) {
  const { store, services } = await bench.beside()
  const [account] = await services.accounts.list()
  const [game] = account ? await store.games.ofAccount(account.id) : []
  if (!account || !game) throw new Error('The account has no game.')
  const reader = { ...account, plan: 'enterprise' } as const
  const line = await services.chartSeries.readWindow({ account: reader, game }, 'ccu', { from, until })
  const days = { start: dayOf(from), end: dayOf(until - 1) }
  const { summary, history } = await services.summarizeGames.one(reader, game, days)
  return { coverage: line.coverage, gaps: line.gaps, summary, history }
}

test('samples that come back cover as much time as their file said [DATA-20]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'free', 1)
  const id = bench.universe(0)
  const { series } = (await bench.beside()).store
  const rows = oldSamples(id)
  await series.importBlock(blockOf(id, rows), cadencesOf(Int32Array.from(rows, ({ minute }) => minute)))
  await series.importBlock(blockOf(id, [sample(id, oldWeek(0))]))
  const span = { from: oldWeek(8), until: oldWeek(3) }
  const before = await coveredIn(bench, span)
  expect(before).toMatchObject({ coverage: 1, gaps: [], summary: { samples: rows.length, coverage: 1 } })
  await thinOut(bench)
  expect((await bench.run('samples', 'restore')).code).toBe(0)
  expect(await coveredIn(bench, span)).toEqual(before)
})

const FIRST = (Math.floor(Date.now() / 60_000 / DAY_MINUTES) - 20) * DAY_MINUTES

/** Five days by the hour with a hole of four hours, and then two days by five minutes. */
const restless = Array.from({ length: 7 * 288 }, (_, row) => FIRST + row * 5).filter((minute) => {
  const since = minute - FIRST
  if (since >= 5 * DAY_MINUTES) return true
  return since % HOUR_MINUTES === 0 && (since < 50 * HOUR_MINUTES || since >= 54 * HOUR_MINUTES)
})

test.each(['csv', 'json'] as const)(
  'an export as %s covers the same after it is imported [DATA-20]',
  async (format) => {
    const [source, target] = [await openBench(), await openBench()]
    for (const bench of [source, target]) await bench.account('Studio', 'enterprise', 1)
    const lines = restless.map((minute, row) => `${isoOfMinute(minute)},${source.universe(0)},${100 + (row % 60)},,,,,`)
    const first = await source.file(
      'other.csv',
      ['timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue', ...lines].join('\n'),
    )
    expect((await source.run('samples', 'import', first)).stderr).toBe('')
    const span = { from: FIRST, until: FIRST + 7 * DAY_MINUTES }
    const range = ['--from', isoOfDay(dayOf(FIRST)), '--to', isoOfDay(dayOf(FIRST) + 6)]
    const exported = await source.run('export', '1', ...range, ...(format === 'json' ? ['--json'] : []))
    const second = await target.file(`again.${format}`, exported.stdout)
    const guess = format === 'json' ? ['--guess'] : []
    expect((await target.run('samples', 'import', second, ...guess)).code).toBe(0)
    const before = await coveredIn(source, span)
    expect(before.summary.coverage).toBeCloseTo(1 - 4 / (7 * 24), 10)
    expect(await coveredIn(target, span)).toEqual(before)
  },
)
