// Compares the days of a zone with days that are counted minute by minute, with the dates that Intl writes.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../src/domain/account.js'
import { DAY_MINUTES, isoOfDay, minuteOf, msOf } from '../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { emptyBlock, type Sample } from '../../src/domain/sample.js'
import { addedValues } from '../store/contract/support.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { rounds } from '../support/test-run.js'
import { type NaiveWorld, naiveCounter, seen } from './naive-summary.js'

const PLAN_INTERVALS = { premium: 5, enterprise: 1 } as const

/** Days of 23, 25, 23.5 and 24.5 hours, one that begins at 1:00 AM, and zones that are not whole hours from UTC. */
const CASES = [
  { timeZone: 'Europe/Berlin', change: '2026-10-25' },
  { timeZone: 'Europe/Berlin', change: '2026-03-29' },
  { timeZone: 'America/New_York', change: '2026-11-01' },
  { timeZone: 'America/Santiago', change: '2026-09-06' },
  { timeZone: 'Australia/Lord_Howe', change: '2026-10-04' },
  { timeZone: 'Australia/Lord_Howe', change: '2026-04-05' },
  { timeZone: 'Europe/London', change: '2026-10-25' },
  { timeZone: 'Asia/Kathmandu', change: '2026-05-05' },
  { timeZone: 'Asia/Kolkata', change: '2026-05-05' },
  { timeZone: 'Pacific/Kiritimati', change: '2026-05-05' },
  { timeZone: 'UTC', change: '2026-05-05' },
] as const

let app: TestApp
const accounts = new Map<keyof typeof PLAN_INTERVALS, Account>()
beforeAll(async () => {
  app = await startApp()
  for (const plan of ['premium', 'enterprise'] as const)
    accounts.set(plan, await app.services.accounts.create({ name: plan, plan }))
})
afterAll(() => app.stop())

const query = fc.record({
  one: fc.constantFrom(...CASES),
  plan: fc.constantFrom('premium' as const, 'enterprise' as const),
  /** Of now after the beginning of the UTC day on which the clocks change. */
  passed: fc.integer({ min: 60, max: 4 * DAY_MINUTES }),
  /** From 14 on, the sums of days that are over are remembered. */
  days: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 14, max: 18 })),
  drawn: fc.uniqueArray(
    fc.record({
      /** Before now; most are near it, where the clocks change. */
      age: fc.oneof(fc.integer({ min: 0, max: 5 * DAY_MINUTES }), fc.integer({ min: 0, max: 19 * DAY_MINUTES })),
      ccu: fc.integer({ min: 0, max: 50 }),
      visits: fc.option(fc.integer({ min: 0, max: 1_000 })),
    }),
    { selector: ({ age }) => age, maxLength: 120, size: 'max' },
  ),
})

const formats = new Map<string, Intl.DateTimeFormat>()
const dates = new Map<string, string>()

/** As Intl writes it: `2026-10-25`. */
function dateOf(minute: number, timeZone: string): string {
  const key = `${timeZone} ${minute}`
  const known = dates.get(key)
  if (known !== undefined) return known
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  const date = format.format(msOf(minute))
  dates.set(key, date)
  return date
}

/** A sample covers the reader's interval, up to the next sample and the end of its UTC day. */
function naiveDay(world: NaiveWorld, minutes: readonly number[]) {
  const [from, until] = [minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1]
  const visible = seen(world, 0, until)
  let [covered, total] = [0, 0]
  for (const minute of minutes) {
    const holder = visible.findLast((sample) => sample.minute <= minute)
    if (!holder || minute >= holder.minute + world.interval) continue
    if (Math.floor(holder.minute / DAY_MINUTES) !== Math.floor(minute / DAY_MINUTES)) continue
    covered++
    total += holder.ccu
  }
  const own = visible.filter(({ minute }) => minute >= from)
  const max = Math.max(...own.map(({ ccu }) => ccu))
  const { end, change } = naiveCounter(world, 'visits', from, until)
  return {
    samples: own.length,
    coverage: covered / minutes.length,
    ccu: {
      min: Math.min(...own.map(({ ccu }) => ccu)),
      average: total / covered,
      max,
      peakAt: own.find(({ ccu }) => ccu === max)?.minute,
    },
    visits: end,
    change,
    playerHours: total / 60,
  }
}

let nextUniverse = 700_000

async function write(samples: readonly Sample[], universeId: number): Promise<void> {
  const block = emptyBlock(universeId, samples.length)
  for (const [row, sample] of samples.entries()) {
    block.minutes[row] = sample.minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = sample[name] ?? Number.NaN
  }
  if (samples.length > 0) await app.store.series.importBlock(block)
}

describe('the days of a zone', () => {
  it('say of any history what its samples say one by one, also where the clocks change [WEB-28]', async () => {
    await fc.assert(
      fc.asyncProperty(query, async ({ one: { timeZone, change }, plan, passed, days, drawn }) => {
        const account = accounts.get(plan)
        if (!account) throw new Error('No account.')
        const universeId = nextUniverse++
        const now = minuteOf(Date.parse(`${change}T00:00Z`)) + passed
        app.clock.set(msOf(now))
        const votes = { favorites: 1, likes: null, dislikes: null, ...addedValues(null) }
        const samples = drawn
          .map(({ age, ...values }): Sample => ({ ...values, ...votes, universeId, minute: now - age }))
          .sort((one, other) => one.minute - other.minute)
        await write(samples, universeId)
        const game = { id: 1, accountId: account.id, universeId, name: 'G', channelId: null, createdAt: 0 }
        const flags = { isActive: true, isPausedByPlan: false, isPublic: false }
        const end = Math.floor(Date.parse(`${dateOf(now, timeZone)}T00:00Z`) / 86_400_000)
        const start = end - days + 1
        const viewer = { account, game: { ...game, ...flags }, isOwn: false }
        const described = await app.services.shownGame.describeDays(viewer, { start, end }, timeZone)

        const world = { samples, schedules: [], interval: PLAN_INTERVALS[plan], now }
        const minutesOf = new Map<string, number[]>()
        for (let minute = now - (days + 3) * DAY_MINUTES; minute <= now; minute++) {
          const date = dateOf(minute, timeZone)
          minutesOf.set(date, minutesOf.get(date) ?? [])
          minutesOf.get(date)?.push(minute)
        }
        const naive = (day: number) => naiveDay(world, minutesOf.get(isoOfDay(day)) ?? [])
        const withSamples = Array.from({ length: days }, (_, index) => start + index).filter(
          (day) => naive(day).samples > 0,
        )
        expect(described.days.map(({ day }) => day)).toEqual(withSamples)
        expect(described.dayBefore?.day).toBe(naive(start - 1).samples > 0 ? start - 1 : undefined)
        for (const day of [...described.days, ...(described.dayBefore ? [described.dayBefore] : [])]) {
          const expected = naive(day.day)
          expect(day).toMatchObject({
            samples: expected.samples,
            ccu: { min: expected.ccu.min, max: expected.ccu.max, peakAt: expected.ccu.peakAt },
            closing: { visits: expected.visits },
            changes: { visits: expected.change },
          })
          expect(day.coverage).toBeCloseTo(expected.coverage, 9)
          expect(day.ccu.average).toBeCloseTo(expected.ccu.average, 9)
          expect(day.playerHours).toBeCloseTo(expected.playerHours, 9)
        }
      }),
      { numRuns: rounds({ short: 40, long: 200 }) },
    )
  })
})
