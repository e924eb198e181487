// The rule behind /goal, held against what must be true of any past.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Arrival, arrivalOf } from '../../src/domain/insights/arrival.js'
import { dailyGains, lastHours } from '../../src/domain/insights/recent-gains.js'
import { nextMilestone } from '../../src/domain/rules/milestones.js'
import { blockOf, sample } from '../store/contract/support.js'

const value = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 1e15 }))
const gains = fc.array(fc.integer({ min: -50, max: 10_000 }), { minLength: 0, maxLength: 28 })
const way = fc.integer({ min: 1, max: 1_000_000 })

test('the next milestone is the first number of the ladder above the value', () => {
  expect([0, 99, 100, 199, 200, 499, 500, 999, 1_000].map(nextMilestone)).toEqual([
    100, 100, 200, 200, 500, 500, 1_000, 1_000, 2_000,
  ])
  fc.assert(
    fc.property(value, (given) => {
      const next = nextMilestone(given)
      expect(next).toBeGreaterThan(given)
      expect(String(next)).toMatch(/^[125]00+$/)
      expect(next === 100 || next <= given * 2.5).toBe(true)
    }),
  )
})

test('an arrival is a range in order, and needs nine days of history [INSIGHTS-60]', () => {
  fc.assert(
    fc.property(way, gains, (remaining, days) => {
      const arrival = arrivalOf(remaining, { days, hours: [] })
      if (days.length < 8) expect(arrival.kind).toBe('too little data')
      else if (!hasQuietBeginning(days)) expect(arrival.kind).not.toBe('too little data')
      if (arrival.kind !== 'expected') return
      expect(arrival.earliest).toBeGreaterThan(0)
      if (arrival.latest !== null) expect(arrival.latest).toBeGreaterThanOrEqual(arrival.earliest)
    }),
  )
})

/** The days before a launch do not count. */
const hasQuietBeginning = ([first = 0, ...rest]: readonly number[]): boolean => first < Math.max(...rest) / 10

test('days before a launch, and its day, neither widen a range nor count as history [INSIGHTS-60]', () => {
  const since = Array.from({ length: 20 }, (_, day) => 300_000 * (1 + 0.1 * Math.sin(day)))
  const launched = [0, 0, 3, 0, 0, 25_000, ...since]
  expect(arrivalOf(1_390_000, { days: launched, hours: [] })).toEqual(arrivalOf(1_390_000, { days: since, hours: [] }))
  const arrival = arrivalOf(1_390_000, { days: launched, hours: [] })
  expect(arrival.kind === 'expected' && arrival.earliest).toBeGreaterThan(3.5)
  expect(arrivalOf(1_390_000, { days: launched.slice(0, -13), hours: [] })).toEqual({ kind: 'too little data' })
})

test('no arrival is earlier than the best recent day, or within a day the best hour, allows, unless weeks grow [INSIGHTS-60]', () => {
  const gain = fc.integer({ min: 1, max: 10_000 })
  const pastDays = fc.array(gain, { minLength: 7, maxLength: 7 }).map((week) => [...week, ...week, ...week])
  const pastHours = fc.array(gain, { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(way, pastDays, pastHours, (remaining, days, hours) => {
      const arrival = arrivalOf(remaining, { days, hours })
      if (arrival.kind !== 'expected') return
      const best = Math.max(...days, ...hours.map((some) => some * 24))
      expect(arrival.earliest).toBeGreaterThanOrEqual(remaining / best - 1e-6)
    }),
  )
})

test('a steady pace arrives on the day', () => {
  const pace = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(way, pace, fc.integer({ min: 8, max: 28 }), (remaining, pace, count) => {
      const days = new Array<number>(count).fill(pace)
      const hours = new Array<number>(24).fill(pace / 24)
      const arrival = arrivalOf(remaining, { days, hours })
      if (remaining / pace > 36_000) return
      expect(arrival).toMatchObject({ kind: 'expected' })
      if (arrival.kind !== 'expected') return
      expect(arrival.earliest).toBeCloseTo(remaining / pace, 6)
      expect(arrival.latest).toBeCloseTo(remaining / pace, 6)
    }),
  )
})

test('a range holds what the last days would bring again: the same hours, or whole weeks [INSIGHTS-60]', () => {
  // No day is so low beside the others that it could be from before a launch.
  const gain = fc.integer({ min: 60, max: 1_000 })
  const weeks = fc.integer({ min: 1, max: 8 })
  const pastDays = fc.array(gain, { minLength: 8, maxLength: 28 })
  const pastHours = fc.array(gain, { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(pastDays, pastHours, weeks, fc.integer({ min: 1, max: 24 }), (days, hours, weeks, some) => {
      const week = days.slice(-7).reduce((sum, day) => sum + day, 0)
      holds(arrivalOf(week * weeks, { days, hours: [] }), 7 * weeks)
      const today = hours.slice(0, some).reduce((sum, hour) => sum + hour, 0)
      holds(arrivalOf(today, { days, hours }), some / 24)
    }),
  )
})

function holds(arrival: Arrival, days: number): void {
  expect(arrival).toMatchObject({ kind: 'expected' })
  if (arrival.kind !== 'expected') return
  expect(arrival.earliest).toBeLessThanOrEqual(days + 1e-6)
  expect(arrival.latest ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(days - 1e-6)
}

test('what does not grow is said not to, and so slow a pace that no day can be named leaves the end open', () => {
  expect(arrivalOf(10, { days: new Array<number>(20).fill(0), hours: [] })).toEqual({ kind: 'not growing' })
  expect(arrivalOf(10, { days: new Array<number>(20).fill(-3), hours: [] })).toEqual({ kind: 'not growing' })
  const byTurns = Array.from({ length: 20 }, (_, day) => (day % 2 === 0 ? 0 : 10_000))
  expect(arrivalOf(10_000_000, { days: byTurns, hours: [] })).toMatchObject({ kind: 'expected', latest: null })
})

test('the hours before a sample are known to the minute, whatever the spacing of the samples', () => {
  const minutes = Array.from({ length: 200 }, (_, index) => 7 + index * 13)
  const block = blockOf(
    5,
    minutes.map((minute) => ({ ...sample(5, minute, 1), visits: 100 + minute * 3 })),
  )
  expect(lastHours(block, 'visits').map((gain) => Math.round(gain))).toEqual(new Array(24).fill(180))
  expect(lastHours(blockOf(5, [sample(5, 0, 1), sample(5, 1_439, 1)]), 'visits')).toEqual([])
})

test('gains add up to the way between the closings, whatever days are missing', () => {
  const closings = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30 })
    .chain((days) =>
      fc
        .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: days.length, maxLength: days.length })
        .map((values) => days.sort((a, b) => a - b).map((day, index) => ({ day, value: values[index] ?? 0 }))),
    )
  fc.assert(
    fc.property(closings, (given) => {
      const daily = dailyGains(given)
      const [first, last] = [given[0], given.at(-1)]
      expect(daily).toHaveLength((last?.day ?? 0) - (first?.day ?? 0))
      expect(daily.reduce((sum, gain) => sum + gain, 0)).toBeCloseTo((last?.value ?? 0) - (first?.value ?? 0), 3)
    }),
  )
})
