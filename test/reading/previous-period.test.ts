import { expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, minuteOf } from '../../src/domain/clock.js'
import { spanOf } from '../../src/domain/rules/span.js'
import { previousShift } from '../../src/services/reading/chart-series.js'

const at = (time: string): number => minuteOf(Date.parse(time))

it('a period before begins at the same time of day, also where the clocks changed between the two [WEB-22]', () => {
  const days = { from: at('2026-03-30T00:00+02:00'), until: at('2026-04-01T00:00+02:00') }
  expect(days.from - previousShift(days, 'Europe/Berlin')).toBe(at('2026-03-28T00:00+01:00'))
  expect(previousShift(days)).toBe(2 * DAY_MINUTES)
  const autumn = { from: at('2026-10-26T00:00+01:00'), until: at('2026-10-27T12:00+01:00') }
  expect(previousShift(autumn, 'Europe/Berlin')).toBe(49 * HOUR_MINUTES)
  // The day on which clocks are set back has 25 hours, and is one day all the same.
  const long = { from: at('2026-10-25T00:00+02:00'), until: at('2026-10-26T00:00+01:00') }
  expect(previousShift(long, 'Europe/Berlin')).toBe(DAY_MINUTES)
})

it('a named range is compared with as many days before, from the first minute of a day on [WEB-22]', () => {
  for (const now of ['2026-06-10T22:00Z', '2026-06-10T22:59Z', '2026-06-11T12:00Z', '2026-06-11T21:59Z'])
    for (const [name, days] of [
      ['24h', 1],
      ['7d', 7],
      ['30d', 30],
    ] as const) {
      const span = spanOf(name, { now: at(now), first: 0, interval: 10, timeZone: 'Europe/Berlin' })
      expect(previousShift(span, 'Europe/Berlin', name)).toBe(days * DAY_MINUTES)
    }
})

it('named ranges begin at midnight of the zone, also of 45 minutes and of the day on which clocks change', () => {
  const beginOf = (now: string, timeZone: string) =>
    spanOf('7d', { now: at(now), first: 0, interval: 1, timeZone }).from
  expect(beginOf('2026-10-28T11:00Z', 'Europe/Berlin')).toBe(at('2026-10-22T00:00+02:00'))
  expect(beginOf('2026-10-28T23:30Z', 'Europe/Berlin')).toBe(at('2026-10-23T00:00+02:00'))
  expect(beginOf('2026-05-08T18:14Z', 'Asia/Kathmandu')).toBe(at('2026-05-02T00:00+05:45'))
  expect(beginOf('2026-05-08T18:15Z', 'Asia/Kathmandu')).toBe(at('2026-05-03T00:00+05:45'))
  expect(spanOf('24h', { now: at('2026-10-25T12:00Z'), first: 0, interval: 1, timeZone: 'Europe/Berlin' }).from).toBe(
    at('2026-10-24T12:01Z'),
  )
})
