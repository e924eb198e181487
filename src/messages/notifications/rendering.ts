// The input and output of renderers, and what all kinds share: names, numbers with their change, and the chart, which
// shows one metric of the game around the event with a marker, and the week before in a faint line.

import type { BoardInput, BoardRow } from '../../charts/board/board-input.js'
import type { ChartInput, ChartLimit, ChartMarker, ChartSeries, ExpectedChartLine } from '../../charts/chart-input.js'
import type { Game } from '../../domain/game.js'
import type { Metric } from '../../domain/measures.js'
import type { ExpectedLine, Facts } from '../../domain/notifications/facts.js'
import type { Content, RenderRequest } from '../../domain/notifications/sender.js'
import type { Span } from '../../domain/rules/span.js'
import type { ValueChange } from '../../domain/rules/summary.js'
import type { MessageCatalog } from '../catalog.js'

export interface RenderContext<KindFacts extends Facts = Facts> extends RenderRequest<KindFacts> {
  /** In the language of the readers. */
  readonly catalog: MessageCatalog
}

export interface RenderedNotification extends Pick<Content, 'title' | 'fields' | 'roleId'> {
  readonly lines: readonly string[]
  readonly chart?: ChartRequest
  /** A list of the named games instead of a chart. */
  readonly board?: BoardRequest
}

export interface BoardRequest extends Pick<BoardInput, 'title' | 'subtitle'> {
  readonly rows: readonly (Omit<BoardRow, 'icon'> & { readonly universeId: number | undefined })[]
  readonly alt: string
}

/** A pure function: the same request gives the same text. */
export type Renderer<KindFacts extends Facts> = (rendering: RenderContext<KindFacts>) => RenderedNotification

const MAX_NAME_LENGTH = 100

export const gameName = ({ game, format }: Pick<RenderContext, 'game' | 'format'>): string =>
  format.name(game.name, MAX_NAME_LENGTH)

export type ValueFormatter = (value: number) => string

/** For example `1,000 → **1,200** (+20.0%)`; an unknown value is not written as zero. */
export function beforeAfter({ before, after }: ValueChange, write: ValueFormatter, catalog: MessageCatalog): string {
  if (before === null && after === null) return catalog.nothing
  const known = (value: number | null): string => (value === null ? catalog.nothing : write(value))
  const text = catalog.notifications.beforeAfter(known(before), known(after))
  const change = changeOf(before, after, catalog)
  return change === undefined ? text : catalog.notifications.withChange(text, change)
}

/** For example `1,200 (+20.0%)`. */
export function afterWithChange(
  { before, after }: ValueChange,
  write: ValueFormatter,
  catalog: MessageCatalog,
): string {
  if (after === null) return catalog.nothing
  const change = changeOf(before, after, catalog)
  return change === undefined ? `**${write(after)}**` : catalog.notifications.withChange(`**${write(after)}**`, change)
}

/** For example `+20.0%`; undefined if there is nothing to compare with. */
export function changeOf(before: number | null, after: number | null, catalog: MessageCatalog): string | undefined {
  if (before === null || after === null || before <= 0) return undefined
  return catalog.percentChange((after - before) / before)
}

export interface ChartRequest {
  readonly metric: Metric
  readonly span: Span
  readonly markers?: readonly ChartMarker[]
  /** The line of `shift` minutes earlier. */
  readonly previous?: { readonly shift: number; readonly name: string }
  readonly expected?: ExpectedChartLine
  readonly limit?: ChartLimit
  /** Set if the zone differs from that of the readers. */
  readonly timeZone?: string
}

/** The part of the game's history that the chart needs. */
export type NotificationChartLine = Pick<ChartSeries, 'minutes' | 'values' | 'interval' | 'schedule'>
export type ChartLineReader = (metric: Metric, span: Span) => Promise<NotificationChartLine>

interface NotificationChartContext {
  readonly game: Game
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

/** Undefined if nothing was measured. */
export async function readChart(
  request: ChartRequest,
  readers: NotificationChartContext,
  readLine: ChartLineReader,
): Promise<ChartInput | undefined> {
  const { metric, span, previous } = request
  const line = await readLine(metric, span)
  if (line.minutes.length === 0) return undefined
  const shift = previous?.shift ?? 0
  const before = previous && (await readLine(metric, { from: span.from - shift, until: span.until - shift }))
  return chartOf(request, readers, { line, before: before && before.minutes.length > 0 ? before : undefined })
}

interface NotificationChartLines {
  readonly line: NotificationChartLine
  readonly before: NotificationChartLine | undefined
}

function chartOf(
  request: ChartRequest,
  { game, catalog, timeZone }: NotificationChartContext,
  { line, before }: NotificationChartLines,
): ChartInput {
  const { metric, span, markers = [], previous, expected, limit } = request
  return {
    title: game.name,
    metric,
    texts: {
      metric: catalog.metrics.choices[metric],
      unit: catalog.metrics.units[metric],
      noData: catalog.charts.noData,
    },
    timeZone: request.timeZone ?? timeZone,
    locale: catalog.locale,
    ...span,
    series: [{ ...pointsOf(line), name: catalog.metrics.choices[metric] }],
    markers,
    theme: 'dark',
    ...(expected ? { expected } : {}),
    ...(limit ? { limit } : {}),
    ...(before && previous ? { previous: { ...pointsOf(before), ...previous } } : {}),
  }
}

/** Only the points are sent to the drawing thread. */
const pointsOf = ({ minutes, values, interval, schedule }: NotificationChartLine): NotificationChartLine =>
  schedule === undefined ? { minutes, values, interval } : { minutes, values, interval, schedule }

/** What was expected, and from where on a rule fires, from the facts of a notification to its chart. */
export function chartLineOf(
  { from, step, expected, low, high, threshold }: ExpectedLine,
  names: { readonly expected: string; readonly limit: string },
): Pick<ChartRequest, 'expected' | 'limit'> {
  const values = (list: readonly (number | null)[]) => Float64Array.from(list, (value) => value ?? Number.NaN)
  const minutes = Int32Array.from(expected, (_, index) => from + index * step)
  return {
    expected: { name: names.expected, minutes, values: values(expected), low: values(low), high: values(high) },
    ...(threshold === undefined ? {} : { limit: { name: names.limit, minutes, values: values(threshold) } }),
  }
}
