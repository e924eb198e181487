// Compares the answers of a storage engine with those of plain rows, after the same random histories.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Clock, MINUTE_MS } from '../../../src/domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../../src/domain/plan.js'
import type { Store } from '../../../src/domain/ports/store.js'
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
const LAST: readonly HistoryStep[] = [
  { kind: 'ticks', pause: 1, count: 9, every: 1, ccu: 7, visits: 21, step: 1, likes: 5, dislikes: null, absent: null },
  { kind: 'maintain' },
]

export type ComparedStore = Pick<Store, 'series'> & { close(): void | Promise<void> }

/** Opens the store of a round, whose number begins with 1, again and again. */
export type RoundOpener = (round: number, options: { clock: Clock; plans: Plans }) => Promise<ComparedStore>

export async function expectAnswersOfRows(openRound: RoundOpener, numRuns: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-equal-'))
  let round = 0
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
    round++
    const clock = { now: () => life.now * MINUTE_MS, monotonic: () => life.now * MINUTE_MS }
    const open = () => openRound(round, { clock, plans })
    const oracle = await openOracle(join(folder, `${round}-oracle.db`), clock)
    const stores = [await open(), oracle] as [ComparedStore, ComparedStore]
    const life = new SeriesHistory(stores, DAY + 700)
    const compare = async (): Promise<void> =>
      expect(await answersOf(stores[0], life.questions())).toEqual(await answersOf(oracle, life.questions()))
    try {
      for (const taken of steps) await life.take(taken, compare)
      // A new process has empty caches, and reads the rows in parts while ticks and compaction go on.
      await stores[0].close()
      stores[0] = await open()
      const warm = stores[0].series.warmUp()
      for (const taken of LAST) await life.take(taken, async () => undefined)
      await warm
      await compare()
    } finally {
      for (const store of stores) await store.close()
    }
  })
  try {
    await fc.assert(property, { numRuns })
  } finally {
    await rm(folder, { recursive: true })
  }
}
