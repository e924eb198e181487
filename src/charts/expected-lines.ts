// Draws the expected values beside the measured ones: a dashed line, its band as an area, and the threshold of a rule.
import type { LineSeriesOption } from 'echarts/charts'
import { msOf } from '../domain/clock.js'
import type { ExpectedChartLine } from './chart-input.js'
import type { ChartTheme } from './theme.js'

type LineValues = ArrayLike<number>

const COMMON = { type: 'line', symbol: 'none', silent: true, connectNulls: false } as const

/** The band is drawn as its low edge, which is invisible, and the area from there to its high edge. */
export function expectedLines(
  line: ExpectedChartLine,
  { line: color, band }: { readonly line: string; readonly band: string },
  theme: ChartTheme,
): LineSeriesOption[] {
  const { name, minutes, values, low, high, threshold } = line
  const points = (of: LineValues) =>
    Array.from(minutes, (minute, row) => [msOf(minute), Number.isNaN(of[row]) ? '-' : (of[row] ?? '-')])
  const width = Float64Array.from(high, (top, row) => top - (low[row] ?? Number.NaN))
  const invisible = { lineStyle: { opacity: 0 }, stack: 'expected', stackStrategy: 'all' as const, z: 1 }
  const edges: LineSeriesOption[] = [
    { ...COMMON, ...invisible, data: points(low) },
    { ...COMMON, ...invisible, data: points(width), areaStyle: { color: band, opacity: 1 } },
  ]
  const middle: LineSeriesOption = {
    ...COMMON,
    name,
    data: points(values),
    z: 2,
    itemStyle: { color },
    lineStyle: { color, width: 1.5, type: [5, 4] },
  }
  if (threshold === undefined) return [...edges, middle]
  const limit = { color: theme.marker, width: 1, type: 'dotted' as const }
  return [...edges, middle, { ...COMMON, data: points(threshold), z: 2, lineStyle: limit }]
}

/** The lowest and the highest value, so that the axis holds them. */
export function expectedExtent({ low, high, threshold = new Float64Array() }: ExpectedChartLine): number[] {
  const known = [...low, ...high, ...threshold].filter((value) => !Number.isNaN(value))
  return known.length === 0 ? [] : [Math.min(...known), Math.max(...known)]
}
