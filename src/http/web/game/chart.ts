// The data of the chart on a game's page. The page, the browser and the picture share one cached read until the data change.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChartInput, ChartMarker } from '../../../charts/chart-input.js'
import type { ChartData } from '../../../charts/page/wire.js'
import type { Metric } from '../../../domain/measures.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { eventMarkers, milestoneCounterOf } from '../../../messages/event-text.js'
import { type ChartLine, pointsOf, type SpanOutline } from '../../../services/reading/chart-series.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import type { Services } from '../../../services/services.js'
import type { ChartQuery } from './choice.js'

export interface KeyedOutline {
  readonly outline: SpanOutline
  /** A hash of everything that the chart depends on. */
  readonly key: string
}

export interface ChartResult {
  readonly data: ChartData
  readonly lines: readonly ChartLine[]
}

type Deps = { readonly services: Services; readonly catalog: MessageCatalog }

/** A chart of five games takes a few hundred kilobytes of memory. */
const MAX_CACHE_SIZE = 40
const kept = new WeakMap<Services, LRUCache<string, Promise<ChartResult>>>()

export async function outlineOf(
  { services, catalog }: Deps,
  readers: readonly GameViewer[],
  choice: ChartQuery,
): Promise<KeyedOutline> {
  const { chartSeries } = services
  const outline = choice.days
    ? await chartSeries.outlineDays(readers, choice.days)
    : await chartSeries.outline(readers, choice.range)
  const { games, span } = outline
  const finest = Math.min(...games.map(({ plan }) => plan.intervalMinutes))
  const facts = games.map(({ game, plan, last, events }) => [game.universeId, game.name, plan.name, last, events])
  const slot = Math.floor(span.until / finest)
  const { metric, previous } = choice
  const all = JSON.stringify([facts, metric, previous, span.from, slot, catalog.locale])
  return { outline, key: createHash('sha256').update(all).digest('base64url').slice(0, 27) }
}

export function readChart(parts: Deps, outlined: KeyedOutline, readers: readonly GameViewer[], choice: ChartQuery) {
  const { services } = parts
  const cache = kept.get(services) ?? new LRUCache<string, Promise<ChartResult>>({ max: MAX_CACHE_SIZE })
  kept.set(services, cache)
  const known = cache.get(outlined.key)
  if (known) return known
  const reading = read(parts, outlined.outline, readers, choice)
  cache.set(outlined.key, reading)
  reading.catch(() => cache.delete(outlined.key))
  return reading
}

async function read(
  { services, catalog }: Deps,
  outline: SpanOutline,
  readers: readonly GameViewer[],
  { metric, previous, range, days }: ChartQuery,
): Promise<ChartResult> {
  const lines = await services.chartSeries.read(outline, metric)
  const [first] = readers
  const isAlone = lines.length === 1
  const before =
    previous && isAlone && (days || range !== 'all')
      ? await services.chartSeries.readPrevious(outline, metric)
      : undefined
  const name = days || range === 'all' ? catalog.charts.timeBefore : catalog.charts.before[range]
  const data: ChartData = {
    title: isAlone ? (first?.game.name ?? '') : catalog.charts.comparison(catalog.number(lines.length)),
    metric,
    texts: {
      metric: catalog.metrics.choices[metric],
      unit: catalog.metrics.units[metric],
      noData: catalog.charts.noData,
    },
    ...outline.span,
    series: lines.map((line) => ({ ...pointsOf(line), name: isAlone ? catalog.charts.thisPeriod : line.game.name })),
    ...(before && { previous: { ...pointsOf(before), shift: before.shift, name } }),
    markers: isAlone && first ? await markersOf({ services, catalog }, outline, first, metric) : [],
  }
  return { data, lines }
}

/** All milestones come from the samples: those that an import brought, for example, never became events. */
async function markersOf(
  { services, catalog }: Deps,
  { games, span }: SpanOutline,
  reader: GameViewer,
  metric: Metric,
): Promise<ChartMarker[]> {
  const counter = milestoneCounterOf(metric)
  const reached = (await services.shownGame.reachedWithin(reader, span)).filter((one) => one.counter === counter)
  const others = (games[0]?.events ?? []).filter(({ kind }) => kind !== 'milestone')
  const { counters, marker } = catalog.web.game
  return [
    ...eventMarkers(others, counter, catalog),
    ...reached.map((one) => ({ at: one.at, label: marker(catalog.short(one.value), counters[one.counter]) })),
  ]
}

/** The input for drawing: the picture uses the reader's time zone, and the browser its own. */
export const inputOf = (
  data: ChartData,
  { catalog, timeZone }: { readonly catalog: MessageCatalog; readonly timeZone: string },
  look: Pick<ChartInput, 'theme' | 'width' | 'height'>,
): ChartInput => ({ ...data, locale: catalog.locale, timeZone, ...look })
