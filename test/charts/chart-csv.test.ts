// The file of what a chart shows.
import { expect, test } from 'vitest'
import { chartCsv } from '../../src/charts/page/chart-csv.js'
import { chart, FROM, players } from './some-charts.js'

const HOUR = 60
const line = players({ name: 'Players', days: 1, step: 10 })
const usual = {
  name: 'Usual',
  minutes: Int32Array.of(FROM, FROM + HOUR, FROM + 2 * HOUR, FROM + 3 * HOUR),
  values: Float64Array.of(100, 160, Number.NaN, Number.NaN),
  low: Float64Array.of(80, 140, Number.NaN, Number.NaN),
  high: Float64Array.of(120, 180, Number.NaN, Number.NaN),
}
const cellsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))

test('has in each row the usual that the chart shows there, and none where it is not known [WEB-26]', () => {
  const [head, ...rows] = cellsOf(chartCsv(chart({ series: [line], expected: usual, until: FROM + 3 * HOUR })))
  expect(head).toEqual(['time_utc', '"Players"', '"Usual"', '"Usual (low)"', '"Usual (high)"'])
  expect(rows).toHaveLength(18)
  expect(rows.slice(0, 8).map((cells) => cells.slice(2).join(' '))).toEqual([
    ...['100 80 120', '110 90 130', '120 100 140', '130 110 150', '140 120 160', '150 130 170', '160 140 180'],
    '  ',
  ])
})

test('has whole players in the usual, as the page shows them [WEB-29]', () => {
  const uneven = { ...usual, values: Float64Array.from(usual.values, (value) => value + 1 / 3) }
  const [, ...rows] = cellsOf(chartCsv(chart({ series: [line], expected: uneven, until: FROM + 3 * HOUR })))
  expect(rows.slice(0, 2).map((cells) => cells[2])).toEqual(['100', '110'])
})

test('has the rows of the usual where the reader hid the measured line [WEB-26]', () => {
  const hidden = chart({ series: [{ ...line, isHidden: true }], expected: usual, until: FROM + 3 * HOUR })
  const [head, ...rows] = cellsOf(chartCsv(hidden))
  expect(head).toEqual(['time_utc', '"Usual"', '"Usual (low)"', '"Usual (high)"'])
  expect(rows.map((cells) => cells[1])).toEqual(['100', '160', ''])
})
