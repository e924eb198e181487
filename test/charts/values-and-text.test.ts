import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { altText } from '../../src/charts/alt-text.js'
import { chartOption } from '../../src/charts/chart-option.js'
import { layOut, legendNames } from '../../src/charts/layout.js'
import { cut, isolated, widthOf, wrapped } from '../../src/charts/text.js'
import { tickFormat, valueAxis, valueFormat } from '../../src/charts/value-axis.js'
import { METRICS } from '../../src/domain/measures.js'
import { rounds } from '../support/test-run.js'
import { CHARTS, chart, FROM } from './some-charts.js'

describe('the value axis', () => {
  it('holds all values on few round steps, with no two labels alike', () => {
    const values = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 2 ** 53 - 1 }))
    fc.assert(
      fc.property(
        fc.constantFrom(...METRICS),
        values,
        values,
        fc.boolean(),
        fc.constantFrom('en-US', 'de', 'ja'),
        (metric, a, b, fromZero, locale) => {
          const scale = metric === 'like_ratio' ? Math.max(a, b, 1) : 1
          const extent = [Math.min(a, b) / scale, Math.max(a, b) / scale] as const
          const axis = valueAxis(metric, extent, fromZero)
          // Beyond fifteen digits neighbors cannot be distinguished by anybody.
          const off = extent[1] * 1e-14
          expect(axis.min).toBeLessThanOrEqual(extent[0] + off)
          expect(axis.max).toBeGreaterThanOrEqual(extent[1] - off)
          expect(axis.min).toBeGreaterThanOrEqual(0)
          expect(axis.ticks.length).toBeGreaterThanOrEqual(2)
          expect(axis.ticks.length).toBeLessThanOrEqual(8)
          if (fromZero) expect(axis.min).toBe(0)
          if (extent[1] - extent[0] < extent[1] * 1e-6) return
          expect(new Set(axis.ticks.map(tickFormat(metric, axis, locale))).size).toBe(axis.ticks.length)
        },
      ),
      { numRuns: rounds({ short: 400, long: 2000 }) },
    )
  })

  it('writes what is round in few digits', () => {
    const labels = (metric: 'ccu' | 'visits' | 'like_ratio', low: number, high: number, locale = 'en-US') => {
      const axis = valueAxis(metric, [low, high], metric === 'ccu')
      return axis.ticks.map(tickFormat(metric, axis, locale))
    }
    expect(labels('ccu', 12, 870)).toEqual(['0', '250', '500', '750', '1,000'])
    expect(labels('ccu', 0, 0)).toEqual(['0', '1'])
    expect(labels('ccu', 0, 23_000)).toEqual(['0', '10K', '20K', '30K'])
    expect(labels('visits', 39_206_917, 39_220_000)).toEqual(['39.205M', '39.210M', '39.215M', '39.220M', '39.225M'])
    expect(labels('like_ratio', 0.9, 0.935)).toEqual(['90%', '91%', '92%', '93%', '94%'])
    expect(labels('like_ratio', 1, 1).at(-1)).toBe('100.0%')
    expect(valueFormat('visits', 'de')(39_206_917)).toBe('39.206.917')
  })
})

describe('the value axis of the like ratio', () => {
  const axisOf = (low: number, high: number) => valueAxis('like_ratio', [low, high], false)

  it('covers at least a point, so that hundredths of one are no stairs, with labels of two decimals at most [WEB-26]', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const { min, max, ticks, ...axis } = axisOf(low, high)
        expect(max - min).toBeGreaterThanOrEqual(0.01 - 1e-12)
        expect(min).toBeGreaterThanOrEqual(0)
        expect(min).toBeLessThanOrEqual(low)
        expect(max).toBeGreaterThanOrEqual(high)
        for (const tick of ticks)
          expect(tickFormat('like_ratio', { min, max, ticks, ...axis }, 'en-US')(tick)).toMatch(/^\d+(\.\d{1,2})?%$/)
      }),
      { numRuns: rounds({ short: 300, long: 2_000 }) },
    )
  })

  it('stays within 0 and 100 %', () => {
    expect(axisOf(0.8815, 0.88153).max - axisOf(0.8815, 0.88153).min).toBeGreaterThanOrEqual(0.01)
    expect(axisOf(0.99999, 1).max).toBe(1)
    expect(axisOf(0, 0.00001).min).toBe(0)
  })
})

