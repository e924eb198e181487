// Builds a chart as an ECharts option, for both the server's pictures and the web page. It must not import Node
// modules.
import type { LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, LegendComponentOption, TitleComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { startsAtZero } from '../domain/measures.js'
import { numberAxis, timeAxis } from './axes.js'
import { offsetLabel, rangeLabel, timeTicks } from './axis-labels.js'
import type { ChartInput, ExpectedChartLine } from './chart-input.js'
import { downsample, type PointColumns } from './downsample.js'
import { expectedExtent, expectedLines } from './expected-lines.js'
import { EDGE, type Layout, layOut, legendNames, TEXT, TITLE, WIDTH } from './layout.js'
import { type DrawnLine, lineOf, peakOf } from './lines.js'
import { markerLabels, markerLines, quietBands, widestBand } from './marks.js'
import { isolated, widthOf } from './text.js'
import { type ChartTheme, THEMES } from './theme.js'
import { tickFormat, type ValueAxis, valueAxis, valueFormat } from './value-axis.js'

export type ChartOption = ComposeOption<
  LineSeriesOption | TitleComponentOption | LegendComponentOption | GridComponentOption
>

export interface Chart {
  readonly option: ChartOption
  readonly width: number
  readonly height: number
  /** The plot area in pixels, for overlays. */
  readonly plot: Layout['plot']
}

export const FONT = 'Inter, "Noto Color Emoji", sans-serif'

/** `font` is further families after the shipped ones, in CSS notation. */
export function chartOption(input: ChartInput, font = FONT): Chart {
  const { metric, locale, texts: catalog, width = WIDTH } = input
  const theme = THEMES[input.theme]
  const lines = linesOf(input, width, theme)
  const values = valueAxis(metric, extentOf(lines, input.expected), startsAtZero(metric))
  const write = tickFormat(metric, values, locale)
  const names = [...lines.map((line) => line.name), ...(input.expected ? [input.expected.name] : [])]
  const layout = layOut({
    width,
    title: input.title,
    subtitle: `${catalog.metric} · ${isolated(rangeLabel(input))}`,
    unit: catalog.unit,
    // The main line comes first and the previous period last.
    legend: names.length > 1 ? names : [],
    hasMarkers: (input.markers ?? []).length > 0,
    hasIcon: input.icon !== undefined,
    height: input.height,
    widestValue: values.ticks.map(write).reduce((widest, text) => (text.length > widest.length ? text : widest), ''),
  })
  const ticks = timeTicks({ ...input, room: layout.plot.width, overhang: EDGE - 2, size: TEXT })
  const isEmpty = lines.every(isBare)
  const option: ChartOption = {
    animation: false,
    backgroundColor: theme.background,
    textStyle: { fontFamily: font, color: theme.text, fontSize: TEXT },
    title: titlesOf(input, layout, theme, lines, values),
    legend: layout.legend.map(({ names, top }) => legendRow(names, top, theme)),
    grid: { ...layout.plot, outerBoundsMode: 'none' },
    xAxis: timeAxis(input, ticks, theme),
    yAxis: numberAxis(values, write, theme, isEmpty),
    series: seriesOf(input, layout, lines, values),
  }
  return { option, width, height: layout.height, plot: layout.plot }
}

function linesOf({ series, previous, from, until }: ChartInput, width: number, theme: ChartTheme): DrawnLine[] {
  const named = [...series, ...(previous ? [previous] : [])]
  const names = legendNames(
    named.map((line) => line.name),
    width,
  )
  return named.map((line, index) => {
    const isPrevious = line === previous
    const shift = isPrevious ? (previous?.shift ?? 0) : 0
    const segments = downsample(line, line, { from: from - shift, until: until - shift, buckets: width })
    const color = isPrevious ? theme.previous : (theme.lines[index % theme.lines.length] ?? theme.text)
    return { name: names[index] ?? '', segments: segments.map((points) => moved(points, shift)), color, isPrevious }
  })
}

const isBare = (line: DrawnLine): boolean => line.segments.length === 0

const moved = ({ minutes, values }: PointColumns, shift: number): PointColumns => ({
  minutes: minutes.map((minute) => minute + shift),
  values,
})

function extentOf(
  lines: readonly DrawnLine[],
  expected: ExpectedChartLine | undefined,
): readonly [number, number] | undefined {
  const known = expected === undefined ? [] : expectedExtent(expected)
  let [low, high] = [Math.min(...known), Math.max(...known)]
  for (const { segments } of lines)
    for (const { values } of segments)
      for (const value of values) {
        if (value < low) low = value
        if (value > high) high = value
      }
  return low <= high ? [low, high] : undefined
}

function titlesOf(
  input: ChartInput,
  { headLeft, title, subtitle, stripTop, plot, footerTop, width }: Layout,
  theme: ChartTheme,
  lines: readonly DrawnLine[],
  values: ValueAxis,
): TitleComponentOption[] {
  const { texts: catalog, timeZone, from, until } = input
  const text = (text: string, top: number, left: number, color: string, more = {}): TitleComponentOption => ({
    text,
    top,
    left,
    padding: 0,
    textStyle: { color, fontSize: TEXT, fontWeight: 400, ...more },
  })
  // If an estimated width was too small, ECharts truncates the line.
  const inside = { width: width - headLeft - EDGE, overflow: 'truncate', ellipsis: '…' }
  const unitEnd = catalog.unit === '' ? 0 : EDGE + widthOf(catalog.unit, TEXT) + EDGE
  // The number of intervals between grid lines.
  const cells = values.ticks.length - 1
  const noDataTop = plot.top + (plot.height * (Math.floor(cells / 2) + 0.5)) / cells - TEXT / 2
  const middle = (x: number): TitleComponentOption => ({
    ...text(catalog.noData, noDataTop, x, theme.muted),
    textAlign: 'center',
  })
  const zone = [timeZone.replaceAll('_', ' '), offsetLabel(from, until, timeZone)].filter(
    (part, n, all) => part && part !== all[n - 1],
  )
  const quiet = lines.every(isBare) ? plot.left + plot.width / 2 : widestBand(input, lines, plot)
  return [
    ...title.map((row) =>
      text(row.text, row.top, headLeft, theme.text, { fontSize: TITLE, fontWeight: 600, ...inside }),
    ),
    ...subtitle.map((row) => text(row.text, row.top, headLeft, theme.muted)),
    text(catalog.unit, stripTop, EDGE, theme.muted),
    ...markerLabels(input, plot, unitEnd).map(({ label, x }) => text(label, stripTop, x, theme.marker)),
    ...(quiet === undefined ? [] : [middle(quiet)]),
    { ...text(zone.join(', '), footerTop, width - EDGE, theme.muted), textAlign: 'right' },
  ]
}

const legendRow = (names: readonly string[], top: number, theme: ChartTheme): LegendComponentOption => ({
  data: [...names],
  top,
  left: EDGE,
  padding: 0,
  itemGap: 16,
  itemWidth: 18,
  itemHeight: 4,
  icon: 'roundRect',
  textStyle: { color: theme.text, fontSize: TEXT, width: WIDTH - 2 * EDGE - 24, overflow: 'truncate', ellipsis: '…' },
})

function seriesOf(
  input: ChartInput,
  { plot }: Layout,
  lines: readonly DrawnLine[],
  values: ValueAxis,
): LineSeriesOption[] {
  const theme = THEMES[input.theme]
  const isAlone = input.series.length === 1
  const peak = isAlone ? peakOf(lines[0]) : undefined
  const write = valueFormat(input.metric, input.locale)
  const made = lines.map((line) =>
    lineOf(line, {
      theme,
      width: lines.length > 3 ? 1.75 : 2,
      fill: isAlone && !line.isPrevious && startsAtZero(input.metric),
      peak: line.isPrevious ? undefined : peak,
      write,
      sideOf: (minute) => (minute - input.from) / (input.until - input.from),
    }),
  )
  const [first, ...others] = made
  if (!first) return []
  const bands = isAlone ? quietBands(input, lines, plot, values) : undefined
  const expected = input.expected ? expectedLines(input.expected, theme.lines[1] ?? theme.text, theme) : []
  return [{ ...first, ...(bands && { markArea: bands }), ...markerLines(input, theme) }, ...others, ...expected]
}
