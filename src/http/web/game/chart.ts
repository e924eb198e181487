// The data of the chart on a game's page. The page, the browser and the picture share one cached read until the data change.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChartInput, ChartMarker } from '../../../charts/chart-input.js'
import type { ChartCoverage, ChartData } from '../../../charts/page/wire.js'
import { DAY_MINUTES, type Minute, minuteOf, msOf } from '../../../domain/clock.js'
import type { Metric } from '../../../domain/measures.js'
import type { Span, SpanName } from '../../../domain/rules/span.js'
import {
  CHANGE_STEPS,
  type ChangeStep,
  changeStepOf,
  countedChanges,
  isCounter,
} from '../../../domain/series/counter-change.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { eventMarkers, milestoneCounterOf } from '../../../messages/event-text.js'
import { exactLength } from '../../../messages/length-text.js'
import { type ChartLine, pointsOf, previousShift, type SpanOutline } from '../../../services/reading/chart-series.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import type { Services } from '../../../services/services.js'
import { chartEvents } from './chart-events.js'
import { type ChartQuery, type ComparedPeriod, comparedNames, daysBeforeText, roundedDays } from './choice.js'

export interface KeyedOutline {
  readonly outline: SpanOutline
  /** The named range; undefined where the reader chose two times. */
  readonly range: SpanName | undefined
  /** The minute of the first sample; undefined if there is none. */
  readonly knownSince: Minute | undefined
  /** A hash of everything that the chart depends on. */
  readonly key: string
}

export interface ChartResult {
  readonly data: ChartData
  /** The compared period, also where nothing of it is known; undefined where none is compared. */
  readonly compared: Span | undefined
  readonly lines: readonly ChartLine[]
}

type Deps = {
  readonly services: Services
  readonly catalog: MessageCatalog
  /** The reader's, of days and hours. */
  readonly timeZone: string
}

/** A chart of five games takes a few hundred kilobytes of memory. */
const MAX_CACHE_SIZE = 40
const caches = new WeakMap<Services, LRUCache<string, Promise<ChartResult>>>()

const DEFAULT_RANGE: SpanName = '7d'
/** A game that is known for less is shown since its first sample, where the reader chose no range. */
const MIN_KNOWN_MINUTES = 6 * DAY_MINUTES
/** A shorter time has no room for times on its axis. */
const MIN_SHOWN_MINUTES = 10

export async function outlineOf(
  { services, catalog, timeZone }: Deps,
  readers: readonly GameViewer[],
  choice: ChartQuery,
): Promise<KeyedOutline> {
  const { chartSeries } = services
  const [reader] = readers
  const knownSince = reader && (await services.shownGame.knownSince(reader))
  const chosenSpan =
    choice.span ?? (choice.range === undefined ? youngSpan(knownSince, services.clock.now()) : undefined)
  const range = choice.span ? undefined : (choice.range ?? (chosenSpan ? 'all' : DEFAULT_RANGE))
  const outline = chosenSpan
    ? await chartSeries.outlineSpan(readers, chosenSpan, timeZone)
    : await namedOutline(services, readers, range ?? DEFAULT_RANGE, timeZone)
  const { games, span } = outline
  const finest = Math.min(...games.map(({ plan }) => plan.intervalMinutes))
  const facts = games.map(({ game, plan, last, events }) => [game.universeId, game.name, plan.name, last, events])
  const slot = Math.floor(span.until / finest)
  const { metric, against, scale, counters } = choice
  const all = JSON.stringify([facts, metric, against, scale, counters, span.from, slot, catalog.locale, timeZone])
  return { outline, range, knownSince, key: createHash('sha256').update(all).digest('base64url').slice(0, 27) }
}

/** A range that lies to a larger part before the first sample is shown from that sample's day on, because the rest is empty. */
const MAX_EMPTY_SHARE = 0.25

async function namedOutline(
  { chartSeries, shownGame }: Services,
  readers: readonly GameViewer[],
  range: SpanName,
  timeZone: string,
): Promise<SpanOutline> {
  const outline = await chartSeries.outline(readers, range, timeZone)
  const { from, until } = outline.span
  const firsts = await Promise.all(readers.map(shownGame.knownSince))
  const first = Math.min(...firsts.map((minute) => minute ?? until))
  const isEmptier = first < until && first - from > MAX_EMPTY_SHARE * (until - from)
  return isEmptier ? chartSeries.outline(readers, 'all', timeZone) : outline
}

