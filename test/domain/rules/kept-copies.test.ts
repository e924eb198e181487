// Which scheduled copies of the database stay.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backupEvery, backupKeep } from '../../../src/backup-settings.js'
import { DAY_MS, HOUR_MS } from '../../../src/domain/clock.js'
import { lossAmong, removableCopies } from '../../../src/domain/operation/kept-copies.js'

/** A Monday. */
const MONDAY = Date.UTC(2026, 5, 15)
const keep = { hours: 3, days: 2, weeks: 2 }
const copyAt = (at: number) => ({ name: String(at), at })
const keptHours = (hours: readonly number[], rule = keep): number[] => {
  const copies = hours.map((hour) => copyAt(MONDAY + hour * HOUR_MS))
  const removed = new Set(removableCopies(copies, rule))
  return copies.filter((copy) => !removed.has(copy)).map(({ at }) => (at - MONDAY) / HOUR_MS)
}

describe('of scheduled copies', () => {
  it('the newest of each hour, day and week stays [PROCESS-28]', () => {
    // Two copies in the newest hour, two hours before it, one day before, the week before, and an older week.
    const hours = [-14 * 24, -8 * 24, -7 * 24, -3, 10, 33.1, 34.1, 35.1, 35.5]
    expect(keptHours(hours)).toEqual([-3, 10, 33.1, 34.1, 35.5])
  })

  it('those stay that a long stop made old', () => {
    expect(keptHours([0, 1, 24 * 400])).toEqual([24 * 400])
    expect(keptHours([0, 1, 2])).toEqual([0, 1, 2])
  })

  it('the newest stays whatever the rule and the times are, and repeating the rule removes nothing more', () => {
    const rules = fc.record({ hours: fc.nat(48), days: fc.nat(14), weeks: fc.nat(8) })
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 400 * 24 * 4 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(rules, times, (rule, quarters) => {
        const copies = quarters.map((quarter) => copyAt(MONDAY + (quarter * HOUR_MS) / 4))
        const removed = new Set(removableCopies(copies, rule))
        const left = copies.filter((copy) => !removed.has(copy))
        expect(left.map(({ at }) => at)).toContain(Math.max(...copies.map(({ at }) => at)))
        expect(left.length).toBeLessThanOrEqual(1 + rule.hours + rule.days + rule.weeks)
        expect(removableCopies(left, rule)).toEqual([])
      }),
    )
  })
})

describe('of copies that hold less and less', () => {
  const held = (samples: number | null, games = 1, isDamaged = false) => ({ samples, accounts: 1, games, isDamaged })
  /** When the copies before and after the loss were made, by their places. */
  const lossIn = (...counts: readonly ReturnType<typeof held>[]) => {
    const loss = lossAmong(counts.map((of, at) => ({ name: String(at), at, held: of })))
    return loss && [loss.before.at, loss.after.at]
  }

  it('a loss is less than half of the samples, accounts or games of the one before [PROCESS-73]', () => {
    expect(lossIn()).toBe(undefined)
    expect(lossIn(held(100))).toBe(undefined)
    expect(lossIn(held(100), held(50))).toBe(undefined)
    expect(lossIn(held(100), held(49))).toEqual([0, 1])
    expect(lossIn(held(100, 1), held(100, 0))).toEqual([0, 1])
    expect(lossIn(held(200), held(120), held(70), held(40))).toBe(undefined)
    expect(lossIn(held(900), held(100), held(100), held(10), held(12))).toEqual([2, 3])
  })

  it('it is over once the newest holds more again, and damage says nothing [PROCESS-73]', () => {
    expect(lossIn(held(100), held(0), held(50))).toBe(undefined)
    expect(lossIn(held(100), held(0), held(49))).toEqual([0, 1])
    expect(lossIn(held(100), held(10, 1, true), held(100))).toBe(undefined)
    expect(lossIn(held(100), held(null))).toBe(undefined)
  })
})

it('texts of the settings are read, and others rejected', () => {
  expect([backupEvery('30m'), backupEvery('6h'), backupEvery('1d')]).toEqual([HOUR_MS / 2, 6 * HOUR_MS, DAY_MS])
  for (const text of ['', '0h', '4m', '31d', '1w', '1.5h', '-1h', 'h']) expect(backupEvery(text)).toBe(undefined)
  expect(backupKeep('24h,7d,4w')).toEqual({ hours: 24, days: 7, weeks: 4 })
  expect(backupKeep('4w, 1d')).toEqual({ hours: 0, days: 1, weeks: 4 })
  for (const text of ['', '24', '7d,7d', '1y', '1001h', '1h;2d']) expect(backupKeep(text)).toBe(undefined)
})
