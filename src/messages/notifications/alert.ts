// Renders alerts: a rule that was broken, or how that ended, with a chart of the day before; and platform-wide losses
// of players, which are reported once instead of as many alerts.
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import type { AlertFacts, Facts, PlatformDropFacts, RulesMovedFacts } from '../../domain/notifications/facts.js'
import type { Notification } from '../../domain/notifications/notification.js'
import type { AlertMetric } from '../../domain/notifications/settings.js'
import type { Span } from '../../domain/rules/span.js'
import type { MessageCatalog } from '../catalog.js'
import { writeEntered } from '../event-text.js'
import { DRAWN_METRICS, levelLine } from '../rule-text.js'
import { changeOf, chartLineOf, gameName, type RenderContext, type Renderer, type ValueFormatter } from './rendering.js'

export const alert: Renderer<AlertFacts> = (rendering) => {
  const { facts, notification, catalog } = rendering
  const { metric, since, kind, roleId, line } = facts
  const until = notification.occurredAt + 1
  const span = { from: Math.min(since, until) - DAY_MINUTES, until }
  const names = { expected: catalog.notifications.alert.expected, limit: catalog.notify.previewed.threshold }
  const beside = line == null ? thresholdOf(facts, span, catalog) : chartLineOf(line, names)
  const marker = { at: since, label: catalog.notifications.alert.marker }
  return {
    title: titleOf(rendering),
    lines: kind === 'recovery' ? recoveryLines(rendering) : alertLines(rendering),
    chart: { metric: DRAWN_METRICS[metric], span, markers: [marker], ...beside },
    ...(roleId !== null && kind === 'alert' ? { roleId } : {}),
  }
}

/** The fixed threshold of a rule, where the picture shows the measure that the rule is about. */
const thresholdOf = ({ metric, condition, threshold }: AlertFacts, span: Span, { notify }: MessageCatalog) =>
  'value' in condition && DRAWN_METRICS[metric] === metric
    ? { limit: levelLine(threshold, span, notify.previewed.threshold) }
    : {}

function titleOf(rendering: RenderContext<AlertFacts>): string {
  const { facts, catalog } = rendering
  const { kind, metric, condition, threshold, value, baseline } = facts
  const text = catalog.notifications.alert
  const [name, what] = [gameName(rendering), text.metrics[metric].toLowerCase()]
  const write = writerOf(metric, catalog)
  if (kind === 'recovery') return text.recovered(name, what)
  if ('value' in condition) return text[condition.is](name, what, writeEntered(threshold, metric, catalog))
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
  if (metric === 'like_ratio') return catalog.likeRatio
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
  const sentence = universes === 0 ? text.ofCharts(share, when) : text.text(count, all, share, when)
  return { title: text.title, lines: [sentence, ...instead] }
}

export const rulesMoved: Renderer<RulesMovedFacts> = (rendering) => {
  const text = rendering.catalog.notifications.rulesMoved
  return { title: text.title, lines: [text.text, text.games(namesOf(rendering).join(', ')), text.back] }
}

/** The games that the facts name, or those of `ids` among them. */
export function namesOf({ namedGames: all, format, catalog }: RenderContext, ids?: readonly number[]): string[] {
  const namedGames = ids === undefined ? all : all.filter(({ id }) => ids.includes(id))
  const names = namedGames.slice(0, MAX_NAMES).map(({ name }) => `**${format.name(name, MAX_LISTED_NAME_LENGTH)}**`)
  const more = namedGames.length - names.length
  return more > 0 ? [...names, catalog.notifications.platformDrop.more(catalog.number(more))] : names
}

type ComparisonContext = Pick<RenderContext, 'format' | 'catalog'>

