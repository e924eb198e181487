// Draws what stands beside the measured values: the usual as a dashed line with its band, the extremes, and the limit of a rule.
import type { LineSeriesOption } from 'echarts/charts'
import { msOf } from '../domain/clock.js'
import type { ChartBand, ChartLimit, ExpectedChartLine } from './chart-input.js'
import type { ChartTheme } from './theme.js'

type LineValues = ArrayLike<number>

const COMMON = { type: 'line', symbol: 'none', silent: true, connectNulls: false } as const

type Edges = Pick<ExpectedChartLine, 'minutes' | 'low' | 'high'>

const pointsAt = (minutes: Int32Array, values: LineValues) =>
  Array.from(minutes, (minute, row) => [msOf(minute), Number.isNaN(values[row]) ? '-' : (values[row] ?? '-')])

/** A band is drawn as its low edge, which is invisible, and the area from there to its high edge. */
function bandLines({ minutes, low, high }: Edges, color: string, stack: string): LineSeriesOption[] {
  const width = Float64Array.from(high, (top, row) => top - (low[row] ?? Number.NaN))
  const invisible = { lineStyle: { opacity: 0 }, stack, stackStrategy: 'all' as const, z: 1 }
  return [
    { ...COMMON, ...invisible, data: pointsAt(minutes, low) },
    { ...COMMON, ...invisible, data: pointsAt(minutes, width), areaStyle: { color, opacity: 1 } },
  ]
}

/** The usual looks alike in pages and pictures: a light band, and a faint dashed line in it. */
export function expectedLines(line: ExpectedChartLine, theme: ChartTheme): LineSeriesOption[] {
  const middle: LineSeriesOption = {
    ...COMMON,
    name: line.name,
    data: pointsAt(line.minutes, line.values),
    z: 2,
    itemStyle: { color: theme.usualLine },
    lineStyle: { color: theme.usualLine, width: 1.5, type: [5, 4] },
  }
  return [...bandLines(line, theme.usual, 'expected'), middle]
}

export function extremesArea(band: ChartBand, theme: ChartTheme): LineSeriesOption[] {
  const [low, area] = bandLines(band, theme.range, 'band')
  return low && area ? [low, { ...area, name: band.name }] : []
}

export const limitLine = ({ name, minutes, values }: ChartLimit, theme: ChartTheme): LineSeriesOption => ({
  ...COMMON,
  name,
  data: pointsAt(minutes, values),
  z: 2,
  itemStyle: { color: theme.marker },
  lineStyle: { color: theme.marker, width: 1.5, type: 'dotted' },
})

/** The lowest and the highest value, so that the axis holds them; empty where nothing is known. */
export const expectedExtent = ({ values, low, high }: ExpectedChartLine): number[] => extentOfAll([values, low, high])

export const limitExtent = ({ values }: ChartLimit): number[] => extentOfAll([values])

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
