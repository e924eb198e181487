// Compares series with ones that are computed minute by minute from the samples.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../src/domain/account.js'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import type { Sample } from '../../src/domain/sample.js'
import { addedValues } from '../store/contract/support.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { rounds } from '../support/test-run.js'
import { type NaiveWorld, seen } from './naive-summary.js'

const NOW = minuteOf(NOON)
const START = NOW - 3 * DAY_MINUTES
const PLANS = { premium: 5, enterprise: 1 } as const

let app: TestApp
const accounts = new Map<keyof typeof PLANS, Account>()
beforeAll(async () => {
  app = await startApp()
  for (const plan of ['premium', 'enterprise'] as const)
    accounts.set(plan, await app.services.accounts.create({ name: plan, plan }))
})
afterAll(() => app.stop())

const count = fc.integer({ min: 0, max: 1_000 })
const samples = fc.uniqueArray(
  fc.record({
    minute: fc.oneof(
      fc.integer({ min: START, max: NOW }),
      fc.integer({ min: START / 5, max: NOW / 5 }).map((slot) => Math.floor(slot) * 5),
      fc.integer({ min: NOW - 720 - 60, max: NOW - 720 + 60 }),
    ),
    ccu: count,
    visits: count,
  }),
  { selector: ({ minute }) => minute, maxLength: 80 },
)
const query = fc.record({
  samples,
  plan: fc.constantFrom('premium' as const, 'enterprise' as const),
  interval: fc.constantFrom('5m' as const, '15m' as const, '1h' as const, '1d' as const, '1w' as const),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'),
  sampledEach: fc.constantFrom(1, 5, 10),
  from: fc.integer({ min: START - 200, max: NOW - 1 }),
})

let nextUniverse = 800_000

async function write(found: readonly Sample[], universeId: number, interval: number): Promise<void> {
  const facts = { id: universeId, name: `U${universeId}`, rootPlaceId: 1, updatedAt: null, condition: 'shown' as const }
  const cursor = { minute: START, clockWasWrong: false }
  const schedules = [{ universeId, since: START - DAY_MINUTES, interval }]
  await app.store.series.recordTick({ minute: START, samples: [], gaps: [], facts: [facts], schedules, cursor })
  for (const sample of found)
    await app.store.series.recordTick({
      minute: sample.minute,
      samples: [sample],
      gaps: [],
      facts: [],
      schedules: [],
      cursor,
    })
}

/** For each minute, finds the last sample of its UTC day that covers it. */
function naivePoint(world: NaiveWorld, each: number, from: number, until: number) {
  const firstDay = Math.floor(from / DAY_MINUTES) * DAY_MINUTES
  const visible = seen(world, firstDay, until)
  const reach = Math.max(world.interval, each)
  let [covered, total] = [0, 0]
  for (let minute = from; minute < Math.min(until, world.now + 1); minute++) {
    const day = Math.floor(minute / DAY_MINUTES)
    const holder = visible.findLast((sample) => sample.minute <= minute)
    if (!holder || Math.floor(holder.minute / DAY_MINUTES) !== day || minute >= holder.minute + reach) continue
    covered++
    total += holder.ccu
  }
  const own = visible.filter(({ minute }) => minute >= from)
  const before = seen(world, 0, from).at(-1)
  const visits = own.at(-1)?.visits ?? null
  const start = before?.visits ?? own[0]?.visits ?? null
  return {
    coverage: covered / (Math.min(until, world.now + 1) - from),
    value: covered === 0 ? null : total / covered,
    range: own.length === 0 ? null : [Math.min(...own.map(({ ccu }) => ccu)), Math.max(...own.map(({ ccu }) => ccu))],
    visits,
    change: visits === null || start === null ? null : visits - start,
  }
}

describe('a series', () => {
  it('says of any history what its raw samples say [API-39]', async () => {
    await fc.assert(
      fc.asyncProperty(query, async ({ samples: drawn, plan, interval, timeZone, sampledEach, from }) => {
        const account = accounts.get(plan)
        if (!account) throw new Error('No account.')
        const universeId = nextUniverse++
        const votes = { favorites: 1, likes: null, dislikes: null, ...addedValues(null) }
        const raw = drawn.map((sample) => ({ ...sample, ...votes, universeId })).sort((a, b) => a.minute - b.minute)
        await write(raw, universeId, sampledEach)
        const game = { id: 1, accountId: account.id, universeId, name: 'G', channelId: null, createdAt: 0 }
        const flags = { isActive: true, isPausedByPlan: false, isPublic: false }
        const [series] = await app.services.readSeries.read(account, [{ ...game, ...flags }], {
          grid: { interval, timeZone },
          range: { from: { kind: 'time', minute: from } },
          metrics: ['ccu'],
          compare: undefined,
        })
        const world = { samples: raw, schedules: [], interval: PLANS[plan], now: NOW }
        const { edges, coverage, ccu, counters } = series?.points ?? { edges: new Int32Array(0) }
        expect(edges.length).toBeGreaterThan(1)
        for (let at = 0; at + 1 < edges.length; at++) {
          const naive = naivePoint(world, sampledEach, edges[at] ?? 0, edges[at + 1] ?? 0)
          expect(coverage?.[at]).toBeCloseTo(naive.coverage, 9)
          if (naive.value === null) expect(ccu?.value[at]).toBeNull()
          else expect(ccu?.value[at]).toBeCloseTo(naive.value, 9)
          if (naive.range !== null) expect([ccu?.min[at], ccu?.max[at]]).toEqual(naive.range)
          expect([counters?.visits.value[at], counters?.visits.change[at]]).toEqual([naive.visits, naive.change])
        }
      }),
      { numRuns: rounds({ short: 20, long: 60 }) },
    )
  })
})
