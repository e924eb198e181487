// Builds a chart as an ECharts option, for both the server's pictures and the web page. It must not import Node
// modules.
import type { LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, LegendComponentOption, TitleComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { startsAtZero } from '../domain/measures.js'
import { numberAxis, timeAxis } from './axes.js'
import { offsetLabel, rangeLabel, timeTicks } from './axis-labels.js'
import type { ChartInput, ExpectedChartLine } from './chart-input.js'
import { bandExtent, expectedExtent, expectedLines, extremesArea, limitExtent, limitLine } from './expected-lines.js'
import {
  EDGE_WIDTH,
  type Layout,
  layOut,
  legendNames,
  PICTURE_WIDTH,
  TEXT_SIZE,
  TITLE_SIZE,
  textSize,
} from './layout.js'
import { legendOf, legendRow } from './legend.js'
import { type DrawnLine, dotsOf, lineOf, peakOf } from './lines.js'
import { gapBands, markerLabels, markerLines, widestGapMiddle } from './marks.js'
import { downsample, type PointColumns } from './reduction/downsample.js'
import { meanLines } from './reduction/means.js'
import { type ScaledAxis, scaledAxis, scaledLine, type ValueScale } from './scales.js'
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

/** `font` is the list of font families in CSS notation. */
export function chartOption(exact: ChartInput, font = FONT): Chart {
  const input = meanLines(exact)
  const { width = PICTURE_WIDTH } = input
  const theme = THEMES[input.theme]
  const scale = scaleOf(input)
  const visible = linesOf(input, width, theme).filter((line) => !line.isHidden)
  const lines = scale === 'absolute' ? visible : visible.map((line) => scaledLine(line, scale))
  const expected = expectedOf(input)
  const { band, limit } = input
  const known = [
    ...(expected ? expectedExtent(expected) : []),
    ...(band ? bandExtent(band) : []),
    ...(limit ? limitExtent(limit) : []),
  ]
  const { axis: values, write } = axisOf(input, extentOf(lines, known))
  const entries = legendOf({ expected, band, limit }, lines, theme)
  const layout = layOut({
    width,
    title: input.title,
    subtitle: `${shownMeasure(input)} · ${isolated(rangeLabel(input))}`,
    unit: unitOf(input),
    // The main line comes first and the previous period last.
    legend: Math.max(entries.size, input.series.length) > 1 ? [...entries.keys()] : [],
    hasMarkers: (input.markers ?? []).length > 0,
    isBare: input.isBare,
    hasIcon: input.icon !== undefined,
    height: input.height,
    widestValue: values.ticks.map(write).reduce((widest, text) => (text.length > widest.length ? text : widest), ''),
  })
  const ticks = timeTicks({ ...input, room: layout.plot.width, overhang: EDGE_WIDTH - 2, size: textSize(input) })
  // Nothing is missing where the reader hid all lines.
  const isEmpty = lines.length > 0 && lines.every(isEmptyLine)
  const option: ChartOption = {
    animation: false,
    backgroundColor: theme.background,
    textStyle: { fontFamily: font, color: theme.text, fontSize: TEXT_SIZE },
    title: titlesOf(input, layout, theme, lines, values),
    legend: layout.legend.map(({ names, top }) =>
      legendRow(
        names.flatMap((name) => entries.get(name) ?? []),
        top,
        theme,
      ),
    ),
    grid: { ...layout.plot, outerBoundsMode: 'none' },
    xAxis: timeAxis(input, ticks, theme),
    yAxis: numberAxis(values, write, theme, { isEmpty, fontSize: textSize(input) }),
    series: [...seriesOf(input, layout, lines, values), ...sampleDots(exact, width, theme)],
  }
  return { option, width, height: layout.height, plot: layout.plot }
}

const scaleOf = ({ series, scale = 'absolute' }: Pick<ChartInput, 'series' | 'scale'>): ValueScale =>
  series.length > 1 ? scale : 'absolute'

/** What the lines show, in words. */
export function shownMeasure(input: Pick<ChartInput, 'series' | 'scale' | 'texts'>): string {
  const { metric, change = metric, logarithmic = metric } = input.texts
  const measure = { absolute: metric, relative: change, logarithmic }[scaleOf(input)]
  return input.texts.means === undefined ? measure : `${measure}, ${input.texts.means}`
}

/** Changes are written in percent. */
const unitOf = (input: ChartInput): string => (input.isBare || scaleOf(input) === 'relative' ? '' : input.texts.unit)

const isFromZero = ({ metric, per }: ChartInput): boolean => per !== undefined || startsAtZero(metric)

function axisOf(input: ChartInput, extent: readonly [number, number] | undefined): ScaledAxis {
  const { metric, locale } = input
  const scale = scaleOf(input)
  if (scale !== 'absolute') return scaledAxis(scale, { extent, metric, locale })
  const axis = valueAxis(metric, extent, isFromZero(input))
  return { axis, write: tickFormat(metric, axis, locale) }
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
    const shape = { name: names[index] ?? '', color, isPrevious, isHidden: line.isHidden ?? false }
    return { ...shape, segments: segments.map((points) => shiftPoints(points, shift)) }
  })
}

