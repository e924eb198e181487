// The storage engine answers exactly as plain rows do, whatever the history and whenever it was compacted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../../src/domain/plan.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { openStore } from '../../../src/store/open-store.js'
import { DAY } from '../contract/support.js'
import { openOracle } from '../open-oracle.js'
import { answersOf } from './answers.js'
import { type HistoryStep, SeriesHistory, step } from './histories.js'

/** Nothing is thinned out, because the oracle has no retention, which retention.test.ts covers. */
const forever = { fullDays: 100_000, hourlyDays: 'forever' } as const
const plans: Plans = {
  free: { ...DEFAULT_PLANS.free, ...forever },
  premium: { ...DEFAULT_PLANS.premium, ...forever },
  enterprise: { ...DEFAULT_PLANS.enterprise, ...forever },
}
const RUNS = Number(process.env.SERIES_RUNS ?? 8)
const LAST: readonly HistoryStep[] = [
  { kind: 'ticks', pause: 1, count: 9, every: 1, ccu: 7, visits: 21, step: 1, likes: 5, dislikes: null, absent: null },
  { kind: 'maintain' },
]
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-equal-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the series engine', () => {
  it(
    'answers as the row store does, on random histories',
    async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
          round++
          const clock = { now: () => life.now * MINUTE_MS, monotonic: () => life.now * MINUTE_MS }
          const open = () => openStore(`file:${join(folder, `${round}.db`)}`, { clock, plans })
          const oracle = await openOracle(join(folder, `${round}-oracle.db`), clock)
          const stores = [await open(), oracle] as [Store, Store]
          const life = new SeriesHistory(stores, DAY + 700)
          const compare = async (): Promise<void> =>
            expect(await answersOf(stores[0], life.questions())).toEqual(await answersOf(oracle, life.questions()))
          try {
            for (const taken of steps) await life.take(taken, compare)
            // A new process has empty caches, and reads the rows in parts while ticks and compaction go on.
            stores[0].close()
            stores[0] = await open()
            const warm = stores[0].series.warmUp()
            for (const taken of LAST) await life.take(taken, async () => undefined)
            await warm
            await compare()
          } finally {
            for (const store of stores) store.close()
          }
        }),
        { numRuns: RUNS },
      )
    },
    60_000 + RUNS * 10_000,
  )
})
