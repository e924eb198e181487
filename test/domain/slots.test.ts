import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDue, missedSlots } from '../../src/domain/rules/schedule.js'
import { emptyBlock, thin } from '../../src/domain/sample.js'

const interval = fc.constantFrom(1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60)
/** The minutes of samples of one day, in order, no two alike. */
const minutesOfDay = fc
  .tuple(fc.integer({ min: 0, max: 30_000 }), fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { maxLength: 200 }))
  .map(([day, offsets]) => offsets.sort((a, b) => a - b).map((offset) => day * 1440 + offset))

function blockOf(minutes: readonly number[]) {
  const block = emptyBlock(7, minutes.length)
  block.minutes.set(minutes)
  // Each value states its minute, so that a row that is torn apart shows.
  for (const column of Object.values(block.columns)) column.set(minutes)
  return block
}

describe('thin', () => {
  it('keeps of every slot that has samples the first, and nothing else', () => {
    fc.assert(
      fc.property(minutesOfDay, interval, (minutes, wide) => {
        const first = new Map<number, number>()
        for (const minute of minutes) {
          const slot = Math.floor(minute / wide)
          first.set(slot, Math.min(first.get(slot) ?? minute, minute))
        }
        expect([...thin(blockOf(minutes), wide).minutes]).toEqual([...first.values()])
      }),
    )
  })

  it('keeps the values beside their minutes, and nulls null', () => {
    fc.assert(
      fc.property(minutesOfDay, interval, (minutes, wide) => {
        const block = blockOf(minutes)
        block.columns.likes.fill(Number.NaN)
        const thinned = thin(block, wide)
        expect(thinned.universeId).toBe(7)
        expect([...thinned.columns.ccu]).toEqual([...thinned.minutes])
        expect([...thinned.columns.likes].every(Number.isNaN)).toBe(true)
      }),
    )
  })

  it('changes nothing when it is done again, or finer first', () => {
    fc.assert(
      fc.property(minutesOfDay, interval, interval, (minutes, wide, fine) => {
        const once = thin(blockOf(minutes), wide)
        expect([...thin(once, wide).minutes]).toEqual([...once.minutes])
        if (wide % fine === 0) expect([...thin(thin(blockOf(minutes), fine), wide).minutes]).toEqual([...once.minutes])
      }),
    )
  })

  it('takes no second sample of a slot over the edge of a day, for slots are aligned to the hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), interval, (day, wide) => {
        const minutes = Array.from({ length: 2880 }, (_, index) => day * 1440 + index)
        const days = [minutes.slice(0, 1440), minutes.slice(1440)].flatMap((each) => [
          ...thin(blockOf(each), wide).minutes,
        ])
        expect(days).toEqual([...thin(blockOf(minutes), wide).minutes])
      }),
      { numRuns: 30 },
    )
  })
})

describe('missedSlots', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: -5, max: 500 }))

  it('is the due minutes strictly between, as one range from the first to the end of the last slot', () => {
    fc.assert(
      fc.property(span, interval, ([after, width], wide) => {
        const before = after + width
        const due: number[] = []
        for (let minute = after + 1; minute < before; minute++) if (isDue(minute, wide)) due.push(minute)
        const [first, last] = [due.at(0), due.at(-1)]
        const expected = first === undefined || last === undefined ? undefined : { from: first, until: last + wide }
        expect(missedSlots(after, before, wide)).toEqual(expected)
      }),
    )
  })

  it('ends at or before the next due minute, so that a gap never covers it', () => {
    fc.assert(
      fc.property(span, interval, ([after, width], wide) => {
        const before = Math.ceil((after + Math.max(0, width)) / wide) * wide
        const missed = missedSlots(after, before, wide)
        if (missed) expect(missed.until).toBeLessThanOrEqual(before)
      }),
    )
  })

  it('is nothing where nobody asks', () => {
    expect(missedSlots(0, 1000, 0)).toBeUndefined()
    expect(isDue(0, 0)).toBe(false)
  })
})
