// What is marked beside the lines: updates and milestones as upright lines, time without samples as a faint band.
import type { LineSeriesOption } from 'echarts/charts'
import { type Minute, msOf } from '../domain/clock.js'
import type { ChartInput } from './chart-input.js'
import { type Layout, TEXT } from './layout.js'
import type { DrawnLine } from './lines.js'
import { cleaned, cut, isolated, widthOf } from './text.js'
import { THEMES, type Theme } from './theme.js'

type Plot = Layout['plot']
type Range = readonly [Minute, Minute]

/** Narrower, a band is a speck beside the break in the line. */
const LEAST_BAND = 6
const LONGEST_LABEL = 130
const SPACE = 10

const inRange = ({ markers = [], from, until }: ChartInput) =>
  markers.filter(({ at }) => at >= from && at < until).sort((one, other) => one.at - other.at)

export function markerLines(input: ChartInput, theme: Theme): Pick<LineSeriesOption, 'markLine'> {
  const markers = inRange(input)
  if (markers.length === 0) return {}
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: theme.marker, type: [4, 3], width: 1.5, opacity: 0.9 },
      data: markers.map(({ at }) => ({ xAxis: msOf(at) })),
    },
  }
}

/** Those labels that have room; of two too close together, the later one keeps its line alone. */
export function markerLabels(
  input: ChartInput,
  plot: Plot,
  start: number,
): { readonly label: string; readonly x: number }[] {
  const shown: { label: string; x: number }[] = []
  const right = plot.left + plot.width
  let end = start
  for (const { at, label } of inRange(input)) {
    const text = isolated(cut(cleaned(label), TEXT, LONGEST_LABEL))
    const width = widthOf(text, TEXT)
    const x = xOf(at, input, plot)
    const left = Math.max(start, Math.min(x - width / 2, right - width))
    if (left < end || left > x) continue
    shown.push({ label: text, x: left })
    end = left + width + SPACE
  }
  return shown
}

const xOf = (minute: Minute, { from, until }: ChartInput, plot: Plot): number =>
  plot.left + ((minute - from) / (until - from)) * plot.width

/** Between the stretches of the line, and before and after them. */
function quietRanges({ from, until, series }: ChartInput, lines: readonly DrawnLine[], plot: Plot): Range[] {
  const [line] = lines
  if (!line) return []
  const interval = series[0]?.interval ?? 0
  const ranges: Range[] = []
  let end = from
  for (const { minutes } of line.segments) {
    ranges.push([end, minutes[0] ?? end])
    end = (minutes.at(-1) ?? end) + interval
  }
  ranges.push([end, until])
  return ranges.filter(([start, stop]) => ((stop - start) / (until - from)) * plot.width >= LEAST_BAND)
}

export function quietBands(
  input: ChartInput,
  lines: readonly DrawnLine[],
  plot: Plot,
): NonNullable<LineSeriesOption['markArea']> | undefined {
  const ranges = quietRanges(input, lines, plot)
  if (ranges.length === 0) return undefined
  return {
    silent: true,
    itemStyle: { color: THEMES[input.theme].band },
    data: ranges.map(([start, stop]) => [{ xAxis: msOf(start) }, { xAxis: msOf(stop) }]),
  }
}

/** The middle of the widest band, if the words for it fit inside. */
export function widestBand(input: ChartInput, lines: readonly DrawnLine[], plot: Plot): number | undefined {
  if (input.series.length !== 1) return undefined
  const [widest] = quietRanges(input, lines, plot).sort((one, other) => other[1] - other[0] - (one[1] - one[0]))
  if (!widest) return undefined
  const [left, right] = [xOf(widest[0], input, plot), xOf(widest[1], input, plot)]
  return right - left > widthOf(input.words.noData, TEXT) + 8 ? (left + right) / 2 : undefined
}
