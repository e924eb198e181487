// The value of an hour, from the samples of it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HourlyMetric, hourReader } from '../../../src/domain/insights/usual/hourly-values.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { emptyBlock } from '../../../src/domain/sample.js'
import { rounds } from '../../support/test-run.js'

const HOUR = 490_000
const START = HOUR * 60

/** `samples`: minutes after the beginning of the hour, and the value of each measure then. */
function valuesOf(metric: HourlyMetric, samples: readonly (readonly [number, number])[], interval = 1) {
  const block = emptyBlock(1, samples.length)
  for (const [row, [minute, value]] of samples.entries()) {
    block.minutes[row] = START + minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = value
  }
  const reader = hourReader(metric, [])
  reader.add(block, interval)
  return new Map([...reader.values(START + 300)].map(([hour, value]) => [hour - HOUR, value]))
}

const every = (step: number, [from, until]: readonly [number, number], value: number): [number, number][] =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => [from + index * step, value])

test('the mean of players weighs each sample by the minutes for which it stands', () => {
  const samples = [...every(1, [0, 30], 100), ...every(1, [30, 60], 200)]
  expect(valuesOf('ccu', samples).get(0)).toBe(150)
  expect(valuesOf('ccu', [...every(10, [0, 60], 300), [60, 900]], 10).get(0)).toBe(300)
})

test('an hour of which less than half is covered is not known', () => {
  expect(valuesOf('ccu', every(1, [0, 29], 100)).has(0)).toBe(false)
  expect(valuesOf('ccu', every(1, [0, 30], 100)).get(0)).toBe(100)
})

test('an import with a sample an hour counts, also where the account reads each minute', () => {
  const values = valuesOf('ccu', every(60, [-60, 240], 40))
  expect([values.get(0), values.get(1), values.get(3)]).toEqual([40, 40, 40])
})

test('the change of a counter is taken between full hours, and not across a longer gap', () => {
  const values = valuesOf('visits', [
    [-10, 80],
    [10, 120],
    [70, 240],
    [170, 900],
    [240, 1_000],
    [300, 1_010],
  ])
  // 100 at the hour, 220 an hour later; two hours are lost with the gap of 100 minutes.
  expect(values.get(0)).toBe(120)
  expect([values.has(1), values.has(2)]).toEqual([false, false])
  expect(values.get(4)).toBe(10)
})

/** The same by each minute: a sample stands until the next one, at most for the interval or its distance to the one before. */
function meansByMinute(samples: readonly (readonly [number, number])[], interval: number): Map<number, number> {
  const valueAt = new Map<number, number>()
  for (const [row, [minute, value]] of samples.entries()) {
    const before = samples[row - 1]?.[0] ?? minute
    const until = minute + Math.min(60, Math.max(interval, minute - before))
    for (let at = minute; at < Math.min(until, samples[row + 1]?.[0] ?? 300); at++) if (at < 300) valueAt.set(at, value)
  }
  const found = new Map<number, number>()
  for (let hour = -3; hour < 5; hour++) {
    const values = Array.from({ length: 60 }, (_, minute) => valueAt.get(hour * 60 + minute)).filter(
      (v) => v !== undefined,
    )
    if (values.length >= 30) found.set(hour, values.reduce((sum, value) => sum + value, 0) / values.length)
  }
  return found
}

/** Each minute of the counter, interpolated between samples that lie near each other. */
function changesByMinute(samples: readonly (readonly [number, number])[]): Map<number, number> {
  const at = new Map<number, number>()
  for (const [row, [minute, value]] of samples.entries()) {
    const [lastMinute, last] = samples[row - 1] ?? [Number.NaN, Number.NaN]
    if (minute - lastMinute <= 90)
      for (let between = lastMinute + 1; between < minute; between++)
        at.set(between, last + (value - last) * ((between - lastMinute) / (minute - lastMinute)))
    at.set(minute, value)
  }
  const found = new Map<number, number>()
  for (let hour = -3; hour < 5; hour++) {
    const [first, end] = [at.get(hour * 60), at.get((hour + 1) * 60)]
    if (first !== undefined && end !== undefined) found.set(hour, end - first)
  }
  return found
}

test('means and changes are those of a count minute by minute, whatever is missing', () => {
  const sample = fc.tuple(fc.constantFrom(1, 1, 1, 1, 2, 5, 30, 60, 61, 95), fc.integer({ min: 0, max: 9_000 }))
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 200 }), fc.constantFrom(1, 5, 10), (steps, interval) => {
      const samples: [number, number][] = []
      let minute = -150
      for (const [step, value] of steps) {
        minute += step
        if (minute < 300) samples.push([minute, value])
      }
      const sorted = (values: ReadonlyMap<number, number>) => [...values].sort(([a], [b]) => a - b)
      expect(sorted(valuesOf('ccu', samples, interval))).toEqual(sorted(meansByMinute(samples, interval)))
      const [changes, counted] = [valuesOf('visits', samples, interval), changesByMinute(samples)]
      expect([...changes.keys()].sort()).toEqual([...counted.keys()].sort())
      for (const [hour, change] of changes) expect(change).toBeCloseTo(counted.get(hour) ?? Number.NaN, 6)
    }),
    { numRuns: rounds({ short: 50, long: 500 }) },
  )
})
