// After the operator changes the interval of a plan, summaries are complete: at the new interval, although no rollup was stored for it,
// and at the former one when it returns.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../../src/domain/plan.js'
import { openStore } from '../../../src/store/open-store.js'
import { blockOf, DAY, record, sample } from '../contract/support.js'
import { openOracle } from '../open-oracle.js'
import { openAgingStore, weekBefore } from './aging-store.js'

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

it('days that were added up without an interval count in full when it returns', async () => {
  const begin = Math.floor(DAY / WEEK_MINUTES) * WEEK_MINUTES
  let now = begin
  const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
  const free = (intervalMinutes: number): Plans => ({
    ...DEFAULT_PLANS,
    free: { ...DEFAULT_PLANS.free, intervalMinutes },
  })
  const file = `file:${join(folder, 'headcount.db')}`
  const oracle = await openOracle(join(folder, 'oracle.db'), clock)
  for (const interval of [10, 5, 10]) {
    const rows = Array.from({ length: DAY_MINUTES }, (_, index) => sample(5, now + index, index % 97))
    now += DAY_MINUTES
    const store = await openStore(file, { clock, plans: free(interval) })
    for (const each of [store, oracle]) await each.series.importBlock(blockOf(5, rows))
    store.close()
  }
  const store = await openStore(file, { clock, plans: free(10) })
  const range = { start: begin / DAY_MINUTES, end: begin / DAY_MINUTES + 6 }
  for (const interval of [1, 5, 10]) {
    const view = { interval, until: now + 1 }
    expect(await store.series.rollups(5, range, view)).toEqual(await oracle.series.rollups(5, range, view))
    expect(await store.series.rollups(5, range, view)).toHaveLength(3)
    const end = now - DAY_MINUTES
    expect(await store.series.closingBefore(5, end, interval)).toEqual(
      await oracle.series.closingBefore(5, end, interval),
    )
  }
  for (const each of [store, oracle]) each.close()
})

describe('a week that is thinned out', () => {
  const plans: Plans = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, intervalMinutes: 15 } }
  const begin = weekBefore(5)
  const daysAt = (aging: Awaited<ReturnType<typeof openAgingStore>>) =>
    aging.store.series.rollups(
      5,
      { start: begin / DAY_MINUTES, end: begin / DAY_MINUTES + 6 },
      { interval: 15, until: Number.POSITIVE_INFINITY },
    )

  it('keeps the sums of its samples at an interval that came after they were added up', async () => {
    const aging = await openAgingStore([5])
    await aging.reopen({ plans })
    const before = await daysAt(aging)
    expect(before).toHaveLength(7)
    await aging.maintainTomorrow()
    expect(aging.rows('SELECT count(*) FROM removed_segment')).not.toEqual(['0'])
    expect(await daysAt(aging)).toEqual(before)
  })

  it('is covered as before at an interval that came later', async () => {
    const aging = await openAgingStore([5])
    await aging.maintainTomorrow()
    await aging.reopen({ plans })
    const days = await daysAt(aging)
    expect(days.map(({ coveredMinutes }) => coveredMinutes)).toEqual(Array(7).fill(DAY_MINUTES))
    // The nearest interval that was in use then is ten minutes.
    expect(days.map(({ samples }) => samples)).toEqual(Array(7).fill(144))
  })

  it('has the sums of the samples that are left, at an interval that came later and is as long as its slots', async () => {
    const hourly: Plans = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, intervalMinutes: 60 } }
    const start = weekBefore(3) / DAY_MINUTES
    const aging = await openAgingStore([5])
    const hours = () =>
      aging.store.series.rollups(5, { start, end: start + 6 }, { interval: 60, until: Number.POSITIVE_INFINITY })
    await aging.reopen({ plans: hourly })
    const before = await hours()
    expect(before.map(({ samples }) => samples)).toEqual(Array(7).fill(24))
    await aging.reopen()
    await aging.maintainTomorrow()
    expect(aging.rows('SELECT DISTINCT slot FROM rollup WHERE slot BETWEEN 2 AND 99')).toEqual(['60'])
    await aging.reopen({ plans: hourly })
    expect(await hours()).toEqual(before)
  })
})
