// Retention is invisible: what any account reads is the same before and after samples are thinned out.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, GRACE_PERIOD_MS, STATUSES } from '../../../../src/domain/account.js'
import { DAY_MINUTES, dayOf, MINUTE_MS, minuteOf } from '../../../../src/domain/clock.js'
import type { Game } from '../../../../src/domain/game.js'
import { byMeasure, MEASURE_NAMES } from '../../../../src/domain/measures.js'
import { DEFAULT_PLANS, PLAN_NAMES, type Plans } from '../../../../src/domain/plan.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import type { Sample } from '../../../../src/domain/sample.js'
import { createAuditLog } from '../../../../src/services/audit/audit-log.js'
import { createCompareGains } from '../../../../src/services/insights/compare-gains.js'
import { createCompareNow } from '../../../../src/services/insights/compare-now.js'
import { SavedHours } from '../../../../src/services/insights/hourly/saved-hours.js'
import { SerialWork } from '../../../../src/services/insights/hourly/serial-work.js'
import { createMarket } from '../../../../src/services/insights/market.js'
import { createUsual } from '../../../../src/services/insights/usual.js'
import { createUsualNow } from '../../../../src/services/insights/usual-now.js'
import { createVisiblePast } from '../../../../src/services/insights/visible-past.js'
import { createImportSamples } from '../../../../src/services/management/import-samples.js'
import { createChartSeries } from '../../../../src/services/reading/chart-series.js'
import { createDataVersions } from '../../../../src/services/reading/data-versions.js'
import { createExportSamples } from '../../../../src/services/reading/export/export-samples.js'
import { createSummarizeGames } from '../../../../src/services/reading/summarize-games.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { rowsOfSamples } from '../../../support/import-rows.js'
import { rejectionOf } from '../../../support/rejections.js'
import { addedValues, addGame, blockOf, createAccount, NOW, sample, samplesOf } from '../../contract/support.js'

const RUNS = Number(process.env.SERIES_RUNS ?? 10)
const SPAN = 70
const UNIVERSES = [1, 2, 3]
const NOW_MINUTE = minuteOf(NOW)
const clock = { now: () => NOW, monotonic: () => NOW }
const clockState = () => 'correct' as const

/** Plans with shorter retention than the defaults, so that shorter histories suffice. */
const plansFrom = ([free = 10, premium = 5]: readonly number[]): Plans => ({
  free: { ...DEFAULT_PLANS.free, intervalMinutes: free, fullDays: 7, hourlyDays: 20 },
  premium: { ...DEFAULT_PLANS.premium, intervalMinutes: premium, fullDays: 15, hourlyDays: 40 },
  enterprise: { ...DEFAULT_PLANS.enterprise, fullDays: 30, hourlyDays: 'forever' },
})

