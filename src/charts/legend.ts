// The legend of a picture: a name for everything that is drawn, with a swatch that looks like it: a line, dots or an area.
import type { LegendComponentOption } from 'echarts/components'
import type { ChartInput, ExpectedChartLine } from './chart-input.js'
import { EDGE_WIDTH, PICTURE_WIDTH, TEXT_SIZE } from './layout.js'
import type { DrawnLine } from './lines.js'
import type { ChartTheme } from './theme.js'

type NamedSwatch = NonNullable<LegendComponentOption['data']>[number]

/** In pixels. A swatch fills this box, in which a line is thinner than an area. */
const SWATCH = { width: 18, height: 12 }
/** The moves before a shape and after it make it keep its place in the box. */
const BOX = 'path://M0 0M18 12'
const ICONS = {
  line: `${BOX}M1 4h16v4h-16z`,
  dashes: `${BOX}M1 4h6v4h-6zM11 4h6v4h-6z`,
  dots: `${BOX}M1 4h4v4h-4zM7 4h4v4h-4zM13 4h4v4h-4z`,
  area: `${BOX}M2 0h14v12h-14z`,
} as const

const entry = (name: string, icon: keyof typeof ICONS, color: string): [string, NamedSwatch] => [
  name,
  { name, icon: ICONS[icon], itemStyle: { color, opacity: 1, borderWidth: 0 } },
]

/** The usual without a band is a dashed line alone. */
const expectedEntry = ({ name, low }: ExpectedChartLine, theme: ChartTheme) =>
  low.every(Number.isNaN) ? entry(name, 'dashes', theme.usualLine) : entry(name, 'area', theme.usual)

interface BesideLines {
  readonly expected: ChartInput['expected'] | undefined
  readonly band: ChartInput['band'] | undefined
  readonly limit: ChartInput['limit'] | undefined
}

/** By name. The main line comes first, and what stands beside it last. */
export const legendOf = (
  { expected, band, limit }: BesideLines,
  lines: readonly DrawnLine[],
  theme: ChartTheme,
): ReadonlyMap<string, NamedSwatch> =>
  new Map([
    ...lines.map(({ name, color }) => entry(name, 'line', color)),
    ...(band ? [entry(band.name, 'area', theme.range)] : []),
    ...(expected ? [expectedEntry(expected, theme)] : []),
    ...(limit ? [entry(limit.name, 'dots', theme.marker)] : []),
  ])

export const legendRow = (data: readonly NamedSwatch[], top: number, theme: ChartTheme): LegendComponentOption => ({
  data: [...data],
  top,
  left: EDGE_WIDTH,
  padding: 0,
  itemGap: 16,
  itemWidth: SWATCH.width,
  itemHeight: SWATCH.height,
  textStyle: {
    color: theme.text,
    fontSize: TEXT_SIZE,
    width: PICTURE_WIDTH - 2 * EDGE_WIDTH - 24,
    overflow: 'truncate',
    ellipsis: '…',
  },
})
