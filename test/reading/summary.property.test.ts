// Compares summaries with ones that are computed in a simple way from the samples.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../src/domain/account.js'
import { DAY_MINUTES, dayOf, minuteOf } from '../../src/domain/clock.js'
import type { PlanName } from '../../src/domain/plan.js'
import type { Sample } from '../../src/domain/sample.js'
import { addedValues } from '../store/contract/support.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { rounds } from '../support/test-run.js'
import { type NaiveWorld, naiveCounter, naiveSummary } from './naive-summary.js'

const TODAY = dayOf(minuteOf(NOON))
const FIRST_DAY = TODAY - 3
const INTERVALS: Record<PlanName, number> = { free: 10, premium: 5, enterprise: 1 }

let app: TestApp
const accounts = new Map<PlanName, Account>()

beforeAll(async () => {
  app = await startApp()
  for (const plan of ['free', 'premium', 'enterprise'] as const) {
    accounts.set(plan, await app.services.accounts.create({ name: plan, plan }))
  }
})
afterAll(() => app.stop())

const count = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 1_000_000 }))
const votes = fc.option(count, { nil: null })
const start = FIRST_DAY * DAY_MINUTES
const span = 3 * DAY_MINUTES + 12 * 60

/** Likes and dislikes come from one call, so both are known or neither is. */
const withVotes = <T extends { likes: number | null }>(sample: T) => ({
  ...sample,
  dislikes: sample.likes === null ? null : sample.likes + 1,
  ...addedValues(sample.likes),
})

const anySample = fc.record({
  minute: fc.oneof(
    fc.integer({ min: 0, max: span }).map((offset) => start + offset),
    fc.integer({ min: 0, max: span / 5 }).map((slot) => start + slot * 5),
    fc.integer({ min: 0, max: 400 }).map((offset) => start + DAY_MINUTES - 200 + offset),
  ),
  ccu: count,
  visits: count,
  favorites: count,
  likes: votes,
  dislikes: fc.constant(null),
})

const history = fc.record({
  samples: fc.uniqueArray(anySample.map(withVotes), { selector: (sample) => sample.minute, maxLength: 120 }),
  schedules: fc.uniqueArray(
    fc.record({
      since: fc.integer({ min: 0, max: span }).map((offset) => start + offset),
      interval: fc.constantFrom(0, 1, 5, 10),
    }),
    { selector: (schedule) => schedule.since, maxLength: 4 },
  ),
  plan: fc.constantFrom<PlanName>('free', 'premium', 'enterprise'),
  from: fc.integer({ min: -1, max: 3 }),
  days: fc.integer({ min: 0, max: 4 }),
  nowOffset: fc.integer({ min: 0, max: 700 }),
})

let nextUniverse = 700_000

/** Each history has a universe of its own, so that all can share one store. */
async function write(samples: readonly Omit<Sample, 'universeId'>[], schedules: NaiveWorld['schedules']) {
  const universeId = nextUniverse++
  const facts = { id: universeId, name: `U${universeId}`, rootPlaceId: 1, updatedAt: null, condition: 'shown' as const }
  const cursor = { minute: start, clockWasWrong: false }
  const changes = schedules.map((schedule) => ({ ...schedule, universeId }))
  for (const sample of samples) {
    const tick = {
      minute: sample.minute,
      samples: [{ ...sample, universeId }],
      gaps: [],
      facts: [],
      schedules: [],
      cursor,
    }
    await app.store.series.recordTick(tick)
  }
  await app.store.series.recordTick({
    minute: start,
    samples: [],
    gaps: [],
    facts: [facts],
    schedules: changes,
    cursor,
  })
  return universeId
}

describe('a summary', () => {
  it('says of any history what its raw samples say [API-17]', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ samples, schedules, plan, from, days, nowOffset }) => {
        const account = accounts.get(plan)
        if (!account) throw new Error('No account.')
        const sorted = [...schedules].sort((a, b) => a.since - b.since)
        const universeId = await write(samples, sorted)
        app.clock.set(NOON + nowOffset * 60_000)
        const now = minuteOf(app.clock.now())
        const range = { start: FIRST_DAY + from, end: Math.min(FIRST_DAY + from + days, TODAY + 1) }
        const game = {
          id: 1,
          accountId: account.id,
          universeId,
          name: 'G',
          channelId: null,
          isActive: true,
          isPausedByPlan: false,
          isPublic: false,
          createdAt: 0,
        }
        const { summary, history: perDay } = await app.services.summarizeGames.one(account, game, range)
        const raw = samples.map((sample) => ({ ...sample, universeId }))
        const world = { samples: raw, schedules: sorted, interval: INTERVALS[plan], now }
        const [first, end] = [range.start * DAY_MINUTES, (range.end + 1) * DAY_MINUTES]
        const { samples: seenCount, coverage, ccu, counters, playerHours } = summary
        expect({ samples: seenCount, coverage, ...ccu, playerHours }).toEqual(naiveSummary(world, first, end))
        expect(counters.visits).toEqual(naiveCounter(world, 'visits', first, end))
        expect(counters.likes).toEqual(naiveCounter(world, 'likes', first, end))
        for (const day of perDay ?? []) {
          const naive = naiveSummary(world, day.day * DAY_MINUTES, (day.day + 1) * DAY_MINUTES)
          expect(day).toMatchObject({
            samples: naive.samples,
            coverage: naive.coverage,
            playerHours: naive.playerHours,
          })
          expect(day.ccu).toEqual({ min: naive.min, average: naive.average, max: naive.max, peakAt: naive.peakAt })
          for (const name of ['visits', 'likes'] as const) {
            const { end, change } = naiveCounter(world, name, day.day * DAY_MINUTES, (day.day + 1) * DAY_MINUTES)
            expect([day.closing[name], day.changes[name]]).toEqual([end, change])
          }
        }
        expect((perDay ?? []).reduce((sum, day) => sum + day.samples, 0)).toBe(seenCount)
        const changed = (perDay ?? []).reduce((sum, day) => sum + (day.changes.visits ?? 0), 0)
        expect(changed).toBe(summary.counters.visits.change ?? 0)
      }),
      { numRuns: rounds({ short: 40, long: 120 }) },
    )
  })
})