const moment = fc.integer({ min: -60, max: 20 }).map((days) => NOW + days * DAY_MINUTES * MINUTE_MS)
const accountOf = fc.record({
  plan: fc.constantFrom(...PLAN_NAMES),
  status: fc.constantFrom(...STATUSES),
  trialEndsAt: fc.option(moment),
  kept: fc.option(fc.record({ plan: fc.constantFrom(...PLAN_NAMES), until: moment })),
  games: fc.uniqueArray(
    fc.record({ universe: fc.constantFrom(...UNIVERSES), removedAt: fc.option(moment, { freq: 2 }) }),
    {
      selector: ({ universe }) => universe,
    },
  ),
})
const life = fc.record({
  intervals: fc.constantFrom([10, 5], [10, 5], [6, 4], [20, 15]),
  accounts: fc.array(accountOf, { minLength: 1, maxLength: 3 }),
  every: fc.tuple(...UNIVERSES.map(() => fc.integer({ min: 3, max: 11 }))),
  ends: fc.tuple(...UNIVERSES.map(() => fc.integer({ min: 0, max: 50 }))),
  votes: fc.integer({ min: 2, max: 900 }),
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-retention-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface SeriesReader {
  readonly account: Account
  readonly game: Game
}

async function write(store: Store, universeId: number, every: number, days: readonly [number, number], votes: number) {
  const rows: Sample[] = []
  for (let minute = NOW_MINUTE - days[0] * DAY_MINUTES; minute <= NOW_MINUTE - days[1] * DAY_MINUTES; minute += every) {
    const value = (minute * 7_919) % 1_013
    const likes = minute % votes === 0 ? value : null
    const more = { likes, dislikes: likes, ...addedValues(likes) }
    rows.push({ universeId, minute, ccu: value, visits: minute, favorites: value, ...more })
  }
  await store.series.importBlock(blockOf(universeId, rows))
}

/** Everything that the account can read about the game. */
async function readEverything(store: Store, plans: Plans, { account, game }: SeriesReader) {
  const ports = { store, plans, clock, clockCheck: { state: () => 'correct' as const } }
  const today = dayOf(NOW_MINUTE)
  const samples: Sample[] = []
  const range = { start: today - SPAN, end: today }
  const { blocks } = await createExportSamples({ ...ports, dataVersions: createDataVersions(ports) })(
    account,
    game,
    range,
  )
  for await (const block of blocks) samples.push(...samplesOf(block))
  const { one } = createSummarizeGames(ports)
  const usual = createUsual(ports)
  const work = new SerialWork()
  const saved = new SavedHours(ports)
  return {
    samples,
    whole: await one(account, game, range),
    part: await one(account, game, { start: today - 33, end: today - 11 }),
    newest: await one(account, game, {}),
    sinceTheFirst: await one(account, game, { end: today }),
    latest: await store.series.latest([game.universeId]),
    chart: await createChartSeries(ports).readWindow({ account, game }, 'ccu', {
      from: NOW_MINUTE - SPAN * DAY_MINUTES,
      until: NOW_MINUTE,
    }),
    now: await createCompareNow({
      ...ports,
      gains: createCompareGains({ ...ports, usual, work, saved }),
      usualNow: createUsualNow({ ...ports, usual, work, saved }),
      visibleNear: createVisiblePast(ports),
      market: createMarket({ ...ports, market: 'off' }),
    })({ account, game }, { minute: NOW_MINUTE - 60, ...byMeasure(MEASURE_NAMES, () => null), ccu: 500 }),
  }
}

describe('retention', () => {
  it(
    'changes nothing that any account reads',
    async () => {
      let [round, thinned] = [0, 0]
      await fc.assert(
        fc.asyncProperty(life, async ({ intervals, accounts, every, ends, votes }) => {
          const file = join(folder, `${++round}.db`)
          const plans = plansFrom(intervals)
          const store = await openStore(`file:${file}`, { clock, clockState, plans })
          const readers: SeriesReader[] = []
          for (const [index, { games, ...draft }] of accounts.entries()) {
            const account = await createAccount(store, { name: `${index}`, ...draft })
            for (const { universe, removedAt } of games) {
              const game = await addGame(store, account.id, universe)
              if (removedAt !== null) await store.games.remove(game.id, Math.min(removedAt, NOW))
              if (removedAt === null || removedAt > NOW - GRACE_PERIOD_MS) readers.push({ account, game })
            }
          }
          for (const [index, id] of UNIVERSES.entries())
            await write(store, id, every[index] ?? 3, [SPAN - 3, ends[index] ?? 0], votes)
          const before = []
          for (const reader of readers) before.push(await readEverything(store, plans, reader))
          await store.series.maintain()
          for (const [index, reader] of readers.entries())
            expect(await readEverything(store, plans, reader)).toEqual(before[index])
          store.close()
          // A store with empty caches reads the same.
          const again = await openStore(`file:${file}`, { clock, clockState, plans })
          for (const [index, reader] of readers.entries())
            expect(await readEverything(again, plans, reader)).toEqual(before[index])
          again.close()
          const raw = new Database(file)
          thinned += Number(raw.prepare('SELECT count(*) FROM rollup WHERE slot > 1').pluck().get())
          raw.close()
        }),
        { numRuns: RUNS },
      )
      expect(thinned).toBeGreaterThan(RUNS)
    },
    60_000 + RUNS * 4_000,
  )

  it('rejects samples for a week that was thinned out, the whole file, and takes those of others', async () => {
    const store = await openStore(`file:${join(folder, 'refused.db')}`, {
      clock,
      clockState,
    })
    const account = await createAccount(store, { plan: 'free' })
    await addGame(store, account.id, 1)
    await write(store, 1, 5, [60, 0], 2)
    await store.series.maintain()
    const old = sample(1, NOW_MINUTE - 40 * DAY_MINUTES)
    const rejection = { code: 'INVALID_PARAMETERS', text: expect.stringContaining('thinned out') }
    expect(await rejectionOf(store.series.importBlock(blockOf(1, [old])))).toMatchObject(rejection)
    const importSamples = createImportSamples({ store, clock, audit: createAuditLog({ store, clock }) })
    const fresh = { ...old, minute: NOW_MINUTE - 3 }
    expect(await rejectionOf(importSamples(rowsOfSamples([fresh, old])))).toMatchObject(rejection)
    expect((await store.series.latest([1])).get(1)?.minute).toBe(NOW_MINUTE)
    expect(await importSamples(rowsOfSamples([fresh]))).toMatchObject({ imported: 1, corrected: 0, unchanged: 0 })
    store.close()
  })
})
