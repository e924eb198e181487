// What must be true of the usual, whatever the series.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WEEK_HOURS } from '../../../src/domain/clock.js'
import { type Hour, HourlyMeans, type HourlySeries } from '../../../src/domain/insights/usual/hourly-means.js'
import { type Usual, UsualModel } from '../../../src/domain/insights/usual/usual.js'
import { windowErrors } from '../../../src/domain/insights/usual/usual-errors.js'
import { rounds } from '../../support/test-run.js'
import { BEGIN, chance, someSeries } from './some-series.js'

const FIVE_WEEKS = 5 * WEEK_HOURS
const NOW = (BEGIN + FIVE_WEEKS) * 60
const seed = fc.integer({ min: 1, max: 1_000 })

const usualAt = (series: HourlySeries, minute = NOW): Usual => new UsualModel({ series, until: minute }).at(minute)

const expectedAt = (series: HourlySeries, minute = NOW): number => {
  const usual = usualAt(series, minute)
  return usual.kind === 'known' ? usual.expected : Number.NaN
}

describe('the usual', () => {
  test('of a game with ten times the players is ten times as much [INSIGHTS-1]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 2, max: 50 }), (seed, factor) => {
        const once = expectedAt(someSeries({ hours: FIVE_WEEKS, seed }))
        const more = expectedAt(someSeries({ hours: FIVE_WEEKS, seed, mean: 5_000 * factor }))
        expect(more / once / factor).toBeCloseTo(1, 5)
      }),
    )
  })

  test('is not moved by one week that was special [INSIGHTS-1]', () => {
    fc.assert(
      fc.property(
        seed,
        fc.integer({ min: 2, max: 4 }),
        fc.double({ min: 0.2, max: 6, noNaN: true }),
        (seed, week, times) => {
          const hours = FIVE_WEEKS
          const special = (hour: Hour) => Math.ceil((BEGIN + hours - hour) / WEEK_HOURS) === week
          const plain = expectedAt(someSeries({ hours, seed }))
          const moved = expectedAt(someSeries({ hours, seed, change: (v, hour) => (special(hour) ? v * times : v) }))
          expect(Math.abs(moved / plain - 1)).toBeLessThan(0.06)
        },
      ),
    )
  })

  test('a week after an event of an evening does not expect it again [INSIGHTS-1]', () => {
    const event = (value: number, hour: Hour) => {
      const ago = BEGIN + FIVE_WEEKS - hour
      return ago > WEEK_HOURS - 3 && ago <= WEEK_HOURS + 3 ? value * 3 : value
    }
    const plain = expectedAt(someSeries({ hours: FIVE_WEEKS }))
    expect(Math.abs(expectedAt(someSeries({ hours: FIVE_WEEKS, change: event })) / plain - 1)).toBeLessThan(0.05)
  })

  test('expects no event again where the week of the event is the only one that is known [INSIGHTS-4]', () => {
    for (const [days, times] of [8, 10, 12].flatMap((days) => [0.2, 2, 3].map((times) => [days, times] as const))) {
      const hours = days * 24 + 7
      const event = (value: number, hour: Hour) =>
        Math.abs(BEGIN + hours - hour - WEEK_HOURS) < 2 ? value * times : value
      const now = (BEGIN + hours) * 60
      const plain = expectedAt(someSeries({ hours }), now)
      expect(Math.abs(expectedAt(someSeries({ hours, change: event }), now) / plain - 1)).toBeLessThan(0.08)
    }
  })

  test('does not follow a fall in the six hours before [INSIGHTS-1]', () => {
    const fall = (value: number, hour: Hour) => (hour >= BEGIN + FIVE_WEEKS - 5 ? 0 : value)
    const plain = expectedAt(someSeries({ hours: FIVE_WEEKS }))
    expect(expectedAt(someSeries({ hours: FIVE_WEEKS, change: fall }))).toBeCloseTo(plain, 6)
  })

  test('follows a new level once it has lasted for a day and a half [INSIGHTS-1]', () => {
    const grown = (value: number, hour: Hour) => (hour >= BEGIN + FIVE_WEEKS - 36 ? value * 1.5 : value)
    const plain = expectedAt(someSeries({ hours: FIVE_WEEKS }))
    expect(expectedAt(someSeries({ hours: FIVE_WEEKS, change: grown })) / plain).toBeCloseTo(1.5, 1)
  })

  test('loses only the week in which hours are unknown [INSIGHTS-2]', () => {
    const gap = (value: number, hour: Hour) => {
      const ago = BEGIN + FIVE_WEEKS - hour
      return ago > 2 * WEEK_HOURS - 4 && ago < 2 * WEEK_HOURS + 4 ? Number.NaN : value
    }
    const whole = usualAt(someSeries({ hours: FIVE_WEEKS }))
    const part = usualAt(someSeries({ hours: FIVE_WEEKS, change: gap }))
    expect(whole).toMatchObject({ kind: 'known', weeks: 4 })
    expect(part).toMatchObject({ kind: 'known', weeks: 3 })
    if (whole.kind === 'known' && part.kind === 'known') {
      expect(Math.abs(part.expected / whole.expected - 1)).toBeLessThan(0.05)
    }
  })

  test('leaves out spans that are marked as special [INSIGHTS-2]', () => {
    const span = { from: NOW - 10 * 1_440, until: NOW - 6 * 1_440 }
    const event = (value: number, hour: Hour) => (hour * 60 >= span.from && hour * 60 < span.until ? value * 9 : value)
    const gap = (value: number, hour: Hour) => (event(1, hour) === 9 ? Number.NaN : value)
    const [marked, unknown] = [
      someSeries({ hours: FIVE_WEEKS, change: event }),
      someSeries({ hours: FIVE_WEEKS, change: gap }),
    ]
    expect(new UsualModel({ series: marked, until: NOW, excluded: [span] }).at(NOW)).toEqual(usualAt(unknown))
  })

  test('reads nothing at or after its limit, nor after the minute at which it is frozen [INSIGHTS-3]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: WEEK_HOURS * 60 - 1 }), (seed, ahead) => {
        const limit = NOW - WEEK_HOURS * 60
        const after = (value: number, hour: Hour) => (hour * 60 + 60 > limit ? value * chance(seed, hour) * 9 : value)
        const [plain, changed] = [
          someSeries({ hours: FIVE_WEEKS, seed }),
          someSeries({ hours: FIVE_WEEKS, seed, change: after }),
        ]
        const minute = limit + ahead
        const frozen = (series: HourlySeries) => new UsualModel({ series, until: NOW, frozenAt: limit }).at(minute)
        expect(frozen(changed)).toEqual(frozen(plain))
        expect(frozen(changed)).toMatchObject({ kind: 'known' })
        const limited = (series: HourlySeries) => new UsualModel({ series, until: limit }).at(minute)
        expect(limited(changed)).toEqual(limited(plain))
      }),
      { numRuns: rounds({ short: 8, long: 20 }) },
    )
  })

  test('has no steps between minutes [INSIGHTS-1]', () => {
    const model = new UsualModel({ series: someSeries({ hours: FIVE_WEEKS }), until: NOW })
    let before = Number.NaN
    for (let minute = NOW - 1_440; minute < NOW; minute++) {
      const usual = model.at(minute)
      if (usual.kind !== 'known') throw new Error('known')
      if (!Number.isNaN(before)) expect(Math.abs(usual.expected / before - 1)).toBeLessThan(0.005)
      before = usual.expected
    }
  })

  test('is a number within its band, whatever was measured [INSIGHTS-1]', () => {
    const value = fc.oneof(
      fc.constantFrom(0, Number.NaN, Number.NaN, -3),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 0, max: 5_000_000 }),
    )
    const frozen = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 0, maxLength: 900 }), frozen, (values, ahead) => {
        const series = { since: BEGIN, until: BEGIN + values.length, at: (h: Hour) => values[h - BEGIN] ?? Number.NaN }
        const minute = (BEGIN + values.length) * 60 + 17
        for (const frozenAt of [undefined, minute - 60 * ahead]) {
          const query = frozenAt === undefined ? { series, until: minute } : { series, until: minute, frozenAt }
          const usual = new UsualModel(query).at(minute)
          if (usual.kind === 'not yet') expect(usual.from).toBeGreaterThan(minute - 60)
          else {
            expect(usual.expected).toBeGreaterThanOrEqual(usual.low)
            expect(usual.high).toBeGreaterThanOrEqual(usual.expected)
            expect(Number.isFinite(usual.high) && usual.low >= 0).toBe(true)
          }
        }
      }),
      { numRuns: rounds({ short: 20, long: 60 }) },
    )
  })
})

