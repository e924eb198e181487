// Draws a line by the means of its parts in place of its samples, where the reader could not see those one by one.
import type { ChartBand, ChartInput, ChartMeans, ChartSeries } from '../chart-input.js'

/** Means that lie further apart than this many parts have nothing between them. */
const MAX_DISTANCE = 1.5

/**
 * Lines with means become these. Of a line alone, the lowest and the highest of each part are its band; several bands would
 * hide each other.
 */
export function meanLines(input: ChartInput): ChartInput {
  const { series, previous } = input
  const [line] = series
  const only = series.length === 1 && line?.isHidden !== true ? line?.means : undefined
  const name = input.texts.extremes ?? ''
  return {
    ...input,
    series: series.map(meansOf),
    ...(previous && { previous: meansOf(previous) }),
    ...(only && { band: { name, ...bandOf(only) } }),
  }
}

function meansOf<T extends ChartSeries>(line: T): T {
  const { means } = line
  return means ? { ...line, minutes: means.minutes, values: means.values, interval: means.step, schedule: [] } : line
}

/** Without values between parts that lie apart, so that the area ends there as the line does. */
function bandOf({ step, minutes, low, high }: ChartMeans): Omit<ChartBand, 'name'> {
  const rows: (readonly [minute: number, low: number, high: number])[] = []
  minutes.forEach((minute, row) => {
    const before = minutes[row - 1] ?? minute
    if (minute - before > MAX_DISTANCE * step) rows.push([before + 1, Number.NaN, Number.NaN])
    rows.push([minute, low[row] ?? Number.NaN, high[row] ?? Number.NaN])
  })
  return {
    minutes: Int32Array.from(rows, ([minute]) => minute),
    low: Float64Array.from(rows, ([, lowest]) => lowest),
    high: Float64Array.from(rows, ([, , highest]) => highest),
  }
}
