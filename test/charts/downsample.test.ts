import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { downsample, type PointColumns } from '../../src/charts/reduction/downsample.js'
import { reducedLines } from '../../src/charts/reduction/hand-over.js'
import { rounds } from '../support/test-run.js'
import { chart } from './some-charts.js'

const FROM = 1_000_000

/** Steps of mostly one minute, with gaps among them, and some values that did not arrive. */
const anySeries = fc
  .array(
    fc.record({
      step: fc.oneof(
        { weight: 12, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 900 }) },
      ),
      value: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 2 ** 40 }) },
        { weight: 1, arbitrary: fc.constant(Number.NaN) },
      ),
    }),
    { maxLength: 3000, size: 'max' },
  )
  .map((steps) => {
    let minute = FROM - 5
    return points(
      steps.map(({ step, value }) => {
        minute += step
        return [minute, value] as const
      }),
    )
  })

const points = (pairs: readonly (readonly [number, number])[]): PointColumns => ({
  minutes: Int32Array.from(pairs, ([minute]) => minute),
  values: Float64Array.from(pairs, ([, value]) => value),
})
const pairsOf = ({ minutes, values }: PointColumns): [number, number][] =>
  Array.from(minutes, (minute, row) => [minute, values[row] ?? Number.NaN])

const anyFrame = fc.record({ length: fc.integer({ min: 1, max: 5000 }), buckets: fc.integer({ min: 1, max: 600 }) })

describe('fewer points', () => {
  it('are some of those that were there, in order, with the first, the last, the lowest and the highest', () => {
    fc.assert(
      fc.property(anySeries, anyFrame, (series, { length, buckets }) => {
        const frame = { from: FROM, until: FROM + length, buckets }
        const kept = downsample(series, { interval: 1 }, frame).flatMap(pairsOf)
        const there = pairsOf(series).filter(
          ([minute, value]) => minute >= frame.from && minute < frame.until && !Number.isNaN(value),
        )
        const known = new Map(there)
        for (const [minute, value] of kept) expect(known.get(minute)).toBe(value)
        expect(kept.every(([minute], n) => n === 0 || minute > (kept[n - 1]?.[0] ?? 0))).toBe(true)
        expect(kept[0]).toEqual(there[0])
        expect(kept.at(-1)).toEqual(there.at(-1))
        const values = (pairs: typeof kept) => pairs.map(([, value]) => value)
        expect(Math.min(...values(kept))).toBe(Math.min(...values(there)))
        expect(Math.max(...values(kept))).toBe(Math.max(...values(there)))
      }),
      { numRuns: rounds({ short: 60, long: 300 }) },
    )
  })

  it('never bridge a gap that can be seen, and open none that is not there', () => {
    fc.assert(
      fc.property(anySeries, anyFrame, (series, { length, buckets }) => {
        const frame = { from: FROM, until: FROM + length, buckets }
        const reach = Math.max(1.5, length / buckets)
        const there = pairsOf(series).flatMap(([minute, value]) =>
          minute >= frame.from && minute < frame.until && !Number.isNaN(value) ? [minute] : [],
        )
        const gaps = there.filter((minute, n) => n > 0 && minute - (there[n - 1] ?? 0) > reach)
        const windows = downsample(series, { interval: 1 }, frame)
        expect(windows.slice(1).map(({ minutes }) => minutes[0])).toEqual(gaps)
      }),
      { numRuns: rounds({ short: 60, long: 300 }) },
    )
  })

  it('are few, however many there were', () => {
    fc.assert(
      fc.property(anySeries, anyFrame, (series, { length, buckets }) => {
        const windows = downsample(series, { interval: 1 }, { from: FROM, until: FROM + length, buckets })
        const count = windows.reduce((total, { minutes }) => total + minutes.length, 0)
        expect(windows.length).toBeLessThanOrEqual(buckets + 1)
        expect(count).toBeLessThanOrEqual(2 * (buckets + 1) + 4 * windows.length)
      }),
      { numRuns: rounds({ short: 60, long: 300 }) },
    )
  })

  it('are joined where sampling was coarser, by the schedule in force then', () => {
    const coarse = Array.from({ length: 10 }, (_, n) => [FROM + n * 10, 5] as const)
    const fine = Array.from({ length: 50 }, (_, n) => [FROM + 100 + n, 5] as const)
    const frame = { from: FROM, until: FROM + 150, buckets: 500 }
    const schedule = [
      { since: FROM - 100, interval: 10 },
      { since: FROM + 100, interval: 1 },
    ]
    const series = points([...coarse, ...fine.filter((_, n) => n < 20 || n >= 23)])
    expect(downsample(series, { interval: 1, schedule }, frame).map(({ minutes }) => minutes[0])).toEqual([
      FROM,
      FROM + 123,
    ])
  })

  it('are none where there were none', () => {
    expect(downsample(points([]), { interval: 1 }, { from: 0, until: 10, buckets: 5 })).toEqual([])
  })
})

describe('the lines that are handed to the drawing thread', () => {
  it('are drawn with the same points and gaps as the whole lines', () => {
    fc.assert(
      fc.property(anySeries, anyFrame, fc.integer({ min: 0, max: 900 }), (series, { length, buckets }, shift) => {
        const window = { from: FROM + shift, until: FROM + shift + length }
        const line = { ...series, name: '', interval: 1 }
        const input = chart({ ...window, width: buckets, series: [line], previous: { ...line, shift } })
        const drawn = (points: PointColumns | undefined, earlier: number) =>
          downsample(
            points ?? line,
            { interval: 1 },
            { from: window.from - earlier, until: window.until - earlier, buckets },
          )
        const { series: reduced, previous } = reducedLines(input)
        expect(drawn(reduced[0], 0)).toEqual(drawn(line, 0))
        expect(drawn(previous, shift)).toEqual(drawn(line, shift))
      }),
      { numRuns: rounds({ short: 60, long: 300 }) },
    )
  })
})
