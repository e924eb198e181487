// Buckets of the calendar, held against the calendar that Intl shows for each of their ends.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import { type BucketGrid, bucketOf, bucketsBefore, bucketsIn, edgesOf } from '../../../src/domain/series/buckets.js'
import { SERIES_INTERVALS } from '../../../src/domain/series/interval.js'
import { rounds } from '../../support/test-run.js'

const FIRST = minuteOf(Date.UTC(2019, 0, 1))
const LAST = minuteOf(Date.UTC(2027, 0, 1))
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
]

const query = fc.record({
  interval: fc.constantFrom(...SERIES_INTERVALS),
  timeZone: fc.constantFrom(...ZONES),
  from: fc.integer({ min: FIRST, max: LAST }),
  length: fc.integer({ min: 1, max: 60 * 24 * 40 }),
})

const local = (minute: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(minute * 60_000)
const weekday = (minute: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(minute * 60_000)

describe('the buckets of a range', () => {
  it('follow one another, and the range begins in the first and ends in the last [API-41]', () => {
    fc.assert(
      fc.property(query, ({ interval, timeZone, from, length }) => {
        const grid: BucketGrid = { interval, timeZone }
        const size = interval === '1m' ? Math.min(length, 500) : length
        const edges = edgesOf(bucketsIn({ from, until: from + size }, grid), grid)
        for (let at = 1; at < edges.length; at++) expect(edges[at]).toBeGreaterThan(edges[at - 1] ?? 0)
        expect(edges[0]).toBeLessThanOrEqual(from)
        expect(edges[1]).toBeGreaterThan(from)
        expect(edges.at(-1)).toBeGreaterThanOrEqual(from + size)
        expect(edges.at(-2)).toBeLessThan(from + size)
      }),
      { numRuns: rounds({ short: 60, long: 300 }) },
    )
  })

  it('of days and weeks begin at the first minute of the local day, weeks on Mondays [API-41]', () => {
    fc.assert(
      fc.property(query, fc.constantFrom('1d' as const, '1w' as const), ({ timeZone, from, length }, interval) => {
        const grid = { interval, timeZone }
        for (const edge of edgesOf(bucketsIn({ from, until: from + length }, grid), grid)) {
          const day = local(edge, timeZone).slice(0, 10)
          expect(local(edge - 1, timeZone).slice(0, 10)).not.toBe(day)
          if (interval === '1w') expect(weekday(edge, timeZone)).toBe('Mon')
        }
      }),
      { numRuns: rounds({ short: 40, long: 150 }) },
    )
  })

  it('of the period before end where these begin, and those of the year before have their weekdays [API-42]', () => {
    fc.assert(
      fc.property(query, ({ interval, timeZone, from, length }) => {
        const grid = { interval, timeZone }
        const size = interval === '1m' ? Math.min(length, 500) : length
        const buckets = bucketsIn({ from, until: from + size }, grid)
        const before = bucketsBefore(buckets, 'previous', grid)
        expect(before.count).toBe(buckets.count)
        expect(edgesOf(before, grid).at(-1)).toBe(edgesOf(buckets, grid)[0])
        const year = edgesOf(bucketsBefore(buckets, 'year', grid), grid)
        expect(weekday(year[0] ?? 0, interval === '1d' ? timeZone : 'UTC')).toBe(
          weekday(edgesOf(buckets, grid)[0] ?? 0, interval === '1d' ? timeZone : 'UTC'),
        )
        expect(bucketOf(year[0] ?? 0, grid)).toBe(bucketsBefore(buckets, 'year', grid).first)
      }),
      { numRuns: rounds({ short: 40, long: 150 }) },
    )
  })
})
