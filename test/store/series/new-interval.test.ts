// After the operator changes the interval of a plan, summaries at the new interval are complete, although no rollup was stored for it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MINUTES, MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../../src/domain/plan.js'
import { openStore } from '../../../src/store/open-store.js'
import { blockOf, DAY, record, sample } from '../contract/support.js'
import { openOracle } from '../open-oracle.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-interval-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('days that were added up for other intervals count in full', async () => {
  const begin = Math.floor(DAY / WEEK_MINUTES) * WEEK_MINUTES
  let now = begin + 3 * DAY_MINUTES
  const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
  const plans: Plans = { ...DEFAULT_PLANS, premium: { ...DEFAULT_PLANS.premium, intervalMinutes: 15 } }
  const file = `file:${join(folder, 'headcount.db')}`
  const oracle = await openOracle(join(folder, 'oracle.db'), clock)
  const before = await openStore(file, { clock })
  const rows = Array.from({ length: 2 * DAY_MINUTES }, (_, index) => sample(5, begin + index, index % 97))
  for (const store of [before, oracle]) await store.series.importBlock(blockOf(5, rows))
  before.close()
  const store = await openStore(file, { clock, plans })
  for (const each of [store, oracle]) await record(each, now, { samples: [sample(5, now, 7)] })
  now += 120
  await store.series.maintain()
  const range = { start: begin / DAY_MINUTES, end: begin / DAY_MINUTES + 6 }
  const view = { interval: 15, until: now + 1 }
  expect(await store.series.rollups(5, range, view)).toEqual(await oracle.series.rollups(5, range, view))
  expect(await store.series.rollups(5, range, view)).toHaveLength(3)
  for (const each of [store, oracle]) each.close()
})
