// The rule behind /goal, held against what must be true of any past.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalOf, dailyGains, nextMilestone } from '../../src/domain/rules/milestones.js'

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

test('an arrival is a range in order, and needs a fortnight of days or a short way', () => {
  fc.assert(
    fc.property(way, gains, (remaining, days) => {
      const arrival = arrivalOf(remaining, days)
      if (days.length < 8) expect(arrival.kind).toBe('too little data')
      if (arrival.kind !== 'expected') return
      expect(arrival.earliest).toBeGreaterThan(0)
      if (arrival.latest !== null) expect(arrival.latest).toBeGreaterThanOrEqual(arrival.earliest)
    }),
  )
})

test('a steady pace arrives on the day', () => {
  fc.assert(
    fc.property(way, fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 14, max: 28 }), (remaining, pace, days) => {
      const arrival = arrivalOf(remaining, new Array<number>(days).fill(pace))
      expect(arrival).toMatchObject({ kind: 'expected' })
      if (arrival.kind !== 'expected') return
      expect(arrival.earliest).toBeCloseTo(remaining / pace, 6)
      expect(arrival.latest).toBeCloseTo(remaining / pace, 6)
    }),
  )
})

test('a range holds what the same days would bring again, in whole weeks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 28, maxLength: 28 }), (days) => {
      const total = days.reduce((sum, day) => sum + day, 0)
      const arrival = arrivalOf(total, days)
      expect(arrival).toMatchObject({ kind: 'expected' })
      if (arrival.kind !== 'expected' || arrival.latest === null) return
      expect(arrival.earliest).toBeLessThanOrEqual(28 + 1e-6)
      expect(arrival.latest).toBeGreaterThanOrEqual(28 - 1e-6)
    }),
  )
})

test('what does not grow is said not to, and a slow period leaves the end open', () => {
  expect(arrivalOf(10, new Array<number>(20).fill(0))).toEqual({ kind: 'not growing' })
  expect(arrivalOf(10, new Array<number>(20).fill(-3))).toEqual({ kind: 'not growing' })
  const stopped = [...new Array<number>(10).fill(0), ...new Array<number>(10).fill(100)]
  expect(arrivalOf(100_000, stopped)).toEqual({ kind: 'expected', earliest: 1_000, latest: null })
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
