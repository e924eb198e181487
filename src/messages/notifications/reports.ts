// Renders what a game has reached and how it goes: milestones (one round number passed, or several passed during a gap) and
// player records; a day or a week in numbers, compared with the one before; and the effect of a game update after an hour, a
// day and a week, or why it cannot be measured.
import { DAY_HOURS, DAY_MINUTES, HOUR_MINUTES, MINUTE_MS, msOf, WEEK_MINUTES } from '../../domain/clock.js'
import { unclearReason } from '../../domain/insights/effect/effect-facts.js'
import type {
  DigestFacts,
  MilestoneFacts,
  PastEvent,
  RecordFacts,
  ReportCardFacts,
} from '../../domain/notifications/facts.js'
import { nextMilestone } from '../../domain/rules/milestones.js'
import { arrivalText } from '../arrival.js'
import type { MessageCatalog } from '../catalog.js'
import { conditionText, writeValue } from '../event-text.js'
import {
  afterWithChange,
  beforeAfter,
  type ChartRequest,
  chartLineOf,
  gameName,
  type RenderContext,
  type Renderer,
  type ValueFormatter,
} from './rendering.js'

type CrossingFacts = MilestoneFacts['crossings'][number]

/** The days of the counter that the chart shows, up to the crossing. */
const MILESTONE_CHART_DAYS = 7

export const milestone: Renderer<MilestoneFacts> = (rendering) => {
  const { facts, catalog } = rendering
  const text = catalog.notifications.milestone
  const name = gameName(rendering)
  const [only, ...others] = facts.crossings
  const chart = milestoneChart(rendering)
  if (only && others.length === 0) {
    const now = text.now(catalog.number(only.count))
    const title = text.one(name, milestoneTextOf(only, catalog))
    return {
      title,
      lines: [`${capital(crossingTimeText(only, rendering))}.`, `${now} ${nextMilestoneText(only, rendering)}`],
      ...chart,
    }
  }
  const lines = facts.crossings.map((crossing) =>
    text.line(milestoneTextOf(crossing, catalog), crossingTimeText(crossing, rendering)),
  )
  const nextLines = facts.crossings
    .filter(({ next }) => next !== undefined)
    .map((crossing) => nextMilestoneText(crossing, rendering))
  return { title: text.several(name, catalog.number(lines.length)), lines: [...lines, ...nextLines], ...chart }
}

const milestoneTextOf = ({ metric, rung }: CrossingFacts, catalog: RenderContext['catalog']): string =>
  catalog.notifications.counted[metric](catalog.number(rung))

/** The counter of the first crossing, with a mark that names all of its numbers, and none of other counters. */
function milestoneChart({ facts, notification, catalog }: RenderContext<MilestoneFacts>): {
  readonly chart?: ChartRequest
} {
  const [first] = facts.crossings
  if (first === undefined) return {}
  const at = notification.occurredAt
  const span = { from: at - MILESTONE_CHART_DAYS * DAY_MINUTES, until: at + 1 }
  const sameMetric = facts.crossings.filter(({ metric }) => metric === first.metric)
  const label = sameMetric.length === 1 ? milestoneTextOf(first, catalog) : severalNumbers(sameMetric, catalog)
  return { chart: { metric: first.metric, span, markers: [{ at, label }] } }
}

function crossingTimeText({ between }: CrossingFacts, { format, notification, catalog }: RenderContext): string {
  const text = catalog.notifications.milestone
  if (!between) return text.at(format.time(msOf(notification.occurredAt)))
  return text.between(format.time(msOf(between.from)), format.time(msOf(between.until)))
}

function nextMilestoneText(
  { metric, count, next }: CrossingFacts,
  { catalog, format, notification }: RenderContext,
): string {
  const text = catalog.notifications.milestone
  const what = catalog.notifications.counted[metric](catalog.number(nextMilestone(count)))
  if (next?.kind !== 'expected') return text.next(what)
  const asOf = notification.occurredAt
  return text.nextExpected(what, arrivalText(next, { asOf, now: msOf(asOf), date: format.date }, catalog))
}

