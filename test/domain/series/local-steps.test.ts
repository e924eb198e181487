// The hours and days of a zone, compared with what Intl writes at each minute.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf, msOf } from '../../../src/domain/clock.js'
import { changesBetween } from '../../../src/domain/series/counter-change.js'
import { localEdges } from '../../../src/domain/series/local-steps.js'
import { rounds } from '../../support/test-run.js'

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'America/Santiago']
const at = (time: string): number => minuteOf(Date.parse(time))
const [MARCH, OCTOBER] = [at('2026-03-27T00:00Z'), at('2026-10-01T00:00Z')]

const span = fc
  .record({
    from: fc.oneof(
      fc.integer({ min: MARCH, max: MARCH + 14 * DAY_MINUTES }),
      fc.integer({ min: OCTOBER, max: OCTOBER + 35 * DAY_MINUTES }),
    ),
    length: fc.integer({ min: 1, max: 3 * DAY_MINUTES }),
  })
  .map(({ from, length }) => ({ from, until: from + length }))

describe('the hours and days of a zone', () => {
  it('begin where the clock of the zone shows another hour or date, and cover the span without a rest', () => {
    fc.assert(
      fc.property(
        span,
        fc.constantFrom(...ZONES),
        fc.constantFrom('hour' as const, 'day' as const),
        (range, timeZone, step) => {
          const edges = [...localEdges(range, step, timeZone)]
          const format = new Intl.DateTimeFormat('sv-SE', {
            timeZone,
            dateStyle: 'short',
            ...(step === 'hour' && { timeStyle: 'short' }),
          })
          const label = (minute: number) => format.format(msOf(minute)).slice(0, step === 'hour' ? 13 : 10)
          const [first = 0, last = 0] = [edges[0], edges.at(-1)]
          expect(first).toBeLessThanOrEqual(range.from)
          expect(edges[1]).toBeGreaterThan(range.from)
          expect(last).toBeGreaterThanOrEqual(range.until)
          expect(edges.at(-2)).toBeLessThan(range.until)
          const begins = new Set(edges)
          // A clock that is set back by an hour shows the same hour twice, and each of them is one.
          for (let minute = first + 1; minute < last; minute++)
            if (label(minute) !== label(minute - 1)) expect(begins.has(minute)).toBe(true)
          for (const edge of edges) if (step === 'day') expect(label(edge)).not.toBe(label(edge - 1))
        },
      ),
      { numRuns: rounds({ short: 60, long: 400 }) },
    )
  })

  it('are whole hours on the clock of zones of 45 minutes, and days of 25 hours', () => {
    const noon = at('2026-05-05T12:00Z')
    expect([...localEdges({ from: noon, until: noon + 60 }, 'hour', 'Asia/Kathmandu')]).toEqual(
      ['11:15', '12:15', '13:15'].map((time) => at(`2026-05-05T${time}Z`)),
    )
    const [begin = 0, end = 0] = localEdges(
      { from: at('2026-10-25T12:00Z'), until: at('2026-10-25T13:00Z') },
      'day',
      'Europe/Berlin',
    )
    expect(end - begin).toBe(25 * 60)
  })

  it('have the change of a counter, at the minute at which each begins [WEB-26]', () => {
    const from = at('2026-10-23T22:00Z')
    const minutes = Int32Array.from({ length: 4 * 144 + 1 }, (_, row) => from + row * 10)
    const values = Float64Array.from(minutes, (minute) => minute - from)
    const changes = changesBetween({ minutes, values, interval: 10 }, 'day', 'Europe/Berlin')
    expect([...changes.values]).toEqual([1_440, 1_500, 1_440])
    expect([...changes.minutes]).toEqual(['23T22', '24T22', '25T23'].map((time) => at(`2026-10-${time}:00Z`)))
  })
})
