// The value of an hour, from the samples of it.
import { expect, test } from 'vitest'
import { type HourlyMetric, hourReader } from '../../../src/domain/insights/usual/hourly-values.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { emptyBlock } from '../../../src/domain/sample.js'

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
