// The sample near a minute of the past, as an account of each plan reads it, beside a plain search through all samples.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { DEFAULT_PLANS, PLAN_NAMES, type Plan } from '../../src/domain/plan.js'
import { visibleInterval } from '../../src/domain/rules/visible.js'
import { createVisiblePast } from '../../src/services/insights/visible-past.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, createAccount, NOW, record, sample } from '../store/contract/support.js'
import { rounds } from '../support/test-run.js'

const ID = 5
const TOLERANCE = 60
const clock = { now: () => NOW, monotonic: () => NOW }
const NOW_MINUTE = minuteOf(NOW)

const history = fc.record({
  name: fc.constantFrom(...PLAN_NAMES),
  fullDays: fc.integer({ min: 0, max: 4 }),
  hourlyDays: fc.integer({ min: 0, max: 4 }),
  /** When the samples begin. The oldest are of the time of one a day. */
  hoursAgo: fc.integer({ min: 9, max: 140 }),
  minutes: fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 40 }),
  isCompacted: fc.boolean(),
  requested: fc.array(fc.integer({ min: -80, max: 580 }), { minLength: 5, maxLength: 30 }),
})

/** Of the first samples of each slot, the nearest one, the earlier of two. */
function nearestOf(minutes: readonly number[], plan: Plan, wanted: number): number | undefined {
  const slots = new Map<string, number>()
  for (const minute of minutes.toSorted((a, b) => b - a)) {
    const interval = visibleInterval(plan, NOW_MINUTE, minute)
    slots.set(`${interval} ${Math.floor(minute / interval)}`, minute)
  }
  const near = [...slots.values()].filter((minute) => Math.abs(minute - wanted) <= TOLERANCE)
  return near.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)[0]
}

test('the sample near a minute is the nearest one that the account reads, the earlier of two', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-visible-past-'))
  let round = 0
  const property = fc.asyncProperty(
    history,
    async ({ name, fullDays, hourlyDays, hoursAgo, minutes, isCompacted, requested }) => {
      const plan = { ...DEFAULT_PLANS[name], fullDays, hourlyDays: fullDays + hourlyDays }
      const start = NOW_MINUTE - hoursAgo * 60
      const store = await openStore(`file:${folder}/${round++}.db`, { clock, clockState: () => 'correct' })
      try {
        const account = await createAccount(store, { plan: name })
        const game = await addGame(store, account.id, ID)
        const stored = minutes.toSorted((a, b) => a - b).map((minute) => start + minute)
        for (const minute of stored) await record(store, minute, { samples: [sample(ID, minute, minute - start)] })
        if (isCompacted) await store.series.maintain()
        const visibleNear = createVisiblePast({ store, clock, plans: { ...DEFAULT_PLANS, [name]: plan } })
        for (const one of requested) {
          const found = await visibleNear({ account, game }, start + one)
          expect(found?.minute).toBe(nearestOf(stored, plan, start + one))
          if (found !== undefined) expect(found.ccu).toBe(found.minute - start)
        }
      } finally {
        store.close()
      }
    },
  )
  try {
    await fc.assert(property, { numRuns: rounds({ short: 30, long: 500 }) })
  } finally {
    await rm(folder, { recursive: true })
  }
})