/** Short, because a longer label is cut; the picture names its counter elsewhere. */
function severalNumbers(
  crossings: readonly CrossingFacts[],
  { short, notifications }: RenderContext['catalog'],
): string {
  const [first, last] = [crossings[0]?.rung ?? 0, crossings.at(-1)?.rung ?? 0]
  const { both, range } = notifications.milestone
  return (crossings.length === 2 ? both : range)(short(first), short(last))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const record: Renderer<RecordFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const text = catalog.notifications.record
  const { ccu, previous, at = notification.occurredAt, market, isRising } = facts
  return {
    title: text.title(gameName(rendering), catalog.number(ccu)),
    lines: [
      text.text(format.time(msOf(at)), catalog.number(previous)),
      ...(isRising ? [text.isRising] : []),
      ...(market ? [text.market(catalog.percent(market))] : []),
    ],
  }
}

export const digest: Renderer<DigestFacts> = (rendering) => {
  const { facts, format, catalog } = rendering
  const { from, until, timeZone } = facts
  const period = facts.isMerged ? 'merged' : facts.period
  const text = catalog.notifications.digest
  const isEmpty = facts.coverage.after === 0
  const title = text.title[period](gameName(rendering))
  const lines = [
    catalog.summary.span(format.time(msOf(from)), format.time(msOf(until))),
    isEmpty ? text.nothing : text.coverage(catalog.part(facts.coverage.after)),
    ...(facts.isMerged ? [text.merged] : []),
    ...(isEmpty || facts.coverage.before === 0 ? [] : [text.previous[period]]),
  ]
  lines.push(...happenedLines(rendering))
  if (isEmpty) return { title, lines }
  const previous = { shift: until - from, name: text.before[period] }
  // Uses the digest's own zone, in which its days begin and end.
  return {
    title,
    lines,
    fields: fieldsOf(rendering),
    chart: { metric: 'ccu', span: { from, until }, previous, timeZone },
  }
}

function fieldsOf({ facts, format, catalog }: RenderContext<DigestFacts>) {
  const { fields, peak } = catalog.notifications.digest
  const inline = true
  return [
    { name: fields.players, value: playersText(facts, catalog), inline },
    {
      name: fields.peak,
      value: facts.peak
        ? peak(`**${catalog.number(facts.peak.ccu)}**`, format.time(msOf(facts.peak.at)))
        : catalog.nothing,
      inline,
    },
    { name: fields.bestHour, value: bestHour(facts, catalog), inline },
    { name: fields.visits, value: afterWithChange(facts.visits, catalog.change, catalog), inline },
    { name: fields.favorites, value: afterWithChange(facts.favorites, catalog.change, catalog), inline },
    { name: fields.likes, value: afterWithChange(facts.likes, catalog.change, catalog), inline },
    { name: fields.likeRatio, value: ratio(facts, catalog), inline },
  ]
}

function playersText({ players, usual }: DigestFacts, catalog: MessageCatalog): string {
  const text = afterWithChange(players, catalog.rough, catalog)
  if (usual === null || usual === undefined) return text
  const against = catalog.notifications.digest.usual(catalog.percentChange(usual.change), catalog.rough(usual.expected))
  return `${text}\n${against}`
}

/** Written as two shares, because a percent change of a percentage would be misread. */
const ratio = ({ likeRatio: { before, after } }: DigestFacts, catalog: RenderContext['catalog']): string =>
  after === null
    ? catalog.nothing
    : before === null
      ? catalog.likeRatio(after)
      : catalog.notifications.beforeAfter(catalog.likeRatio(before), catalog.likeRatio(after))

/** Formats a time of day without a date, as on a day without clock changes. */
function bestHour({ bestHour: hour, timeZone }: DigestFacts, catalog: RenderContext['catalog']): string {
  if (hour === null) return catalog.nothing
  const at = (of: number): string => catalog.clockTime((of % DAY_HOURS) * HOUR_MINUTES * MINUTE_MS, 'UTC')
  return catalog.notifications.digest.hour(at(hour), at(hour + 1), timeZone)
}

/** What happened in the time, one line each. */
function happenedLines({ facts: { happened, market }, format, catalog }: RenderContext<DigestFacts>): string[] {
  const text = catalog.notifications.digest.happened
  const roblox = market === null || market === undefined ? [] : [text.market(catalog.percentChange(market))]
  if (happened === undefined || happened.events.length === 0) return roblox
  const lines = happened.events.map((event) => `• ${format.time(msOf(event.at))}: ${lineOf(event, format, catalog)}`)
  const more = happened.more > 0 ? [`• ${text.more(catalog.number(happened.more))}`] : []
  return [...roblox, text.title, ...lines, ...more]
}

type TextContext = Pick<RenderContext, 'format' | 'catalog'>

