// The text of an event, for lists and for the marks of charts.

import { type Minute, msOf } from '../domain/clock.js'
import type { HistoryEvent } from '../domain/events/event.js'
import type { AlertEventFacts } from '../domain/events/event-facts.js'
import type { Metric } from '../domain/measures.js'
import type { AlertMetric } from '../domain/notifications/settings.js'
import { PERCENT } from '../domain/rounding.js'
import type { MessageCatalog } from './catalog.js'

type EventParts = Pick<HistoryEvent, 'start' | 'end' | 'cause' | 'facts'>

/** One sentence. A note is the text of a person. */
export function eventText({ facts, cause }: EventParts, catalog: MessageCatalog): string {
  const text = catalog.events
  switch (facts.kind) {
    case 'update':
      return text.update
    case 'incident':
      return (cause === 'platform' ? text.platform : text.incident)[facts.type]
    case 'market_fall':
      return text.marketFall(catalog.percent(facts.drop))
    case 'record':
      return text.record(catalog.number(facts.players), catalog.number(facts.previous))
    case 'milestone':
      return text.milestone(catalog.notifications.counted[facts.metric](catalog.number(facts.value)))
    case 'alert':
      return text.alert(conditionText(facts, catalog), writeValue(facts.value, facts.metric, catalog))
    case 'gap':
      return catalog.charts.noData
    case 'note':
      return facts.text
  }
}

/** The rule of an alert, for example: Players 30 % fewer than usual. */
export function conditionText(
  { metric, condition }: Pick<AlertEventFacts, 'metric' | 'condition'>,
  catalog: MessageCatalog,
): string {
  const { rule: text, metrics } = catalog.notify
  const name = metrics[metric]
  if (!('by' in condition)) return text[condition.is](name, writeEntered(condition.value, metric, catalog))
  const size = Math.abs(condition.by)
  const share = catalog.enteredPercent(size / PERCENT)
  if (condition.is === 'unusual') return (condition.by < 0 ? text.fewer : text.unusual)(name, share)
  const change = condition.unit === 'percent' ? share : writeEntered(size, metric, catalog)
  return (condition.by < 0 ? text.fallen : text.changed)(name, change)
}

/** A value that a person chose, for example the limit of a rule. */
export const writeEntered = (value: number, metric: AlertMetric, catalog: MessageCatalog): string =>
  metric === 'like_ratio' ? catalog.enteredPercent(value) : catalog.rough(value)

/** A value that was measured. */
export const writeValue = (value: number, metric: AlertMetric, catalog: MessageCatalog): string =>
  metric === 'like_ratio' ? catalog.likeRatio(value) : catalog.rough(value)

export interface EventMarker {
  readonly at: Minute
  readonly label: string
}

type MarkedCounter = 'visits' | 'favorites' | 'likes'

/** Players and the like ratio have no milestones, so their charts mark those of visits, which people celebrate most. */
export const milestoneCounterOf = (metric: Metric): MarkedCounter | undefined =>
  metric === 'favorites' || metric === 'likes'
    ? metric
    : metric === 'visits' || metric === 'ccu' || metric === 'like_ratio'
      ? 'visits'
      : undefined

/** At most so many lines in a chart; the rarest kinds come first. */
const MAX_MARKERS = 40
const MARKED_KINDS: readonly EventParts['facts']['kind'][] = [
  ...(['record', 'milestone', 'update', 'incident', 'market_fall', 'alert', 'note'] as const),
]

/** The marks of a chart that shows `counter`: milestones of other counters are left out. */
export function eventMarkers(
  events: readonly EventParts[],
  counter: MarkedCounter | undefined,
  catalog: MessageCatalog,
): EventMarker[] {
  const isShown = ({ facts }: EventParts): boolean =>
    MARKED_KINDS.includes(facts.kind) && (facts.kind !== 'milestone' || facts.metric === counter)
  return events
    .filter(isShown)
    .sort((a, b) => MARKED_KINDS.indexOf(a.facts.kind) - MARKED_KINDS.indexOf(b.facts.kind) || b.start - a.start)
    .slice(0, MAX_MARKERS)
    .sort((a, b) => a.start - b.start)
    .map(({ start, facts }) => ({ at: start, label: labelOf(facts, catalog) }))
}

function labelOf(facts: EventParts['facts'], catalog: MessageCatalog): string {
  if (facts.kind === 'record') return `${catalog.events.labels.record} ${catalog.short(facts.players)}`
  if (facts.kind === 'milestone') return catalog.notifications.counted[facts.metric](catalog.short(facts.value))
  return catalog.events.labels[facts.kind]
}

/**
 * When it was: a time, or a span. `write` gets milliseconds, and for the end also the beginning, so that it need not
 * repeat a shared day.
 */
export function eventTime(
  { start, end }: EventParts,
  write: (time: number, after?: number) => string,
  catalog: MessageCatalog,
): string {
  const from = write(msOf(start))
  if (end === null) return catalog.events.since(from)
  return end <= start + 1 ? from : catalog.events.span(from, write(msOf(end), msOf(start)))
}