function youngSpan(knownSince: Minute | undefined, nowMs: number): Span | undefined {
  const until = minuteOf(nowMs) + 1
  if (knownSince === undefined || until - knownSince >= MIN_KNOWN_MINUTES) return undefined
  return { from: Math.min(knownSince, until - MIN_SHOWN_MINUTES), until }
}

/** Reads everything except the usual, which takes longer and is not part of the HTML. */
export function readChart(deps: Deps, outlined: KeyedOutline, readers: readonly GameViewer[], choice: ChartQuery) {
  return cached(deps.services, outlined.key, () => read(deps, outlined, readers, choice))
}

/** Everything that is drawn. */
export function readWholeChart(deps: Deps, outlined: KeyedOutline, readers: readonly GameViewer[], choice: ChartQuery) {
  return cached(deps.services, `${outlined.key} whole`, async () => {
    const chart = await readChart(deps, outlined, readers, choice)
    const [reader] = readers
    if (!reader || readers.length > 1 || choice.metric !== 'ccu') return chart
    const usual = await deps.services.readUsualLine(reader, outlined.outline.span)
    if (!usual) return chart
    return { ...chart, data: { ...chart.data, expected: { ...usual, name: deps.catalog.charts.usual } } }
  })
}

function cached(services: Services, key: string, make: () => Promise<ChartResult>): Promise<ChartResult> {
  const cache = caches.get(services) ?? new LRUCache<string, Promise<ChartResult>>({ max: MAX_CACHE_SIZE })
  caches.set(services, cache)
  const known = cache.get(key)
  services.activity.publish({ type: 'cache read', cache: 'charts', isHit: known !== undefined })
  if (known) return known
  const reading = make()
  cache.set(key, reading)
  reading.catch(() => cache.delete(key))
  return reading
}

async function read(
  { services, catalog, timeZone }: Deps,
  { outline, range, knownSince }: KeyedOutline,
  readers: readonly GameViewer[],
  { metric, against, scale, counters }: ChartQuery,
): Promise<ChartResult> {
  const lines = await services.chartSeries.read(outline, metric)
  const [first] = readers
  const [line] = lines
  const isAlone = lines.length === 1
  const { span } = outline
  const shift = isAlone ? shiftOf(against, outline, knownSince) : undefined
  const before = shift === undefined ? undefined : await services.chartSeries.readPrevious(outline, metric, shift)
  const reached = isAlone && first ? await milestonesOf(services, first, outline, metric) : []
  const shownEvents = eventsOf(outline, metric)
  const per = counters === 'change' && isCounter(metric) ? changeStepOf(span) : undefined
  const name = per ? catalog.charts.per[per](catalog.metrics.choices[metric]) : catalog.metrics.choices[metric]
  // Lines of one chart are drawn alike, so that they can be compared.
  const hasMeans = [...lines, ...(before ? [before] : [])].some(({ means }) => means?.isRough)
  const step = hasMeans ? line?.means?.step : undefined
  const drawn = (one: ChartLine) => ({
    ...pointsOf(one),
    ...(per && changeLine(one, metric, per, timeZone)),
    ...(hasMeans && one.means && { means: one.means }),
  })
  const data: ChartData = {
    title: comparedNames(
      lines.map(({ game }) => game.name),
      catalog,
    ),
    metric,
    texts: {
      metric: name,
      unit: catalog.metrics.units[metric],
      noData: catalog.charts.noData,
      ...(step !== undefined && meanTexts(step, isAlone, catalog)),
      ...(scale === 'relative' && !isAlone && { change: catalog.charts.changeSinceBegin(name) }),
      ...(scale === 'logarithmic' && !isAlone && { logarithmic: catalog.charts.logarithmic(name) }),
    },
    ...span,
    ...(per && { per }),
    ...(scale !== 'absolute' && { scale }),
    series: lines.map((one) => ({ ...drawn(one), name: isAlone ? name : one.game.name })),
    ...(before && {
      previous: {
        ...drawn(before),
        shift: before.shift,
        name: previousName(range, against, { shift: before.shift, from: span.from, timeZone }, catalog),
        partName: daysBeforeText(before.shift, catalog),
      },
    }),
    markers: isAlone ? markersOf(shownEvents, reached, metric, catalog) : [],
    events: chartEvents({ events: shownEvents, reached, gaps: line?.gaps ?? [] }, catalog),
    ...(line && { coverage: coverageOf(line, per) }),
    bounds: { from: Math.min(knownSince ?? span.from, span.from), until: span.until },
  }
  const compared = shift === undefined ? undefined : { from: span.from - shift, until: span.until - shift }
  return { data, lines, compared }
}

