import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offsetLabel, rangeLabel, timeTicks } from '../../src/charts/axis-labels.js'
import { widthOf } from '../../src/charts/text.js'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import { minuteAtWall, wallOf } from '../../src/domain/rules/wall-clock.js'
import { rounds } from '../support/test-run.js'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Beirut',
]
const LOCALES = ['en-US', 'en-GB', 'de', 'fr', 'ru', 'ja', 'th', 'hi', 'pt-BR', 'el']
const room = { room: 450, overhang: 14, size: 15 }
const at = (text: string) => minuteOf(Date.parse(text))
const labels = (from: string, until: string, timeZone = 'UTC', locale = 'en-US') =>
  timeTicks({ from: at(from), until: at(until), timeZone, locale, ...room }).map(({ label }) => label)

describe('the labels of the time axis', () => {
  it('say midnight as a date, never as a bare number', () => {
    expect(labels('2026-03-19T12:00Z', '2026-03-20T12:00Z')).toEqual([
      '12 PM',
      '4 PM',
      '8 PM',
      'Mar 20',
      '4 AM',
      '8 AM',
    ])
    expect(labels('2026-03-19T12:00Z', '2026-03-20T12:00Z', 'Europe/Berlin', 'de')).toContain('20. März')
  })

  it('are in the language and on the clock of the reader', () => {
    expect(labels('2026-03-01T00:00Z', '2026-03-02T00:00Z', 'Asia/Kathmandu', 'en-GB')).toEqual([
      '08:00',
      '12:00',
      '16:00',
      '20:00',
      '2 Mar',
      '04:00',
    ])
    expect(labels('2026-01-01T00:00Z', '2026-12-31T00:00Z', 'UTC', 'ru')[1]).toMatch(/^март|^мар/)
  })

  it('mark weeks by their Mondays and the turn of the year by its number', () => {
    expect(labels('2026-03-01T00:00Z', '2026-03-31T00:00Z')).toEqual(['Mar 2', 'Mar 9', 'Mar 16', 'Mar 23', 'Mar 30'])
    expect(labels('2025-03-01T00:00Z', '2026-03-01T00:00Z')).toContain('2026')
  })

  it('are never missing, also where the days are too many and no week begins', () => {
    const days = { from: at('2008-05-04T21:01Z'), until: at('2008-05-10T19:33Z'), timeZone: 'Africa/Cairo' }
    expect(timeTicks({ ...days, locale: 'pt-BR', ...room, room: 250 }).map(({ label }) => label)).toEqual(['7 de mai.'])
  })

  it('stand in order, inside the range, at round times of the zone, without touching', () => {
    const lengths = fc.oneof(
      fc.integer({ min: 10, max: 3000 }),
      fc.integer({ min: 3000, max: 60 * DAY_MINUTES }),
      fc.integer({ min: DAY_MINUTES * 60, max: DAY_MINUTES * 4000 }),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: at('2005-01-01T00:00Z'), max: at('2030-01-01T00:00Z') }),
        lengths,
        fc.constantFrom(...ZONES),
        fc.constantFrom(...LOCALES),
        fc.integer({ min: 250, max: 1200 }),
        (from, length, timeZone, locale, width) => {
          const until = from + length
          const ticks = timeTicks({ from, until, timeZone, locale, ...room, room: width })
          expect(ticks.length).toBeGreaterThan(0)
          let end = Number.NEGATIVE_INFINITY
          for (const { at, label } of ticks) {
            expect(at).toBeGreaterThanOrEqual(from)
            expect(at).toBeLessThan(until)
            const x = ((at - from) / length) * width
            const half = widthOf(label, room.size) / 2
            expect(x - half).toBeGreaterThan(end)
            expect(x + half).toBeLessThanOrEqual(width + room.overhang)
            end = x + half
            expect(label).not.toBe('')
            // A bare number is a year.
            if (/^\d+$/.test(label)) expect(label).toMatch(/^\d{4}$/)
          }
        },
      ),
      { numRuns: rounds({ short: 100, long: 400 }) },
    )
  })

  it('stand at midnight of the zone where they are days, summer time or not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'),
        (day, timeZone) => {
          const from = at('2026-01-01T00:00Z') + day * DAY_MINUTES
          for (const tick of timeTicks({ from, until: from + 30 * DAY_MINUTES, timeZone, locale: 'en-US', ...room })) {
            expect(wallOf(tick.at, timeZone) % DAY_MINUTES).toBe(0)
          }
        },
      ),
    )
  })
})

