// The sample near a minute of the past, as an account of each plan reads it, beside a plain search through all samples.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { DEFAULT_PLANS, PLAN_NAMES } from '../../src/domain/plan.js'
import { createVisiblePast } from '../../src/services/insights/visible-past.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, createAccount, NOW, record, sample } from '../store/contract/support.js'
import { rounds } from '../support/test-run.js'

const ID = 5
const TOLERANCE = 60
const clock = { now: () => NOW, monotonic: () => NOW }
/** Of the day before now, so that all plans read their samples at their own interval. */
const START = minuteOf(NOW) - 20 * 60

const history = fc.record({
  plan: fc.constantFrom(...PLAN_NAMES),
  minutes: fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 40 }),
  isCompacted: fc.boolean(),
  requested: fc.array(fc.integer({ min: -80, max: 580 }), { minLength: 5, maxLength: 30 }),
})

/** Of the first samples of each slot, the nearest one, the earlier of two. */
function nearestOf(minutes: readonly number[], interval: number, wanted: number): number | undefined {
  const slots = new Map<number, number>()
  for (const minute of minutes.toSorted((a, b) => b - a)) slots.set(Math.floor(minute / interval), minute)
  const near = [...slots.values()].filter((minute) => Math.abs(minute - wanted) <= TOLERANCE)
  return near.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)[0]
}

test('the sample near a minute is the nearest one that the account reads, the earlier of two', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-visible-past-'))
  let round = 0
  const property = fc.asyncProperty(history, async ({ plan, minutes, isCompacted, requested }) => {
    const store = await openStore(`file:${folder}/${round++}.db`, { clock, clockState: () => 'correct' })
    try {
      const account = await createAccount(store, { plan })
      const game = await addGame(store, account.id, ID)
      const stored = minutes.toSorted((a, b) => a - b).map((minute) => START + minute)
      for (const minute of stored) await record(store, minute, { samples: [sample(ID, minute, minute - START)] })
      if (isCompacted) await store.series.maintain()
      const visibleNear = createVisiblePast({ store, clock, plans: DEFAULT_PLANS })
      const { intervalMinutes } = DEFAULT_PLANS[plan]
      for (const one of requested) {
        const found = await visibleNear({ account, game }, START + one)
        expect(found?.minute).toBe(nearestOf(stored, intervalMinutes, START + one))
        if (found !== undefined) expect(found.ccu).toBe(found.minute - START)
      }
    } finally {
      store.close()
    }
  })
  try {
    await fc.assert(property, { numRuns: rounds({ short: 30, long: 500 }) })
  } finally {
    await rm(folder, { recursive: true })
  }
})
