// How several games share the axis of a chart.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChartInput } from '../../src/charts/chart-input.js'
import { chartOption } from '../../src/charts/chart-option.js'
import { chartCsv } from '../../src/charts/page/chart-csv.js'
import { scaledAxis, type ValueScale } from '../../src/charts/scales.js'
import { rounds } from '../support/test-run.js'
import { chart, FROM, players } from './some-charts.js'

const DAY = 1_440
const small = players({ name: 'Small', days: 1, step: 60, scale: 20 })
const large = players({ name: 'Large', days: 1, step: 60, scale: 40_000 })
const pair = (scale: ValueScale) => chart({ series: [small, large], until: FROM + DAY, scale })

interface DrawnOption {
  readonly yAxis: {
    readonly min: number
    readonly max: number
    readonly axisLabel: { formatter(value: number): string }
  }
  readonly series: readonly {
    readonly data: readonly (readonly [number, number] | { readonly value: readonly number[] })[]
  }[]
}
const drawn = (scale: ValueScale) => chartOption(pair(scale)).option as unknown as DrawnOption
const firstOf = ({ series }: DrawnOption) =>
  series.map(({ data: [first] }) => (first && 'value' in first ? first.value[1] : first?.[1]))

test('relative: every game begins at no change, and the axis is written in percent [WEB-26]', () => {
  const option = drawn('relative')
  expect(firstOf(option)).toEqual([0, 0])
  expect(option.yAxis.axisLabel.formatter(0)).toBe('0%')
  expect(option.yAxis.axisLabel.formatter(0.5)).toBe('+50%')
  expect(option.yAxis.max).toBeLessThan(5)
})

test('relative: the picture and the file say that they show changes, and name no unit of values [WEB-26]', () => {
  const input = {
    ...pair('relative'),
    texts: { ...pair('relative').texts, change: 'Players, change since the beginning' },
  }
  const texts = [chartOption(input).option.title ?? []].flat().map(({ text }) => text)
  expect(texts.some((text) => text?.startsWith('Players, change since the beginning · '))).toBe(true)
  expect(texts).not.toContain('players')
  expect(chartCsv(input).split('\r\n')[0]).toBe(
    'time_utc,"Small: Players, change since the beginning","Large: Players, change since the beginning"',
  )
})

test('logarithmic: games of any size are read by orders of magnitude [WEB-26]', () => {
  const option = drawn('logarithmic')
  expect(firstOf(option).map((value) => Math.round(10 ** (value ?? 0)))).toEqual([small.values[0], large.values[0]])
  expect([3, 4].map((power) => option.yAxis.axisLabel.formatter(power))).toEqual(['1K', '10K'])
})

test('logarithmic: the picture says so [WEB-26]', () => {
  const texts = { ...pair('logarithmic').texts, logarithmic: 'Players, logarithmic scale' }
  const subtitleOf = (input: ChartInput) => [chartOption(input).option.title ?? []].flat().map(({ text }) => text)
  const isSaid = (text: string | undefined) => text?.startsWith('Players, logarithmic scale · ')
  expect(subtitleOf({ ...pair('logarithmic'), texts }).some(isSaid)).toBe(true)
  expect(subtitleOf({ ...pair('logarithmic'), texts, series: [large] }).some(isSaid)).toBe(false)
})

test('one game alone is drawn by its values, whatever the scale [WEB-26]', () => {
  const alone = (scale: ValueScale) => chartOption({ ...pair(scale), series: [large] }).option
  expect(JSON.stringify(alone('logarithmic'))).toBe(JSON.stringify(alone('absolute')))
})

test('the hour that is not over is no gap, but one without a change before it is [WEB-26]', () => {
  const bandOf = (until: number) => {
    const input = chart({ series: [large], from: FROM, until, per: 'hour', isBare: true })
    return JSON.stringify(chartOption(input).option).includes('markArea')
  }
  expect([bandOf(FROM + DAY + 59), bandOf(FROM + DAY + 120)]).toEqual([false, true])
})

test('each scale holds what it draws on a few ticks, with no two labels alike [WEB-26]', () => {
  const places = fc.double({ min: -0.999, max: 11, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom('relative', 'logarithmic'), places, places, (scale, a, b) => {
      const extent = [Math.min(a, b), Math.max(a, b)] as const
      const { axis, write } = scaledAxis(scale, { extent, metric: 'ccu', locale: 'en-US' })
      expect(axis.min).toBeLessThanOrEqual(extent[0] + 1e-6)
      expect(axis.max).toBeGreaterThanOrEqual(extent[1] - 1e-6)
      expect(axis.ticks.length).toBeGreaterThanOrEqual(2)
      expect(axis.ticks.length).toBeLessThanOrEqual(15)
      expect(new Set(axis.ticks.map(write)).size).toBe(axis.ticks.length)
    }),
    { numRuns: rounds({ short: 300, long: 3_000 }) },
  )
})

test('a name that a spreadsheet would take for a formula is text in the file [WEB-29]', () => {
  const csv = chartCsv({ ...pair('absolute'), series: [{ ...small, name: '=1+1' }] })
  expect(csv.split('\r\n')[0]).toBe(`time_utc,"'=1+1"`)
})

test('a CSV has the usual in each row, straight between its points, as it is drawn [WEB-29]', () => {
  const expected = {
    name: 'Usual',
    minutes: Int32Array.of(FROM + 30, FROM + 90, FROM + 150),
    values: Float64Array.of(10, 20, Number.NaN),
    low: Float64Array.of(8, 16, Number.NaN),
    high: Float64Array.of(12, 24, Number.NaN),
  }
  const series = [
    { ...small, minutes: Int32Array.of(FROM + 60, FROM + 75, FROM + 120), values: Float64Array.of(1, 2, 3) },
  ]
  const [head, ...rows] = chartCsv({ ...pair('absolute'), series, expected })
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('time_utc,"Small","Usual","Usual (low)","Usual (high)"')
  expect(rows.map((row) => row.replace(/^[^,]*,/, ''))).toEqual(['1,15,12,18', '2,18,14,21', '3,,,'])
})