describe('a clock on the wall', () => {
  it('is read and set alike, also around the changes of the hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2000-01-01T00:00Z'), max: at('2030-01-01T00:00Z') }),
        fc.constantFrom(...ZONES),
        (minute, zone) => {
          const back = minuteAtWall(wallOf(minute, zone), zone)
          expect(wallOf(back, zone)).toBe(wallOf(minute, zone))
          // Where the clock goes back, a time comes twice.
          expect(back).toBeLessThanOrEqual(minute)
        },
      ),
      { numRuns: rounds({ short: 400, long: 2000 }) },
    )
  })

  it('takes the first minute after a time that is skipped', () => {
    // 2026-03-29, Berlin: 02:00 becomes 03:00.
    expect(minuteAtWall(at('2026-03-29T02:30Z'), 'Europe/Berlin')).toBe(at('2026-03-29T01:00Z'))
    // 2026-04-24, Cairo: 00:00 becomes 01:00; the day begins then.
    expect(minuteAtWall(at('2026-04-24T00:00Z'), 'Africa/Cairo')).toBe(at('2026-04-23T22:00Z'))
  })

  it('takes the first of two minutes with the same time, east and west of Greenwich', () => {
    // 2026-10-25, Berlin: 03:00 becomes 02:00. 2026-11-01, New York: 02:00 becomes 01:00.
    expect(minuteAtWall(at('2026-10-25T02:30Z'), 'Europe/Berlin')).toBe(at('2026-10-25T00:30Z'))
    expect(minuteAtWall(at('2026-11-01T01:30Z'), 'America/New_York')).toBe(at('2026-11-01T05:30Z'))
    // 2021-10-29, Amman: 01:00 becomes 00:00; the day begins before that.
    expect(minuteAtWall(at('2021-10-29T00:00Z'), 'Asia/Amman')).toBe(at('2021-10-28T21:00Z'))
  })

  it('states its offset, unless it changes', () => {
    expect(offsetLabel(at('2026-01-01T00:00Z'), at('2026-02-01T00:00Z'), 'Asia/Kathmandu')).toBe('UTC+5:45')
    expect(offsetLabel(at('2026-01-01T00:00Z'), at('2026-02-01T00:00Z'), 'America/New_York')).toBe('UTC−5')
    expect(offsetLabel(at('2026-03-01T00:00Z'), at('2026-04-01T00:00Z'), 'Europe/Berlin')).toBeUndefined()
  })
})

describe('the range in a title', () => {
  const label = (from: string, until: string, timeZone = 'UTC') =>
    rangeLabel({ from: at(from), until: at(until), timeZone, locale: 'en-US' }).replaceAll(/\s/g, ' ')
  it('counts both ends', () => {
    expect(label('2026-03-01T00:00Z', '2026-03-31T00:00Z')).toBe('Mar 1 – 30, 2026')
    expect(label('2026-03-01T00:00Z', '2026-03-02T00:00Z')).toBe('Mar 1, 2026')
    expect(label('2026-03-01T10:00Z', '2026-03-02T10:00Z')).toBe('Mar 1, 10:00 AM – Mar 2, 2026, 10:00 AM')
  })
  it('has the year beside times, unless it is that of now', () => {
    const range = { from: at('2026-03-01T10:00Z'), until: at('2026-03-02T10:00Z'), timeZone: 'UTC', locale: 'en-US' }
    const labelAt = (now: string) => rangeLabel({ ...range, now: at(now) }).replaceAll(/\s/g, ' ')
    expect(labelAt('2026-12-31T23:59Z')).toBe('Mar 1, 10:00 AM – Mar 2, 10:00 AM')
    expect(rangeLabel({ ...range, until: at('2026-03-01T11:00Z') }).replaceAll(/\s/g, ' ')).toBe(
      'Mar 1, 2026, 10:00 – 11:00 AM',
    )
    expect(labelAt('2027-01-01T00:00Z')).toBe('Mar 1, 10:00 AM – Mar 2, 2026, 10:00 AM')
  })
})
