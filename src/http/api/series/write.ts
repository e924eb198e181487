// Writes a series as JSON, in columns or in rows, and as CSV.
import { isoOfMinute } from '../../../domain/clock.js'
import { CLOSING_MEASURES, type ClosingMeasure, type Metric } from '../../../domain/measures.js'
import type { SeriesPoints } from '../../../domain/series/points.js'
import type { GameSeries } from '../../../services/reading/series/read-series.js'
import { meanOrNull, share, shareOrNull } from '../rounding.js'
import type { SeriesPoint, SeriesRecord } from './schema.js'

type Value = number | null
type Column = readonly Value[]

/** Columns of the answer by metric and name, for example `ccu.min`, rounded; from them follow rows and CSV. */
interface MetricColumns {
  readonly metric: Metric
  readonly columns: Readonly<Record<string, Column>>
}

const isClosing = (metric: Metric): metric is ClosingMeasure => CLOSING_MEASURES.some((name) => name === metric)

function columnsOf(points: SeriesPoints, metric: Metric): MetricColumns {
  if (isClosing(metric)) return { metric, columns: points.counters[metric] }
  if (metric === 'like_ratio') return { metric, columns: { value: points.likeRatio.map(shareOrNull) } }
  return { metric, columns: { ...points.ccu, value: points.ccu.value.map(meanOrNull) } }
}

const timesOf = ({ edges }: SeriesPoints): string[] => Array.from(edges.subarray(0, -1), isoOfMinute)

/** All points of one period as columns. */
function periodColumns(points: SeriesPoints, metrics: readonly Metric[]) {
  const found = metrics.map((metric) => [metric, columnsOf(points, metric).columns] as const)
  return { time: timesOf(points), coverage: points.coverage.map(share), ...Object.fromEntries(found) }
}

/** One record for each point of a period. */
function periodRows(points: SeriesPoints, metrics: readonly Metric[]): SeriesPoint[] {
  const found = metrics.map((metric) => columnsOf(points, metric))
  const coverage = points.coverage.map(share)
  return timesOf(points).map((time, at) => {
    const row: Record<string, unknown> = { time, coverage: coverage[at] ?? 0 }
    for (const { metric, columns } of found)
      row[metric] = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at] ?? null]))
    return row as SeriesPoint
  })
}

function usualColumns({ usual }: GameSeries) {
  if (usual === undefined) return undefined
  const { expected, low, high } = usual
  return { expected: expected.map(meanOrNull), low: low.map(meanOrNull), high: high.map(meanOrNull) }
}

function pointColumns(series: GameSeries, metrics: readonly Metric[]) {
  const [usual, { compared }] = [usualColumns(series), series]
  return {
    ...periodColumns(series.points, metrics),
    ...(compared && { compare: periodColumns(compared, metrics) }),
    ...(usual && { usual }),
  }
}

function pointRows(series: GameSeries, metrics: readonly Metric[]): SeriesPoint[] {
  const usual = usualColumns(series)
  const compared = series.compared && periodRows(series.compared, metrics)
  return periodRows(series.points, metrics).map((row, at) => ({
    ...row,
    ...(compared?.[at] && { compare: compared[at] }),
    ...(usual && {
      usual: { expected: usual.expected[at] ?? null, low: usual.low[at] ?? null, high: usual.high[at] ?? null },
    }),
  }))
}

export function seriesJson(
  series: GameSeries,
  { metrics, shape }: { readonly metrics: readonly Metric[]; readonly shape: 'columns' | 'rows' },
): SeriesRecord {
  const { game, grid, from, until, resolution, damage } = series
  return {
    game: { id: game.id, name: game.name, universe_id: game.universeId },
    interval: grid.interval,
    time_zone: grid.timeZone,
    from: isoOfMinute(from),
    until: isoOfMinute(until),
    resolution: resolution.map((part) => ({ from: isoOfMinute(part.from), minutes: part.minutes })),
    ...(damage.length > 0 && {
      damaged: damage.map((part) => ({ from: isoOfMinute(part.from), until: isoOfMinute(part.until) })),
    }),
    ...(shape === 'rows' ? { rows: pointRows(series, metrics) } : { columns: pointColumns(series, metrics) }),
  }
}
