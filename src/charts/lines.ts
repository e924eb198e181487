// One line of a chart: its parts with breaks between them, isolated points as dots, and marked peak and last value.
import type { LineSeriesOption } from 'echarts/charts'
import { type Minute, msOf } from '../domain/clock.js'
import type { PointColumns } from './reduction/downsample.js'
import type { ChartTheme } from './theme.js'

export interface DrawnLine {
  readonly name: string
  readonly segments: readonly PointColumns[]
  readonly color: string
  readonly isPrevious: boolean
  readonly isHidden: boolean
}

export interface ChartPoint {
  readonly minute: Minute
  readonly value: number
}

interface LineStyle {
  readonly theme: ChartTheme
  readonly fill: boolean
  readonly width: number
  readonly peak: ChartPoint | undefined
  /** False where the peak and the end of the line are drawn apart from it. */
  readonly hasDots: boolean
  readonly fontSize: number
  readonly write: (value: number) => string
  /** 0 at the left edge of the plot, 1 at the right. */
  readonly sideOf: (minute: Minute) => number
}

/** In pixels: of the peak and the end of a line, and of a point that stands alone. */
const DOT_SIZE = 7
const SINGLE_SIZE = 4

type Item = NonNullable<LineSeriesOption['data']>[number]

export function peakOf(line: DrawnLine | undefined): ChartPoint | undefined {
  let peak: ChartPoint | undefined
  let last: ChartPoint | undefined
  let isFlat = true
  for (const { minutes, values } of line?.segments ?? [])
    minutes.forEach((minute, row) => {
      const value = values[row] ?? 0
      if (!peak || value > peak.value) peak = { minute, value }
      isFlat &&= value === peak.value
      last = { minute, value }
    })
  // A flat line has no peak, so its value is written at its end.
  return isFlat ? last : peak
}

export function lineOf(line: DrawnLine, style: LineStyle): LineSeriesOption {
  const { theme, fill } = style
  return {
    type: 'line',
    name: line.name,
    data: itemsOf(line, style),
    connectNulls: false,
    symbol: 'none',
    silent: true,
    z: line.isPrevious ? 1 : 3,
    itemStyle: { color: line.color },
    lineStyle: { color: line.color, width: line.isPrevious ? 1.25 : style.width, join: 'round' },
    ...(fill && {
      areaStyle: {
        color: {
          type: 'linear',
          x: 0,
          y: 0,
          x2: 0,
          y2: 1,
          colorStops: theme.fill.map((color, offset) => ({ offset, color })),
        },
      },
    }),
  }
}

/** The peak, with its value, and the last point of a line, without the line. */
export function dotsOf(
  line: DrawnLine,
  { theme, write, sideOf, fontSize }: Pick<LineStyle, 'theme' | 'write' | 'sideOf' | 'fontSize'>,
): LineSeriesOption {
  const peak = peakOf(line)
  const end = line.segments.at(-1)
  const last = { minute: end?.minutes.at(-1) ?? 0, value: end?.values.at(-1) ?? 0 }
  const points = peak === undefined ? [] : peak.minute === last.minute ? [peak] : [peak, last]
  return {
    type: 'line',
    data: points.map((point) => ({
      value: [msOf(point.minute), point.value],
      symbol: 'circle',
      symbolSize: DOT_SIZE,
      ...(point === peak && { label: labelOf(write(point.value), sideOf(point.minute), { theme, fontSize }) }),
    })),
    silent: true,
    z: 4,
    itemStyle: { color: line.color },
    lineStyle: { opacity: 0 },
  }
}

function itemsOf(line: DrawnLine, { theme, peak, write, sideOf, fontSize, hasDots }: LineStyle): Item[] {
  const items: Item[] = []
  const end = line.isPrevious || !hasDots ? undefined : line.segments.at(-1)?.minutes.at(-1)
  line.segments.forEach(({ minutes, values }, index) => {
    // A point without a value breaks the line here.
    if (index > 0) items.push([msOf(minutes[0] ?? 0) - 1, '-'])
    minutes.forEach((minute, row) => {
      const value = [msOf(minute), values[row] ?? 0]
      const isPeak = minute === peak?.minute
      if (!isPeak && minute !== end && minutes.length > 1) items.push(value)
      else {
        const dot = { value, symbol: 'circle', symbolSize: isPeak || minute === end ? DOT_SIZE : SINGLE_SIZE }
        items.push(isPeak ? { ...dot, label: labelOf(write(peak.value), sideOf(minute), { theme, fontSize }) } : dot)
      }
    })
  })
  return items
}

/** Placed above the point, and moved inside the picture if the point is near its edge. */
const labelOf = (text: string, side: number, { theme, fontSize }: Pick<LineStyle, 'theme' | 'fontSize'>) => ({
  show: true,
  formatter: () => text,
  position: 'top' as const,
  distance: 4,
  align: side < 0.12 ? ('left' as const) : side > 0.88 ? ('right' as const) : ('center' as const),
  color: theme.text,
  fontSize,
  fontWeight: 600,
  textBorderColor: theme.background,
  textBorderWidth: 3,
})
