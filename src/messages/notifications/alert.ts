// Renders alerts: a rule that was broken, or how that ended, with a chart of the day before; and platform-wide losses
// of players, which are reported once instead of as many alerts.
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import type { Metric } from '../../domain/measures.js'
import type { AlertFacts, PlatformDropFacts, RulesMovedFacts } from '../../domain/notifications/facts.js'
import type { AlertMetric } from '../../domain/notifications/settings.js'
import type { MessageCatalog } from '../catalog.js'
import { changeOf, chartLineOf, gameName, type RenderContext, type Renderer, type ValueFormatter } from './rendering.js'

/** The metric to draw; a rank is drawn as players, from which it follows. */
export const DRAWN_METRICS = {
  ccu: 'ccu',
  visits_a_day: 'visits',
  favorites: 'favorites',
  likes: 'likes',
  like_ratio: 'like_ratio',
  rank: 'ccu',
} as const satisfies Record<AlertMetric, Metric>

export const alert: Renderer<AlertFacts> = (rendering) => {
  const { facts, notification, catalog } = rendering
  const { metric, since, kind, roleId, line } = facts
  const until = notification.occurredAt + 1
  const span = { from: Math.min(since, until) - DAY_MINUTES, until }
  const expected = line == null ? {} : { expected: chartLineOf(line, catalog.notifications.alert.expected) }
  const marker = { at: since, label: catalog.notifications.alert.marker }
  return {
    title: titleOf(rendering),
    lines: kind === 'recovery' ? recoveryLines(rendering) : alertLines(rendering),
    chart: { metric: DRAWN_METRICS[metric], span, markers: [marker], ...expected },
    ...(roleId !== null && kind === 'alert' ? { roleId } : {}),
  }
}

function titleOf(rendering: RenderContext<AlertFacts>): string {
  const { facts, catalog } = rendering
  const { kind, metric, condition, threshold, value, baseline } = facts
  const text = catalog.notifications.alert
  const [name, what] = [gameName(rendering), text.metrics[metric].toLowerCase()]
  const write = writerOf(metric, catalog)
  if (kind === 'recovery') return text.recovered(name, what)
  if ('value' in condition) return text[condition.is](name, what, write(threshold))
  if (condition.is === 'unusual') return text.unusual(name, what, changeOf(baseline, value, catalog) ?? write(value))
  const percent = condition.unit === 'percent' ? changeOf(baseline, value, catalog) : undefined
  const change = percent ?? signed(value - (baseline ?? threshold), write)
  return text.changed(name, what, change)
}

function alertLines(rendering: RenderContext<AlertFacts>): string[] {
  const { facts, format, catalog } = rendering
  const { metric, value, readings, minutes, since } = facts
  const text = catalog.notifications.alert
  const write = writerOf(metric, catalog)
  const from = format.time(msOf(since))
  return [
    text.now(write(value)),
    ...baselineLines(facts, catalog),
    minutes !== undefined
      ? text.minutes(catalog.number(minutes), from)
      : readings > 1
        ? text.readings(catalog.number(readings), from)
        : text.reading(from),
    ...comparisonOf(facts, catalog),
  ]
}

function recoveryLines({ facts, format, notification, catalog }: RenderContext<AlertFacts>): string[] {
  const { metric, value, since } = facts
  const text = catalog.notifications.alert
  const write = writerOf(metric, catalog)
  return [
    text.now(write(value)),
    ...baselineLines(facts, catalog),
    text.lasted(format.time(msOf(since)), format.time(msOf(notification.occurredAt))),
  ]
}

function baselineLines({ metric, condition, baseline }: AlertFacts, catalog: MessageCatalog): string[] {
  if (baseline === null) return []
  const { usual, lastWeek } = catalog.notifications.alert
  return [(condition.is === 'unusual' ? usual : lastWeek)(writerOf(metric, catalog)(baseline))]
}

/** Only for fewer players, because only a drop raises the question whether the whole platform is affected. */
function comparisonOf(
  { metric, platformWide, condition, value, threshold, baseline }: AlertFacts,
  catalog: MessageCatalog,
): string[] {
  const text = catalog.notifications.alert
  const isDrop = condition.is === 'below' || (condition.is !== 'above' && value < (baseline ?? threshold))
  if (!isDrop || metric !== 'ccu') return []
  if (platformWide === null) return [text.notCompared]
  return [platformWide ? text.platformWide : text.notPlatformWide]
}

/** By metric: a ratio is written as a share, a rank with a number sign. */
export function writerOf(metric: AlertMetric, catalog: MessageCatalog): ValueFormatter {
  if (metric === 'like_ratio') return catalog.percent
  return metric === 'rank' ? (value) => `#${catalog.number(value)}` : catalog.rough
}

const signed = (change: number, write: ValueFormatter): string => (change > 0 ? `+${write(change)}` : write(change))

const MAX_NAMES = 10
const MAX_LISTED_NAME_LENGTH = 60

export const platformDrop: Renderer<PlatformDropFacts> = (rendering) => {
  const { facts, format, catalog } = rendering
  const text = catalog.notifications.platformDrop
  const { fell, universes, medianDrop, since } = facts
  const [count, all, share] = [catalog.number(fell), catalog.number(universes), catalog.percent(medianDrop)]
  const names = namesOf(rendering)
  const instead = names.length === 0 ? [] : [text.instead(names.join(', '))]
  const when = format.time(msOf(since))
  const said = universes === 0 ? text.ofCharts(share, when) : text.text(count, all, share, when)
  return { title: text.title, lines: [said, ...instead] }
}

export const rulesMoved: Renderer<RulesMovedFacts> = (rendering) => {
  const text = rendering.catalog.notifications.rulesMoved
  return { title: text.title, lines: [text.text, text.games(namesOf(rendering).join(', ')), text.back] }
}

function namesOf({ namedGames, format, catalog }: RenderContext): string[] {
  const names = namedGames.slice(0, MAX_NAMES).map(({ name }) => `**${format.name(name, MAX_LISTED_NAME_LENGTH)}**`)
  const more = namedGames.length - names.length
  return more > 0 ? [...names, catalog.notifications.platformDrop.more(catalog.number(more))] : names
}