function lineOf(event: PastEvent, format: TextContext['format'], catalog: TextContext['catalog']): string {
  const { happened: text } = catalog.notifications.digest
  switch (event.kind) {
    case 'update':
      return event.change === null ? text.update : text.updateChanged(catalog.percentChange(event.change))
    case 'record':
      return text.record(catalog.number(event.ccu))
    case 'milestone':
      return text.milestone(catalog.notifications.counted[event.metric](catalog.number(event.rung)))
    case 'incident': {
      const reasons = { ...catalog.web.game.reasons, headcount: text.own }
      const reason = event.reason === undefined ? '' : text.because(reasons[event.reason])
      const sentence = (event.isOfPlatform === true ? text.platform : text.incident)[event.what](
        event.until === null ? null : format.time(msOf(event.until)),
      )
      return `${sentence}${reason}`
    }
    case 'alert':
      return alertLine(event, format, catalog)
    case 'market_fall':
      return text.marketFall(catalog.percent(event.drop))
  }
}

function alertLine(
  { metric, condition, value, until }: Extract<PastEvent, { kind: 'alert' }>,
  format: TextContext['format'],
  catalog: TextContext['catalog'],
): string {
  const { happened: text } = catalog.notifications.digest
  if (condition === undefined || value === undefined) return text.alert(catalog.notifications.alert.metrics[metric])
  const [rule, now] = [conditionText({ metric, condition }, catalog), writeValue(value, metric, catalog)]
  return text.alertOf(rule, now, until == null ? null : format.time(msOf(until)))
}

const STAGE_MINUTES = { '1h': HOUR_MINUTES, '24h': DAY_MINUTES, '7d': WEEK_MINUTES } as const

export const reportCard: Renderer<ReportCardFacts> = (rendering) => {
  const { facts, catalog } = rendering
  const { stage, updatedAt, players, likesPerThousandVisits, favoritesPerThousandVisits, newer, line } = facts
  const text = catalog.notifications.reportCard
  const rate: ValueFormatter = catalog.rough
  // Shows as much time before the update as after it, and at least a day, so that the marker has context.
  const span = {
    from: updatedAt - Math.max(STAGE_MINUTES[stage], DAY_MINUTES),
    until: updatedAt + STAGE_MINUTES[stage],
  }
  const markers = [updatedAt, ...newer].map((at) => ({ at, label: text.marker }))
  return {
    title: text.title[stage](gameName(rendering)),
    lines: linesOf(rendering),
    fields: [
      { name: text.fields.players, value: beforeAfter(players, catalog.rough, catalog) },
      { name: text.fields.likes, value: beforeAfter(likesPerThousandVisits, rate, catalog), inline: true },
      { name: text.fields.favorites, value: beforeAfter(favoritesPerThousandVisits, rate, catalog), inline: true },
    ],
    chart: {
      metric: 'ccu',
      span,
      markers,
      ...(line === null
        ? {}
        : chartLineOf(line, { expected: text.expected, limit: catalog.notify.previewed.threshold })),
    },
  }
}

function linesOf({ facts, format, catalog }: RenderContext<ReportCardFacts>): string[] {
  const { updatedAt, coverage, newer } = facts
  const text = catalog.notifications.reportCard
  const isWhole = Math.min(coverage.before, coverage.after) >= 1
  const measured = catalog.notifications.measured(catalog.part(coverage.before), catalog.part(coverage.after))
  const again = newer.length === 0 ? [] : [text.again(newer.map((at) => format.time(msOf(at))).join(', '))]
  const lines = outcomeLines(facts, catalog)
  return [text.published(format.time(msOf(updatedAt))), ...again, ...lines, ...(isWhole ? [] : [measured])]
}

function outcomeLines({ outcome, reason, effect, market, beganBefore }: ReportCardFacts, catalog: MessageCatalog) {
  const text = catalog.notifications.reportCard
  if (outcome === 'cannot_tell')
    return [`${text.cannotTell} ${reason === null ? text.notAllowed : text.because[reason]}`]
  if (effect === null) return [text.earlier[outcome]]
  const signed = catalog.percentChange
  const range = text.range(signed(effect.change), signed(effect.low), signed(effect.high))
  const shared = market === null ? text.marketUnknown : text.market(signed(market))
  const sentence =
    outcome === 'no_clear_change' ? text.unclear[unclearReason(effect)](range) : text.outcome[outcome](range)
  return [`${sentence} ${shared}`, ...(beganBefore ? [text.beganBefore] : [])]
}
