// Writes a series as plain records, in columns or in rows (API-39).
import { isoOfMinute, type Minute } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { CLOSING_MEASURES, type ClosingMeasure, type Metric } from '../../domain/measures.js'
import { meanOrNull, share, shareOrNull } from '../../domain/rounding.js'
import type { Damage } from '../../domain/rules/damage.js'
import type { ResolutionPart } from '../../domain/rules/visible.js'
import type { BucketGrid } from '../../domain/series/buckets.js'
import type { SeriesPoints } from '../../domain/series/points.js'

type Value = number | null
type Column = readonly Value[]

/** The metrics of one point (T is a value) or of all points (T is a list); those that are not asked for are missing. */
type SeriesMetrics<T> = {
  ccu?: { value: T; min: T; max: T }
  like_ratio?: { value: T }
} & { [name in ClosingMeasure]?: { value: T; change: T } }

interface UsualBand<T> {
  expected: T
  low: T
  high: T
}

type SeriesColumns = { time: string[]; coverage: number[] } & SeriesMetrics<Value[]>
type SeriesRow = { time: string; coverage: number } & SeriesMetrics<Value>

/** The answer of the API and of the command line; times are ISO 8601. */
export interface SeriesJson {
  game: { id: number; name: string; universe_id: number }
  interval: BucketGrid['interval']
  time_zone: string
  from: string
  until: string
  resolution: { from: string; minutes: number }[]
  damaged?: { from: string; until: string }[]
  running?: { time: string; until: string }
  columns?: SeriesColumns & { compare?: SeriesColumns; usual?: UsualBand<Value[]> }
  rows?: (SeriesRow & { compare?: SeriesRow; usual?: UsualBand<Value> })[]
}

/** A series as it was read. */
interface SeriesReading {
  readonly game: Game
  readonly grid: BucketGrid
  readonly from: Minute
  readonly until: Minute
  readonly resolution: readonly ResolutionPart[]
  readonly damage: readonly Damage[]
  readonly points: SeriesPoints
  readonly running: { readonly from: Minute; readonly until: Minute } | undefined
  readonly compared: SeriesPoints | undefined
  readonly usual: Readonly<UsualBand<readonly Value[]>> | undefined
}

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
function periodColumns(points: SeriesPoints, metrics: readonly Metric[]): SeriesColumns {
  const found = metrics.map((metric) => [metric, columnsOf(points, metric).columns] as const)
  const columns: SeriesMetrics<Value[]> = Object.fromEntries(found)
  return { time: timesOf(points), coverage: points.coverage.map(share), ...columns }
}

/** One record for each point of a period. */
function periodRows(points: SeriesPoints, metrics: readonly Metric[]): SeriesRow[] {
  const found = metrics.map((metric) => columnsOf(points, metric))
  const coverage = points.coverage.map(share)
  return timesOf(points).map((time, at) => {
    const row: Record<string, unknown> = { time, coverage: coverage[at] ?? 0 }
    for (const { metric, columns } of found)
      row[metric] = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at] ?? null]))
    return row as SeriesRow
  })
}

function usualColumns({ usual }: SeriesReading) {
  if (usual === undefined) return undefined
  const { expected, low, high } = usual
  return { expected: expected.map(meanOrNull), low: low.map(meanOrNull), high: high.map(meanOrNull) }
}

function pointColumns(series: SeriesReading, metrics: readonly Metric[]) {
  const [usual, { compared }] = [usualColumns(series), series]
  return {
    ...periodColumns(series.points, metrics),
    ...(compared && { compare: periodColumns(compared, metrics) }),
    ...(usual && { usual }),
  }
}

function pointRows(series: SeriesReading, metrics: readonly Metric[]): NonNullable<SeriesJson['rows']> {
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
  series: SeriesReading,
  { metrics, shape }: { readonly metrics: readonly Metric[]; readonly shape: 'columns' | 'rows' },
): SeriesJson {
  const { game, grid, from, until, resolution, damage, running } = series
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
    ...(running && { running: { time: isoOfMinute(running.from), until: isoOfMinute(running.until) } }),
    ...(shape === 'rows' ? { rows: pointRows(series, metrics) } : { columns: pointColumns(series, metrics) }),
  }
}
