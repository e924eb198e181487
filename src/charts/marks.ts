// The marks beside the lines: updates and milestones as vertical lines, time without samples as a faint band.
import type { LineSeriesOption } from 'echarts/charts'
import { type Minute, msOf } from '../domain/clock.js'
import type { ChartInput } from './chart-input.js'
import { type Layout, TEXT_SIZE } from './layout.js'
import type { DrawnLine } from './lines.js'
import { cleaned, cut, isolated, widthOf } from './text.js'
import { type ChartTheme, THEMES } from './theme.js'
import type { ValueAxis } from './value-axis.js'

type Plot = Layout['plot']
type ChartGapRange = readonly [Minute, Minute]

/** In pixels. A narrower band could hardly be seen, so a mark on the time axis shows the gap instead. */
const MIN_BAND = 6
const MIN_MARK = 3
/** A share of the plot's height. */
const MARK_HEIGHT = 0.045
const MAX_MARK_LABEL_LENGTH = 130
const MARK_LABEL_GAP = 10
/** How far in pixels a label beside the unit may be from its line; a line without a label would be unexplained. */
const MAX_LABEL_DISTANCE = 60

const inRange = ({ markers = [], from, until }: ChartInput) =>
  markers.filter(({ at }) => at >= from && at < until).sort((one, other) => one.at - other.at)

export function markerLines(input: ChartInput, theme: ChartTheme): Pick<LineSeriesOption, 'markLine'> {
  const markers = inRange(input)
  if (markers.length === 0) return {}
  return {
    markLine: {
      silent: true,
      // Below the line and the label of its peak, which has to be read.
      z: 1,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: theme.marker, type: [4, 3], width: 1.5, opacity: 0.9 },
      data: markers.map(({ at }) => ({ xAxis: msOf(at) })),
    },
  }
}

/** The labels that fit; of two that are too close, the later one is dropped and its line stays. */
export function markerLabels(
  input: ChartInput,
  plot: Plot,
  start: number,
): { readonly label: string; readonly x: number }[] {
  const placed: { label: string; x: number }[] = []
  const right = plot.left + plot.width
  let end = start
  for (const { at, label } of inRange(input)) {
    const text = isolated(cut(cleaned(label), TEXT_SIZE, MAX_MARK_LABEL_LENGTH))
    const width = widthOf(text, TEXT_SIZE)
    const x = xOf(at, input, plot)
    const left = Math.max(start, Math.min(x - width / 2, right - width))
    if (left < end || left > x + MAX_LABEL_DISTANCE) continue
    placed.push({ label: text, x: left })
    end = left + width + MARK_LABEL_GAP
  }
  return placed
}

const xOf = (minute: Minute, { from, until }: ChartInput, plot: Plot): number =>
  plot.left + ((minute - from) / (until - from)) * plot.width

/** The ranges between the parts of the line, and before and after them. */
function gapRanges(
  { from, until, series, per, band }: ChartInput,
  lines: readonly DrawnLine[],
  plot: Plot,
): ChartGapRange[] {
  const [line] = lines
  if (!line) return []
  const interval = series[0]?.interval ?? 0
  const ranges: ChartGapRange[] = []
  let end = from
  for (const [index, { minutes }] of line.segments.entries()) {
    const start = minutes[0] ?? end
    // What was last due before the range lies outside of it: the sample of some minutes ago, or the hour that had begun.
    if (index > 0 || start - from >= interval) ranges.push([end, start])
    end = (minutes.at(-1) ?? end) + interval
  }
  // An hour or a day that is not over has no change yet.
  if (per === undefined || until - end >= interval) ranges.push([end, until])
  // The mean of an hour or a day lies in its middle, so that half of one is before the first and after the last.
  const least = band === undefined ? 0 : interval
  const isVisible = ([start, stop]: ChartGapRange) => ((stop - start) / (until - from)) * plot.width >= MIN_BAND
  return ranges.filter((range) => range[1] - range[0] > least && isVisible(range))
}

/** Gaps too narrow for a band, widened until they are visible. */
function narrowGaps({ from, until, series }: ChartInput, plot: Plot): ChartGapRange[] {
  const minutesOf = (pixels: number) => (pixels / plot.width) * (until - from)
  return (series[0]?.gaps ?? []).flatMap((gap): ChartGapRange[] => {
    if (gap.until <= from || gap.from >= until || gap.until - gap.from >= minutesOf(MIN_BAND)) return []
    const half = Math.max(gap.until - gap.from, minutesOf(MIN_MARK)) / 2
    const middle = Math.min(Math.max((gap.from + gap.until) / 2, from + half), until - half)
    return [[middle - half, middle + half]]
  })
}

export function gapBands(
  input: ChartInput,
  lines: readonly DrawnLine[],
  plot: Plot,
  { min, max }: Pick<ValueAxis, 'min' | 'max'>,
): NonNullable<LineSeriesOption['markArea']> | undefined {
  const { band, muted } = THEMES[input.theme]
  const bands = gapRanges(input, lines, plot)
  const gapLines = narrowGaps(input, plot)
  if (bands.length + gapLines.length === 0) return undefined
  const top = min + (max - min) * MARK_HEIGHT
  return {
    silent: true,
    itemStyle: { color: band },
    data: [
      ...bands.map(([start, stop]): [object, object] => [{ xAxis: msOf(start) }, { xAxis: msOf(stop) }]),
      ...gapLines.map(([start, stop]): [object, object] => [
        { xAxis: msOf(start), yAxis: min, itemStyle: { color: muted } },
        { xAxis: msOf(stop), yAxis: top },
      ]),
    ],
  }
}

/** The middle of the widest gap in pixels, if the text for no data fits inside. */
export function widestGapMiddle(input: ChartInput, lines: readonly DrawnLine[], plot: Plot): number | undefined {
  if (input.series.length !== 1) return undefined
  const [widest] = gapRanges(input, lines, plot).sort((one, other) => other[1] - other[0] - (one[1] - one[0]))
  if (!widest) return undefined
  const [left, right] = [xOf(widest[0], input, plot), xOf(widest[1], input, plot)]
  return right - left > widthOf(input.texts.noData, TEXT_SIZE) + 8 ? (left + right) / 2 : undefined
}
