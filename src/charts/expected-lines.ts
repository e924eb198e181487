// Draws the expected values beside the measured ones: a dashed line, its band as an area, and the threshold of a rule.
import type { LineSeriesOption } from 'echarts/charts'
import { msOf } from '../domain/clock.js'
import type { ExpectedChartLine } from './chart-input.js'
import type { ChartTheme } from './theme.js'

type LineValues = ArrayLike<number>

const COMMON = { type: 'line', symbol: 'none', silent: true, connectNulls: false } as const

type Edges = Pick<ExpectedChartLine, 'minutes' | 'low' | 'high'>

const pointsAt = (minutes: Int32Array, values: LineValues) =>
  Array.from(minutes, (minute, row) => [msOf(minute), Number.isNaN(values[row]) ? '-' : (values[row] ?? '-')])

/** A band is drawn as its low edge, which is invisible, and the area from there to its high edge. */
export function bandLines({ minutes, low, high }: Edges, color: string, stack: string): LineSeriesOption[] {
  const width = Float64Array.from(high, (top, row) => top - (low[row] ?? Number.NaN))
  const invisible = { lineStyle: { opacity: 0 }, stack, stackStrategy: 'all' as const, z: 1 }
  return [
    { ...COMMON, ...invisible, data: pointsAt(minutes, low) },
    { ...COMMON, ...invisible, data: pointsAt(minutes, width), areaStyle: { color, opacity: 1 } },
  ]
}

export function expectedLines(
  line: ExpectedChartLine,
  { line: color, band }: { readonly line: string; readonly band: string },
  theme: ChartTheme,
): LineSeriesOption[] {
  const { name, minutes, values, threshold } = line
  const edges = bandLines(line, band, 'expected')
  const middle: LineSeriesOption = {
    ...COMMON,
    name,
    data: pointsAt(minutes, values),
    z: 2,
    itemStyle: { color },
    lineStyle: { color, width: 1.5, type: [5, 4] },
  }
  if (threshold === undefined) return [...edges, middle]
  const limit = { color: theme.marker, width: 1, type: 'dotted' as const }
  return [...edges, middle, { ...COMMON, data: pointsAt(minutes, threshold), z: 2, lineStyle: limit }]
}

/** The lowest and the highest value, so that the axis holds them; empty where nothing is known. */
export const expectedExtent = ({ values, low, high, threshold }: ExpectedChartLine): number[] =>
  extentOfAll([values, low, high, ...(threshold ? [threshold] : [])])

export const bandExtent = ({ low, high }: Edges): number[] => extentOfAll([low, high])

/** Not with `Math.min(...line)`, because a function cannot take a month of minutes as arguments. */
function extentOfAll(lines: readonly Float64Array[]): number[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const line of lines)
    for (const value of line) {
      if (value < least) least = value
      if (value > most) most = value
    }
  return least <= most ? [least, most] : []
}
