// The levels that slide from hour to hour are those that are computed from all hours of the day.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WEEK_HOURS } from '../../../src/domain/clock.js'
import { expectHour } from '../../../src/domain/insights/usual/expected-hour.js'
import type { HourlySeries } from '../../../src/domain/insights/usual/hourly-means.js'
import { levelRatio, smallLevelRatio } from '../../../src/domain/insights/usual/level.js'
import { ReadableSeries } from '../../../src/domain/insights/usual/readable-series.js'
import { SlidingLevels } from '../../../src/domain/insights/usual/sliding-levels.js'
import { rounds } from '../../support/test-run.js'
import { BEGIN, chance, someSeries } from './some-series.js'

const HOURS = 5 * WEEK_HOURS
const UNTIL = BEGIN + HOURS
const BACKS = [1, 2, 3, 7, 14, 28].map((days) => days * 24)

const anySeries = fc
  .record({
    seed: fc.integer({ min: 1, max: 1_000 }),
    mean: fc.constantFrom(0, 3, 70, 150, 5_000),
    unknownShare: fc.constantFrom(0, 0.05, 0.6, 0.9),
    zeroShare: fc.constantFrom(0, 0.1, 0.7),
  })
  .map(({ seed, mean, unknownShare, zeroShare }): ReadableSeries => {
    const change = (value: number, hour: number) => {
      const place = chance(seed + 7, hour)
      if (place < unknownShare) return Number.NaN
      return place > 1 - zeroShare ? 0 : Math.round(value)
    }
    return new ReadableSeries(someSeries({ hours: HOURS, seed, mean, change }), UNTIL, [])
  })

/** Mostly the next hour, and sometimes one far away, before or after. */
const ends = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: -300, max: 300 })), {
  minLength: 1,
  maxLength: 80,
})

test('a level that moves on by hours is the one of its day', () => {
  fc.assert(
    fc.property(anySeries, ends, (series, steps) => {
      const levels = new SlidingLevels(series)
      let end = UNTIL - 150
      for (const step of steps) {
        end += step
        for (const back of BACKS) {
          expect(levels.ratio({ end, back }, true)).toBe(levelRatio(series, { end, back }))
          expect(levels.ratio({ end, back }, false)).toBe(smallLevelRatio(series, { end, back }))
        }
      }
    }),
    { numRuns: rounds({ short: 30, long: 300 }) },
  )
})

test('an hour that is expected from them is the same as without them', () => {
  fc.assert(
    fc.property(anySeries, ends, (series, steps) => {
      const levels = new SlidingLevels(series)
      // Not of the class, so that no shortcut of it is taken.
      const plain: HourlySeries = { since: series.since, until: series.until, at: (hour) => series.at(hour) }
      let hour = UNTIL - 150
      for (const step of steps) {
        hour += step
        expect(expectHour(series, hour, hour - 6, levels)).toEqual(expectHour(plain, hour, hour - 6))
      }
    }),
    { numRuns: rounds({ short: 30, long: 300 }) },
  )
})