function meanTexts(step: Minute, isAlone: boolean, { charts, locale }: MessageCatalog) {
  const length = exactLength(step, locale)
  return {
    means: (isAlone ? charts.means.one : charts.means.several)(length),
    mean: charts.means.at(length),
    ...(isAlone && { extremes: charts.extremes }),
  }
}

/** The points of a line of changes are an hour or a day apart, however it was sampled. */
const changeLine = (line: ChartLine, metric: Metric, per: ChangeStep, timeZone: string) => ({
  ...countedChanges(line, metric, per, timeZone),
  interval: CHANGE_STEPS[per],
  schedule: [],
})

/** A change of a day is read with how much of that day was measured. */
const coverageOf = ({ measured, points }: ChartLine, per: ChangeStep | undefined): ChartCoverage =>
  per === 'day' ? { step: 'day', edges: points.edges, shares: points.coverage } : measured

/** A line that nobody chose is left out where more than that of its time lies before the first sample. */
const MAX_UNTRACKED_SHARE = 0.75

/**
 * The number of minutes by which the compared period is earlier; undefined where the range is all time, and where the game was hardly
 * tracked in the time before.
 */
function shiftOf(
  against: ComparedPeriod,
  { span, timeZone, spanName }: SpanOutline,
  knownSince: Minute | undefined,
): Minute | undefined {
  if (against.kind === 'earlier') return against.minutes
  if (against.kind === 'begin') return span.from - against.minute
  if (against.kind === 'none' || spanName === 'all') return undefined
  const shift = previousShift(span, timeZone, spanName)
  const untracked = (knownSince ?? span.until) + shift - span.from
  return untracked > MAX_UNTRACKED_SHARE * (span.until - span.from) ? undefined : shift
}

interface ShiftedRange {
  readonly shift: Minute
  readonly from: Minute
  readonly timeZone: string
}

function previousName(
  range: SpanName | undefined,
  { kind }: ComparedPeriod,
  { shift, from, timeZone }: ShiftedRange,
  catalog: MessageCatalog,
): string {
  // A part of a day says too little of when the period begins.
  if ((kind === 'begin' || kind === 'earlier') && shift > 0 && shift % DAY_MINUTES !== 0)
    return catalog.charts.daysBeforeFrom(roundedDays(shift), catalog.dateTime(msOf(from - shift), timeZone))
  if (kind === 'begin' || kind === 'earlier') return daysBeforeText(shift, catalog)
  return range === undefined || range === 'all' ? catalog.charts.timeBefore : catalog.charts.before[range]
}

/** Milestones come from the samples instead: those that an import brought, for example, never became events. */
const eventsOf = ({ games }: SpanOutline, metric: Metric) =>
  (games[0]?.events ?? []).filter(({ facts }) => facts.kind !== 'milestone' || milestoneCounterOf(metric) === undefined)

async function milestonesOf(services: Services, reader: GameViewer, { span }: SpanOutline, metric: Metric) {
  const counter = milestoneCounterOf(metric)
  return (await services.shownGame.reachedWithin(reader, span)).filter((one) => one.counter === counter)
}

function markersOf(
  events: ReturnType<typeof eventsOf>,
  reached: Awaited<ReturnType<typeof milestonesOf>>,
  metric: Metric,
  catalog: MessageCatalog,
): ChartMarker[] {
  const { counters, marker } = catalog.web.game
  return [
    ...eventMarkers(events, milestoneCounterOf(metric), catalog),
    ...reached.map((one) => ({ at: one.at, label: marker(catalog.short(one.value), counters[one.counter]) })),
  ]
}

/** The input for drawing: the picture uses the reader's time zone, and the browser its own. */
export const inputOf = (
  data: ChartData,
  { catalog, timeZone }: { readonly catalog: MessageCatalog; readonly timeZone: string },
  look: Pick<ChartInput, 'theme' | 'width' | 'height'>,
): ChartInput => {
  const { events, coverage, bounds, ...drawn } = data
  return { ...drawn, locale: catalog.locale, timeZone, ...look }
}