describe('before two days are known', () => {
  test('the usual is not known yet, and says from when it is [INSIGHTS-4]', () => {
    fc.assert(
      fc.property(
        seed,
        fc.integer({ min: 0, max: 47 }),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        (seed, hours, missing) => {
          const holes = (value: number, hour: Hour) =>
            hour < BEGIN + hours && chance(seed, hour) < missing ? Number.NaN : value
          const minute = (BEGIN + hours) * 60
          const now = usualAt(someSeries({ hours, seed, change: holes }), minute)
          if (now.kind !== 'not yet') throw new Error('not yet')
          const later = someSeries({ hours: 300, seed, change: holes })
          expect(usualAt(later, now.from)).toMatchObject({ kind: 'known' })
          expect(usualAt(later, now.from - 1)).toMatchObject({ kind: 'not yet' })
        },
      ),
    )
  })

  test('an unbroken series is known from two days on, and by weeks from one week on [INSIGHTS-4]', () => {
    const series = someSeries({ hours: FIVE_WEEKS })
    expect(usualAt(series, BEGIN * 60)).toEqual({ kind: 'not yet', from: (BEGIN + 48) * 60 })
    expect(usualAt(series, (BEGIN + 48) * 60)).toMatchObject({ kind: 'known', weeks: 0 })
    expect(usualAt(series, (BEGIN + WEEK_HOURS + 30) * 60)).toMatchObject({ kind: 'known', weeks: 1 })
  })
})

