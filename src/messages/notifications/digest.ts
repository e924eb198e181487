// Renders a day or a week in numbers, compared with the one before.
import { HOUR_MINUTES, MINUTE_MS, msOf } from '../../domain/clock.js'
import type { DigestFacts } from '../../domain/notifications/facts.js'
import type { PastEvent } from '../../domain/notifications/past-event.js'
import { afterWithChange, gameName, type RenderContext, type Renderer } from './rendering.js'

const HOURS_A_DAY = 24

export const digest: Renderer<DigestFacts> = (rendering) => {
  const { facts, format, catalog } = rendering
  const { from, until, timeZone } = facts
  const period = facts.isMerged ? 'merged' : facts.period
  const text = catalog.notifications.digest
  const isEmpty = facts.coverage.after === 0
  const title = text.title[period](gameName(rendering))
  const lines = [
    catalog.summary.span(format.time(msOf(from)), format.time(msOf(until))),
    isEmpty ? text.nothing : text.coverage(catalog.percent(Math.min(1, facts.coverage.after))),
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
    { name: fields.players, value: afterWithChange(facts.players, catalog.rough, catalog), inline },
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

/** Written as two shares, because a percent change of a percentage would be misread. */
const ratio = ({ likeRatio: { before, after } }: DigestFacts, catalog: RenderContext['catalog']): string =>
  after === null
    ? catalog.nothing
    : before === null
      ? catalog.percent(after)
      : catalog.notifications.beforeAfter(catalog.percent(before), catalog.percent(after))

/** Formats a time of day without a date, as on a day without clock changes. */
function bestHour({ bestHour: hour, timeZone }: DigestFacts, catalog: RenderContext['catalog']): string {
  if (hour === null) return catalog.nothing
  const at = (of: number): string => catalog.clockTime((of % HOURS_A_DAY) * HOUR_MINUTES * MINUTE_MS, 'UTC')
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

type Said = Pick<RenderContext, 'format' | 'catalog'>

function lineOf(event: PastEvent, format: Said['format'], catalog: Said['catalog']): string {
  const { happened: text } = catalog.notifications.digest
  switch (event.kind) {
    case 'update':
      return event.change === null ? text.update : text.updateChanged(catalog.percentChange(event.change))
    case 'record':
      return text.record(catalog.number(event.ccu))
    case 'milestone':
      return text.milestone(catalog.notifications.counted[event.metric](catalog.number(event.rung)))
    case 'incident':
      return text.incident[event.what](event.until === null ? null : format.time(msOf(event.until)))
    case 'alert':
      return text.alert(catalog.notifications.alert.metrics[event.metric])
    case 'market_fall':
      return text.marketFall(catalog.percent(event.drop))
  }
}
