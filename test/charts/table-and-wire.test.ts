// What stands beside a drawn chart: its table, its way to the browser, and the part of it that is looked at.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartTable } from '../../src/charts/page/chart-table.js'
import { type ChartData, fromWire, toWire } from '../../src/charts/page/wire.js'
import { moved, TOOLS, within } from '../../src/http/web/browser/chart/window.js'

const DAY = 1_440
const NOON = 29_000_000 - (29_000_000 % DAY)

const data = (
  points: readonly (readonly [minute: number, value: number])[],
  change: Partial<ChartData> = {},
): ChartData => ({
  title: 'Obby',
  metric: 'ccu',
  texts: { metric: 'Players', unit: 'players', noData: 'No data' },
  from: NOON,
  until: NOON + DAY,
  series: [
    {
      name: 'Obby',
      minutes: Int32Array.from(points, ([minute]) => minute),
      values: Float64Array.from(points, ([, value]) => value),
      interval: 1,
      schedule: [{ since: NOON, interval: 5 }],
      gaps: [{ from: NOON + 100, until: NOON + 200 }],
    },
  ],
  markers: [{ at: NOON + 7, label: 'Update' }],
  ...change,
})

test('the table has the lowest, the highest and the last of each half hour, and says where there was nothing', () => {
  const rows = chartTable(
    data([
      [NOON, 5],
      [NOON + 10, 1],
      [NOON + 29, 9],
      [NOON + 90, 4],
      [NOON + DAY, 99],
    ]),
    'UTC',
  )
  expect(rows).toHaveLength(48)
  expect(rows.slice(0, 4).map(({ cells: [cell] }) => cell && [cell.low, cell.high, cell.last])).toEqual([
    [1, 9, 9],
    undefined,
    undefined,
    [4, 4, 4],
  ])
  expect(rows.flatMap(({ cells }) => cells.filter((cell) => cell?.high === 99))).toEqual([])
})

test('on the relative scale the table has the changes that the chart draws, since the first value that is shown [WEB-26]', () => {
  const line = (values: readonly number[]) => ({
    name: 'Obby',
    minutes: Int32Array.from(values, (_, row) => NOON + row * 30),
    values: Float64Array.from(values),
    interval: 1,
  })
  const pair = data([], { series: [line([50, 100, 150]), line([0, 8, 4])], scale: 'relative' })
  const changesOf = (shown: ChartData) =>
    chartTable(shown, 'UTC')
      .filter(({ cells: [cell] }) => cell)
      .map(({ cells }) => cells.map((cell) => cell?.last))
  expect(changesOf(pair)).toEqual([
    [0, -1],
    [1, 0],
    [2, -0.5],
  ])
  expect(changesOf({ ...pair, from: NOON + 30 })).toEqual([
    [0, 0],
    [0.5, -0.5],
  ])
  expect(changesOf({ ...pair, series: pair.series.slice(0, 1) })).toEqual([[50], [100], [150]])
})

test('rows of days begin at the midnight of the zone', () => {
  const month = data([[NOON, 1]], { until: NOON + 30 * DAY })
  expect(chartTable(month, 'UTC').map(({ at }) => at % DAY)).toEqual(new Array(30).fill(0))
  const [first, second] = chartTable(month, 'Asia/Kolkata')
  expect([first?.at, (second?.at ?? 0) % DAY]).toEqual([NOON, DAY - 330])
})

test('the period before stands beside the time it is compared with', () => {
  const line = { name: 'before', minutes: Int32Array.of(NOON - DAY + 45), values: Float64Array.of(3), interval: 1 }
  const rows = chartTable(data([], { previous: { ...line, shift: DAY } }), 'UTC')
  expect(rows[0]).toEqual({ at: NOON + 30, cells: [undefined, { low: 3, high: 3, last: 3 }] })
})

test('the table begins with the first value, and of nothing has no row', () => {
  const rows = chartTable(data([[NOON + 95, 7]]), 'UTC')
  expect([rows[0]?.at, rows.length]).toEqual([NOON + 90, 45])
  expect(chartTable(data([]), 'UTC')).toEqual([])
})

test('what goes to the browser arrives as it was', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 30_000_000 }), fc.integer({ min: 0, max: 2 ** 53 - 1 }))
  fc.assert(
    fc.property(fc.uniqueArray(point, { selector: ([minute]) => minute }), (points) => {
      const given = data(points.sort(([one], [other]) => one - other))
      expect(fromWire(JSON.parse(JSON.stringify(toWire(given))))).toEqual(given)
    }),
  )
  const usual = { minutes: Int32Array.of(NOON, NOON + 60), values: Float64Array.of(Number.NaN, 5), name: 'Usual' }
  const extras = {
    expected: { ...usual, low: Float64Array.of(Number.NaN, 4), high: Float64Array.of(Number.NaN, 6) },
    coverage: { step: 'hour', edges: Int32Array.of(NOON, NOON + 60, NOON + 120), shares: [0.5, 1] },
    events: [{ at: NOON, until: null, kind: 'incident', name: 'Incident', text: 'Nobody came.', href: '#there' }],
    bounds: { from: NOON - DAY, until: NOON + DAY },
  } as const
  expect(fromWire(JSON.parse(JSON.stringify(toWire(data([[NOON, 5]], extras)))))).toEqual(data([[NOON, 5]], extras))
  const ratio = toWire(data([[NOON, 1 / 3]])).lines[0]?.values[0]
  expect(ratio).toBe(0.333333)
})

test('the part that is looked at never leaves the time that is known, whatever is pressed', () => {
  const whole = { from: NOON, until: NOON + 7 * DAY }
  const bounds = { from: NOON - 20 * DAY, until: NOON + 7 * DAY }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TOOLS)), (pressed) => {
      let part = whole
      for (const tool of pressed) {
        const next = moved(part, { whole, bounds }, tool)
        expect(next.from).toBeGreaterThanOrEqual(bounds.from)
        expect(next.until).toBeLessThanOrEqual(bounds.until)
        if (tool === 'whole') expect(next).toEqual(whole)
        expect(next.until - next.from).toBeGreaterThanOrEqual(30)
        expect([next.from, next.until].every(Number.isInteger)).toBe(true)
        if (tool === 'in') expect(next.until - next.from).toBeLessThanOrEqual(Math.max(30, part.until - part.from))
        part = next
      }
    }),
  )
  expect(within({ from: NOON + 10, until: NOON + 11 }, whole)).toEqual({ from: NOON, until: NOON + 30 })
})
