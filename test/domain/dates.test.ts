import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoOfDay } from '../../src/domain/clock.js'
import { HeadcountError } from '../../src/domain/error.js'
import { dateRange, endMinute, firstMinute, MAX_RANGE_DAYS, parseDay } from '../../src/domain/rules/date-range.js'
import { rounds } from '../support/test-run.js'

const DAY_MS = 86_400_000
/** From year 0 to year 9999, as day numbers. */
const day = fc.integer({ min: -719_528, max: 2_932_896 })
const twoDigits = (most: number) => fc.integer({ min: 0, max: most }).map((n) => `${n}`.padStart(2, '0'))
const dateLike = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), twoDigits(19), twoDigits(39))
  .map(([year, month, date]) => `${year}`.padStart(4, '0').concat('-', month, '-', date))

/** Whether Date keeps the three numbers that it was given. */
function isReal(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  const made = new Date(0)
  made.setUTCFullYear(year, month - 1, date)
  return made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === date
}

describe('parseDay', () => {
  it('gives back the day of every date that Date writes', () => {
    fc.assert(
      fc.property(day, (number) => {
        expect(parseDay(new Date(number * DAY_MS).toISOString().slice(0, 10))).toBe(number)
      }),
    )
  })

  it('takes of all that looks like a date exactly what Date has', () => {
    fc.assert(
      fc.property(dateLike, (text) => {
        expect(parseDay(text) !== undefined).toBe(isReal(text))
      }),
      { numRuns: rounds({ short: 300, long: 1000 }) },
    )
  })

  it('takes no other text, and what it takes it writes back the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^.?\d{1,5}.\d{1,3}.\d{1,3}.?$/)), (text) => {
        const parsed = parseDay(text)
        if (parsed !== undefined) expect(isoOfDay(parsed)).toBe(text)
        if (!/^\d{4}-\d\d-\d\d$/.test(text)) expect(parsed).toBeUndefined()
      }),
    )
  })
})

describe('isoOfDay', () => {
  it('is what Date writes, also of more days than are remembered, and of the same ones again', () => {
    const days = Array.from({ length: 2_500 }, (_, index) => 20_000 + (index % 1_250))
    expect(days.map(isoOfDay)).toEqual(days.map((number) => new Date(number * DAY_MS).toISOString().slice(0, 10)))
  })
})

describe('dateRange', () => {
  it('holds 1 to 732 days, both ends counted, and every minute of them', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (start, days) => {
        const end = start + days
        if (days < 0 || days >= MAX_RANGE_DAYS) expect(() => dateRange(start, end)).toThrow(HeadcountError)
        else {
          const range = dateRange(start, end)
          expect(firstMinute(range) * 60_000).toBe(start * DAY_MS)
          expect(endMinute(range) - firstMinute(range)).toBe((days + 1) * 1440)
        }
      }),
    )
  })
})