const isEmptyLine = (line: DrawnLine): boolean => line.segments.length === 0

const expectedOf = ({ expected }: ChartInput): ExpectedChartLine | undefined =>
  expected?.isHidden ? undefined : expected

const shiftPoints = ({ minutes, values }: PointColumns, shift: number): PointColumns => ({
  minutes: minutes.map((minute) => minute + shift),
  values,
})

function extentOf(lines: readonly DrawnLine[], known: readonly number[]): readonly [number, number] | undefined {
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
  const { texts: catalog, timeZone, from, until, isBare = false } = input
  const size = textSize(input)
  const text = (text: string, top: number, left: number, color: string, more = {}): TitleComponentOption => ({
    text,
    top,
    left,
    padding: 0,
    textStyle: { color, fontSize: size, fontWeight: 400, ...more },
  })
  // If an estimated width was too small, ECharts truncates the line.
  const truncation = { width: width - headLeft - EDGE_WIDTH, overflow: 'truncate', ellipsis: '…' }
  const unit = unitOf(input)
  const unitEnd = unit === '' ? 0 : EDGE_WIDTH + widthOf(unit, TEXT_SIZE) + EDGE_WIDTH
  // The number of intervals between grid lines.
  const cells = values.ticks.length - 1
  const noDataTop = plot.top + (plot.height * (Math.floor(cells / 2) + 0.5)) / cells - TEXT_SIZE / 2
  const noDataText = (x: number): TitleComponentOption => ({
    ...text(catalog.noData, noDataTop, x, theme.muted),
    textAlign: 'center',
  })
  const zone = [timeZone.replaceAll('_', ' '), offsetLabel(from, until, timeZone)].filter(
    (part, n, all) => part && part !== all[n - 1],
  )
  const gapMiddle = noDataMiddle(input, lines, plot)
  return [
    ...title.map((row) =>
      text(row.text, row.top, headLeft, theme.text, { fontSize: TITLE_SIZE, fontWeight: 600, ...truncation }),
    ),
    ...subtitle.map((row) => text(row.text, row.top, headLeft, theme.muted)),
    text(unit, stripTop, EDGE_WIDTH, theme.muted),
    ...(isBare ? [] : markerLabels(input, plot, unitEnd)).map(({ label, x }) => text(label, stripTop, x, theme.marker)),
    ...(gapMiddle === undefined ? [] : [noDataText(gapMiddle)]),
    ...(isBare
      ? []
      : [{ ...text(zone.join(', '), footerTop, width - EDGE_WIDTH, theme.muted), textAlign: 'right' } as const]),
  ]
}

/** The middle of what is said to have no data, in pixels. A gap of the compared period is none of the game's. */
function noDataMiddle(input: ChartInput, lines: readonly DrawnLine[], plot: Layout['plot']): number | undefined {
  if (lines[0]?.isPrevious !== false) return undefined
  return lines.every(isEmptyLine) ? plot.left + plot.width / 2 : widestGapMiddle(input, lines, plot)
}

function seriesOf(
  input: ChartInput,
  { plot }: Layout,
  lines: readonly DrawnLine[],
  values: ValueAxis,
): LineSeriesOption[] {
  const theme = THEMES[input.theme]
  const isAlone = input.series.length === 1
  const [main] = lines
  const hasMeans = input.series.some(({ means }) => means !== undefined)
  const peak = isAlone && main?.isPrevious === false && !hasMeans ? peakOf(main) : undefined
  const expected = expectedOf(input)
  const write = valueFormat(input.metric, input.locale)
  const lineParts = lines.map((line) =>
    lineOf(line, {
      theme,
      width: lines.length > 3 ? 1.75 : 2,
      // Nothing is filled where a band lies around the line.
      fill: isAlone && !line.isPrevious && !expected && !input.band && isFromZero(input),
      peak: line.isPrevious ? undefined : peak,
      fontSize: textSize(input),
      hasDots: !(hasMeans && isAlone),
      write,
      sideOf: sideIn(input),
    }),
  )
  const bands = isAlone && main?.isPrevious === false ? gapBands(input, lines, plot, values) : undefined
  const beside = [
    ...(expected ? expectedLines(expected, theme) : []),
    ...(input.band ? extremesArea(input.band, theme) : []),
    ...(input.limit ? [limitLine(input.limit, theme)] : []),
  ]
  const [first, ...others] = [...lineParts, ...beside]
  if (!first) return []
  return [{ ...first, ...(bands && { markArea: bands }), ...markerLines(input, theme) }, ...others]
}

const sideIn =
  ({ from, until }: ChartInput) =>
  (minute: number): number =>
    (minute - from) / (until - from)

/** The peak and the last sample of one game whose line is the means: both are exact. */
function sampleDots(exact: ChartInput, width: number, theme: ChartTheme): LineSeriesOption[] {
  const [series] = exact.series
  if (!series?.means || series.isHidden || exact.series.length > 1) return []
  const [line] = linesOf(exact, width, theme)
  const write = valueFormat(exact.metric, exact.locale)
  return line ? [dotsOf(line, { theme, fontSize: textSize(exact), write, sideOf: sideIn(exact) })] : []
}