describe('the band', () => {
  test('of a small game is at least the counting noise [INSIGHTS-5]', () => {
    const usual = usualAt(someSeries({ hours: FIVE_WEEKS, mean: 25, noise: 0 }))
    if (usual.kind !== 'known') throw new Error('known')
    expect(usual.high - usual.expected).toBeGreaterThan(1.28 * Math.sqrt(usual.expected))
    expect(usual.expected - usual.low).toBeGreaterThan(1.28 * Math.sqrt(usual.expected))
  })

  test('holds about four of five hours to come [INSIGHTS-5]', () => {
    let [inside, all] = [0, 0]
    for (let seed = 1; seed <= 12; seed++) {
      const series = someSeries({ hours: FIVE_WEEKS, seed, noise: 0.2 })
      const model = new UsualModel({ series, until: NOW })
      for (let hour = series.until - WEEK_HOURS; hour < series.until; hour++, all++) {
        const usual = model.at(hour * 60 + 30)
        if (usual.kind === 'known' && series.at(hour) >= usual.low && series.at(hour) <= usual.high) inside++
      }
    }
    expect(inside / all).toBeGreaterThan(0.75)
    expect(inside / all).toBeLessThan(0.85)
  })

  test('is not widened for a week by an event of a day, as far as the event reached [INSIGHTS-5]', () => {
    for (const times of [0.3, 2.5]) {
      const event = (value: number, hour: Hour) => {
        const ago = BEGIN + FIVE_WEEKS - hour
        return ago > 4 * 24 && ago <= 4 * 24 + 30 ? value * times : value
      }
      const usual = usualAt(someSeries({ hours: FIVE_WEEKS, change: event }))
      if (usual.kind !== 'known') throw new Error('The usual is not known.')
      expect(usual.high / usual.expected).toBeLessThan(1.25)
      expect(usual.low / usual.expected).toBeGreaterThan(0.8)
    }
  })

  test('of whole windows is narrower than that of single hours [INSIGHTS-5]', () => {
    const series = someSeries({ hours: FIVE_WEEKS, noise: 0.2 })
    const { expectedAhead: ahead } = new UsualModel({ series, until: NOW })
    const widths = [1, 12].map((hours) => {
      const errors = windowErrors({ series, expectedAhead: ahead, hours, before: series.until })
      expect(errors.length).toBeGreaterThan(40)
      return (errors.at(-5) ?? 0) - (errors[4] ?? 0)
    })
    expect(widths[1]).toBeLessThan(widths[0] ?? 0)
  })
})

describe('the ring of hours', () => {
  test('keeps the newest four weeks in less than 3 kB and forgets the rest', () => {
    const ring = new HourlyMeans(BEGIN)
    for (let hour = BEGIN; hour < BEGIN + 2_000; hour++) if (hour % 5 > 0) ring.set(hour, hour - BEGIN)
    for (let hour = BEGIN; hour < BEGIN + 2_100; hour++) {
      const kept = hour >= ring.since && hour < BEGIN + 2_000 && hour % 5 > 0
      expect(ring.at(hour)).toBe(kept ? hour - BEGIN : Number.NaN)
    }
    expect((ring.until - ring.since) * Float32Array.BYTES_PER_ELEMENT).toBeLessThan(3_000)
    ring.set(ring.since - 1, 7)
    expect(ring.at(ring.since - 1)).toBeNaN()
  })
})