/** DISCORD-32: what a notification was compared with, line by line, for a person who asks why it came. */
export function comparisonLines(
  { facts, occurredAt }: Pick<Notification, 'facts' | 'occurredAt'>,
  context: ComparisonContext,
): string[] {
  const { format, catalog } = context
  const { why } = catalog.notify
  const { number, percent, rough } = catalog
  switch (facts.kind) {
    case 'alert':
    case 'recovery':
      return alertComparison(facts, occurredAt, context)
    case 'report_card':
      return reportComparison(facts, context)
    case 'platform_drop':
      return facts.universes === 0
        ? [why.charts(percent(facts.medianDrop)), why.since(format.time(msOf(facts.since)))]
        : [
            why.fell(number(facts.fell), number(facts.universes), percent(facts.medianDrop)),
            why.since(format.time(msOf(facts.since))),
            why.platformRule,
          ]
    case 'platform_incident':
      return [
        facts.affected === null || facts.universes === null
          ? why.incidentOwn
          : why.incident(number(facts.affected), number(facts.universes)),
        why.since(format.time(msOf(facts.since))),
      ]
    case 'record':
      return [
        why.value(rough(facts.ccu)),
        why.recordBefore(rough(facts.previous), rough(facts.ccu - facts.previous)),
        ...(facts.market == null ? [] : [catalog.notifications.record.market(percent(facts.market))]),
      ]
    default:
      return [why.nothing]
  }
}

function alertComparison(facts: AlertFacts, at: number, { format, catalog }: ComparisonContext): string[] {
  const { why } = catalog.notify
  const { metric, condition, value, threshold, baseline, line, since } = facts
  const write = writerOf(metric, catalog)
  const entered = (value: number): string => writeEntered(value, metric, catalog)
  const isUsual = condition.is === 'unusual'
  const against = baseline === null ? undefined : changeOf(baseline, value, catalog)
  const range = line == null ? undefined : rangeAt(line, facts.kind === 'alert' ? since : at)
  return [
    why.value(write(value)),
    ...(baseline === null ? [] : [(isUsual ? why.usual : why.lastWeek)(write(baseline), against)]),
    ...(range === undefined ? [] : [why.range(write(range.low), write(range.high))]),
    ...(isUsual || 'value' in condition ? [why.threshold((isUsual ? write : entered)(threshold))] : []),
    facts.minutes === undefined ? why.readings(facts.readings) : why.minutes(facts.minutes),
    why.since(format.time(msOf(since))),
    ...(facts.kind === 'alert' ? comparisonOf(facts, catalog) : []),
  ]
}

/** The band at the step of the line that holds the minute. */
function rangeAt({ from, step, low, high }: NonNullable<AlertFacts['line']>, minute: number) {
  const index = Math.min(low.length - 1, Math.max(0, Math.floor((minute - from) / step)))
  const [lowest, highest] = [low[index] ?? null, high[index] ?? null]
  return lowest === null || highest === null ? undefined : { low: lowest, high: highest }
}

function reportComparison(facts: Extract<Facts, { kind: 'report_card' }>, { catalog }: ComparisonContext): string[] {
  const { why } = catalog.notify
  const { players, observed, market, effect, coverage, beganBefore, reason } = facts
  const text = catalog.notifications.reportCard
  const { rough, part, percentChange: share } = catalog
  return [
    ...(players.after === null ? [] : [why.measuredPlayers(rough(players.after))]),
    ...(players.before === null ? [] : [why.expectedPlayers(rough(players.before))]),
    ...(observed === null ? [] : [why.observed(share(observed))]),
    marketLine(market, catalog),
    ...(effect === null ? [] : [why.effect(share(effect.change), share(effect.low), share(effect.high))]),
    ...(beganBefore ? [text.beganBefore] : []),
    ...(reason === null ? [] : [`${text.cannotTell} ${text.because[reason]}`]),
    catalog.notifications.measured(part(coverage.before), part(coverage.after)),
  ]
}

function marketLine(market: number | null, catalog: MessageCatalog): string {
  const { why } = catalog.notify
  return market === null ? why.marketUnknown : why.market(catalog.percentChange(market))
}
