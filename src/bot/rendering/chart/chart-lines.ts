// Reads what a chart draws of one game: the range, the same range before, and the usual of its hours.
import type { ChartBand, ChartSeries, ExpectedChartLine } from '../../../charts/chart-input.js'
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../../domain/clock.js'
import type { Metric } from '../../../domain/measures.js'
import type { Span } from '../../../domain/rules/span.js'
import {
  CHANGE_STEPS,
  type ChangeStep,
  changeStepOf,
  countedChanges,
  isCounter,
} from '../../../domain/series/counter-change.js'
import type { SeriesPoints } from '../../../domain/series/points.js'
import { type ChartLine, type ChartOutline, pointsOf } from '../../../services/reading/chart-series.js'
import type { UsualLine } from '../../../services/reading/usual-line.js'
import type { Context } from '../../command.js'
import type { RequestedGame } from '../../input/require-game.js'
import type { ChartView } from './chart-view.js'

export interface GameLines {
  readonly line: ChartLine
  /** Undefined where nothing of it is known, and for all time. */
  readonly before: (ChartLine & { readonly shift: number }) | undefined
  /** Of players only. */
  readonly usual: UsualLine | undefined
}

/** DISCORD-25: longer ranges show the mean and the extremes of hours or days in place of each sample. */
const MAX_EXACT_DAYS = 3

const isLong = ({ from, until }: Span): boolean => until - from > MAX_EXACT_DAYS * DAY_MINUTES

export async function readGameLines(
  requested: readonly RequestedGame[],
  outline: ChartOutline,
  metric: Metric,
  { services }: Pick<Context, 'services'>,
): Promise<readonly GameLines[]> {
  const { chartSeries, readUsualLine } = services
  const lines = await chartSeries.read(outline, metric)
  const found: GameLines[] = []
  for (const [index, line] of lines.entries()) {
    const [reader, game] = [requested[index], outline.games[index]]
    const isCompared = outline.spanName !== 'all' && line.minutes.length > 0 && game !== undefined
    const before = isCompared ? await chartSeries.readPrevious({ ...outline, games: [game] }, metric) : undefined
    const hasUsual = reader !== undefined && metric === 'ccu' && lines.length === 1 && line.minutes.length > 0
    const usual = hasUsual ? await readUsualLine(reader, outline.span, { hasBand: !isLong(outline.span) }) : undefined
    found.push({ line, before, usual })
  }
  return found
}

/** Undefined for what is drawn by its values. */
export const stepOf = ({ metric, isTotal }: ChartView, span: Span): ChangeStep | undefined =>
  isCounter(metric) && !isTotal ? changeStepOf(span) : undefined

/** Whether the line is the mean of each hour or day, and of which. */
export function meanStepOf({ metric }: Pick<ChartView, 'metric'>, span: Span, { points }: Pick<ChartLine, 'points'>) {
  if (metric !== 'ccu' || !isLong(span)) return undefined
  const [first = 0, next = 0] = points.edges
  return next - first > HOUR_MINUTES ? 'day' : 'hour'
}

/** The drawn line: each sample, the mean of each hour or day, or the change in each. */
export function drawnSeries(line: ChartLine, view: ChartView, span: Span): Omit<ChartSeries, 'name'> {
  const { metric } = view
  const step = stepOf(view, span)
  if (step)
    return { ...pointsOf(line), ...countedChanges(line, metric, step), interval: CHANGE_STEPS[step], schedule: [] }
  const mean = meanStepOf(view, span, line)
  return mean ? { ...meansOf(line), interval: CHANGE_STEPS[mean], schedule: [] } : pointsOf(line)
}

const NOTHING = Number.NaN

/** In the middle of each hour or day, up to the end of the line. */
function middlesOf({ edges }: SeriesPoints, until: Minute): Int32Array {
  return Int32Array.from({ length: edges.length - 1 }, (_, at) => {
    const [start = 0, end = 0] = [edges[at], edges[at + 1]]
    return Math.floor((start + Math.min(end, until)) / 2)
  })
}

const endOf = ({ minutes }: ChartLine): Minute => (minutes.at(-1) ?? 0) + 1

const meansOf = (line: ChartLine) => ({
  minutes: middlesOf(line.points, endOf(line)),
  values: Float64Array.from(line.points.ccu.value, (value) => value ?? NOTHING),
})

export function bandOf(line: ChartLine): Omit<ChartBand, 'name'> {
  const { min, max } = line.points.ccu
  return {
    minutes: middlesOf(line.points, endOf(line)),
    low: Float64Array.from(min, (value) => value ?? NOTHING),
    high: Float64Array.from(max, (value) => value ?? NOTHING),
  }
}

/** The usual beside the means of days is the mean of each day, because its hours would be a wave beside them. */
export function usualOf({ line, usual }: GameLines, span: Span, name: string): ExpectedChartLine | undefined {
  if (usual === undefined) return undefined
  if (meanStepOf({ metric: 'ccu' }, span, line) !== 'day') return { ...usual, name }
  const { edges } = line.points
  const values = Float64Array.from({ length: edges.length - 1 }, (_, at) =>
    meanBetween(usual, edges[at] ?? 0, edges[at + 1] ?? 0),
  )
  const none = new Float64Array(values.length).fill(NOTHING)
  return { name, minutes: middlesOf(line.points, endOf(line)), values, low: none, high: none }
}

/** NaN where a part of the day has no usual. */
function meanBetween({ minutes, values }: UsualLine, from: Minute, until: Minute): number {
  const inside = values.filter((_, row) => (minutes[row] ?? 0) >= from && (minutes[row] ?? 0) < until)
  return inside.length === 0 ? NOTHING : inside.reduce((sum, value) => sum + value, 0) / inside.length
}
