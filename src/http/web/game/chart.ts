// The chart of a game's page as data: read once for the page, the browser and the picture, until something changes.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChartInput, ChartMarker } from '../../../charts/chart-input.js'
import type { ChartData } from '../../../charts/page/wire.js'
import type { Metric } from '../../../domain/metric.js'
import type { Services } from '../../../operations/operations.js'
import { type ChartLine, pointsOf, type SpanOutline } from '../../../operations/reading/chart-series.js'
import type { GameViewer } from '../../../operations/reading/game/describe-game.js'
import type { MessageCatalog } from '../../../words/words.js'
import type { ChartQuery } from './choice.js'

export interface KeyedOutline {
  readonly outline: SpanOutline
  /** Of all that the chart depends on. */
  readonly key: string
}

export interface ChartResult {
  readonly data: ChartData
  readonly lines: readonly ChartLine[]
}

type Deps = { readonly operations: Services; readonly words: MessageCatalog }

/** A chart of five games takes some hundred kilobytes. */
const MOST_KEPT = 40
const kept = new WeakMap<Services, LRUCache<string, Promise<ChartResult>>>()

export async function outlineOf(
  { operations, words }: Deps,
  readers: readonly GameViewer[],
  choice: ChartQuery,
): Promise<KeyedOutline> {
  const { chartSeries } = operations
  const outline = choice.days
    ? await chartSeries.outlineDays(readers, choice.days)
    : await chartSeries.outline(readers, choice.range)
  const { games, span } = outline
  const finest = Math.min(...games.map(({ plan }) => plan.intervalMinutes))
  const facts = games.map(({ game, plan, last, updates }) => [game.universeId, game.name, plan.name, last, updates])
  const slot = Math.floor(span.until / finest)
  const { metric, previous } = choice
  const all = JSON.stringify([facts, metric, previous, span.from, slot, words.locale])
  return { outline, key: createHash('sha256').update(all).digest('base64url').slice(0, 27) }
}

export function readChart(parts: Deps, outlined: KeyedOutline, readers: readonly GameViewer[], choice: ChartQuery) {
  const { operations } = parts
  const cache = kept.get(operations) ?? new LRUCache<string, Promise<ChartResult>>({ max: MOST_KEPT })
  kept.set(operations, cache)
  const known = cache.get(outlined.key)
  if (known) return known
  const reading = read(parts, outlined.outline, readers, choice)
  cache.set(outlined.key, reading)
  reading.catch(() => cache.delete(outlined.key))
  return reading
}

async function read(
  { operations, words }: Deps,
  outline: SpanOutline,
  readers: readonly GameViewer[],
  { metric, previous, range, days }: ChartQuery,
): Promise<ChartResult> {
  const lines = await operations.chartSeries.read(outline, metric)
  const [first] = readers
  const isAlone = lines.length === 1
  const before =
    previous && isAlone && (days || range !== 'all')
      ? await operations.chartSeries.readPrevious(outline, metric)
      : undefined
  const name = days || range === 'all' ? words.charts.timeBefore : words.charts.before[range]
  const data: ChartData = {
    title: isAlone ? (first?.game.name ?? '') : words.charts.comparison(words.number(lines.length)),
    metric,
    words: { metric: words.metrics.choices[metric], unit: words.metrics.units[metric], noData: words.charts.noData },
    ...outline.span,
    series: lines.map((line) => ({ ...pointsOf(line), name: isAlone ? words.charts.thisPeriod : line.game.name })),
    ...(before && { previous: { ...pointsOf(before), shift: before.shift, name } }),
    markers: isAlone && first ? await markersOf({ operations, words }, outline, first, metric) : [],
  }
  return { data, lines }
}

async function markersOf(
  { operations, words }: Deps,
  { span }: SpanOutline,
  reader: GameViewer,
  metric: Metric,
): Promise<ChartMarker[]> {
  const times = await operations.updatesWithin(reader.game.universeId, span)
  const updates = times.map((at) => ({ at, label: words.charts.update }))
  const reached = await operations.shownGame.reachedWithin(reader, span)
  // In the chart of players, the milestones that most people celebrate.
  const wanted = reached.filter(
    ({ counter }) => counter === (metric === 'ccu' || metric === 'like_ratio' ? 'visits' : metric),
  )
  const { counters, marker } = words.web.game
  return [
    ...updates,
    ...wanted.map(({ at, value, counter }) => ({ at, label: marker(words.short(value), counters[counter]) })),
  ]
}

/** As it is drawn for a reader; the picture takes the reader's zone, the browser its own. */
export const inputOf = (
  data: ChartData,
  { words, timeZone }: { readonly words: MessageCatalog; readonly timeZone: string },
  look: Pick<ChartInput, 'theme' | 'width' | 'height'>,
): ChartInput => ({ ...data, locale: words.locale, timeZone, ...look })