describe('text in a chart', () => {
  it('is cut between whole characters, and only where it does not fit', () => {
    const names = fc.string({ unit: 'grapheme', maxLength: 100 })
    fc.assert(
      fc.property(names, fc.integer({ min: 30, max: 500 }), (name, room) => {
        const short = cut(name, 15, room)
        expect(widthOf(short, 15)).toBeLessThanOrEqual(room)
        if (widthOf(name, 15) <= room) expect(short).toBe(name)
        else expect(name.startsWith(short.slice(0, -1))).toBe(true)
        expect(short).not.toMatch(/[\ud800-\udbff]…$/)
        const lines = wrapped(name, 15, room, 2)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(widthOf(line, 15)).toBeLessThanOrEqual(room)
      }),
      { numRuns: rounds({ short: 300, long: 1000 }) },
    )
    expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 10, 25)).toBe('👨‍👩‍👧‍👦…')
  })

  it('is broken between words', () => {
    expect(wrapped('Super Mega Tycoon Simulator', 15, 130, 2)).toEqual(['Super Mega', 'Tycoon Simula…'])
  })

  it('keeps its direction to itself', () => {
    expect(isolated('משחק')).toBe('\u2067משחק\u2069')
    expect(isolated('Game')).toBe('Game')
    // In Hebrew, the day stands before the month and both ends of the range read from the right.
    const { option } = chartOption(chart({ locale: 'he' }))
    const subtitle = [option.title ?? []].flat().find(({ text = '' }) => text.startsWith('Players online'))
    expect(subtitle?.text).toMatch(/· \u2067.+\u2069$/)
  })

  it('names every line once', () => {
    expect(legendNames(['A', 'A', 'A (2)', '\n A\u202e '], 520)).toEqual(['A', 'A (2)', 'A (2) (2)', 'A (3)'])
  })

  it('makes the picture higher, never wider', () => {
    const plain = { width: 520, title: 'A', subtitle: 'B', unit: '', legend: [], hasMarkers: false, widestValue: '100' }
    const full = layOut({ ...plain, title: 'A '.repeat(60), legend: Array(5).fill('A name of a game') })
    expect(full.height).toBeGreaterThan(layOut(plain).height)
    expect(full.plot.left + full.plot.width).toBeLessThan(520)
  })
})

describe('the alternative text', () => {
  type FigureTexts = { lowest: string; highest: string; peakAt: string; last: string }
  const figures = ({ lowest, highest, peakAt, last }: FigureTexts) =>
    `Lowest ${lowest}, highest ${highest} (${peakAt}), last ${last}.`
  const catalog = {
    chart: (metric: string, title: string, range: string) => `${metric} of ${title}, ${range}.`,
    figures,
    figuresOf: (name: string, texts: FigureTexts) => `${name}: ${figures(texts)}`,
    noData: 'No data.',
  }
  const altTextOf = (input: Parameters<typeof altText>[0]) => altText(input, catalog).replaceAll(/\s/g, ' ')

  it('says what is shown, from when to when, and the lowest, highest and last value', () => {
    const [minutes, values] = [
      Int32Array.of(FROM, FROM + 1, FROM + 2, FROM + 3),
      Float64Array.of(5, 2000, Number.NaN, 7),
    ]
    const series = [{ name: 'X', minutes, values, interval: 1 }]
    expect(altTextOf(chart({ series, timeZone: 'UTC' }))).toBe(
      'Players online of Crossroads, Mar 1 – 30, 2026. Lowest 5, highest 2,000 (Mar 1, 12:01 AM), last 7.',
    )
  })

  it('distinguishes every game of a comparison, and what has no data', () => {
    expect(altTextOf(CHARTS.compare ?? chart()).match(/: Lowest/g)).toHaveLength(5)
    expect(altTextOf(CHARTS['all-gaps'] ?? chart())).toContain('No data.')
  })

  it('stays within what Discord takes', () => {
    const name = '🎮'.repeat(100)
    const series = Array.from({ length: 5 }, () => ({
      ...(chart().series[0] ?? { minutes: new Int32Array(), values: new Float64Array(), interval: 1 }),
      name,
    }))
    expect(altTextOf(chart({ title: name, series })).length).toBeLessThanOrEqual(1024)
  })
})
