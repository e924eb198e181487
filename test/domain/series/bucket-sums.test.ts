import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import { type Coverage, rollUpDay } from '../../../src/domain/rules/rollup.js'
import { emptyBlock, thin } from '../../../src/domain/sample.js'
import { BucketSums } from '../../../src/domain/series/bucket-sums.js'
import { rounds } from '../../support/test-run.js'

const DAY = 20_000 * DAY_MINUTES
const interval = fc.constantFrom(1, 5, 10, 60)
const schedule = fc.record({ since: fc.integer({ min: -100, max: DAY_MINUTES + 100 }), interval })

const dayOf = (offsets: readonly number[]) => {
  const block = emptyBlock(1, offsets.length)
  for (const [row, offset] of offsets.entries()) {
    block.minutes[row] = DAY + offset
    block.columns.ccu[row] = (offset * 7) % 100
  }
  return block
}

const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)

it('the points of a day cover what its rollup covers, whatever schedules were in force [API-39]', () => {
  const offsets = fc.uniqueArray(fc.nat(DAY_MINUTES - 1), { minLength: 1, maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(
      offsets,
      fc.array(schedule, { maxLength: 3 }),
      interval,
      fc.nat(DAY_MINUTES),
      fc.constantFrom(15, 60, 337, DAY_MINUTES),
      (some, changes, own, past, step) => {
        const sorted = some.toSorted((a, b) => a - b)
        const block = thin(dayOf(sorted), own)
        const until = DAY + Math.max(past, (sorted.at(-1) ?? 0) + 1)
        const schedules = changes
          .map((change) => ({ universeId: 1, since: DAY + change.since, interval: change.interval }))
          .toSorted((a, b) => a.since - b.since)
        const coverage: Coverage = { interval: own, schedules, until }
        const count = Math.ceil(DAY_MINUTES / step)
        const sums = new BucketSums(Int32Array.from({ length: count + 1 }, (_, at) => DAY + at * step))
        sums.addDay(block, coverage)
        const rollup = rollUpDay(block, coverage)
        expect(total(sums.coveredMinutes)).toBe(rollup?.coveredMinutes)
        expect(total(sums.integral)).toBeCloseTo(rollup?.integral ?? Number.NaN, 6)
      },
    ),
    { numRuns: rounds({ short: 200, long: 2_000 }) },
  )
})
