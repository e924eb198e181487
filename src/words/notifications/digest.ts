// A day or a week in numbers, against the one before.
import { HOUR_MINUTES, MINUTE_MS, msOf } from '../../domain/clock.js'
import type { DigestFacts } from '../../domain/notifications/facts.js'
import { afterWithChange, gameName, type RenderContext, type Renderer } from './rendering.js'

const HOURS_A_DAY = 24

export const digest: Renderer<DigestFacts> = (rendering) => {
  const { facts, format, words } = rendering
  const { from, until, timeZone } = facts
  const period = facts.isMerged ? 'merged' : facts.period
  const text = words.notifications.digest
  const isEmpty = facts.coverage.after === 0
  const title = text.title[period](gameName(rendering))
  const lines = [
    words.summary.span(format.time(msOf(from)), format.time(msOf(until))),
    isEmpty ? text.nothing : text.coverage(words.percent(Math.min(1, facts.coverage.after))),
    ...(facts.isMerged ? [text.merged] : []),
    ...(isEmpty || facts.coverage.before === 0 ? [] : [text.previous[period]]),
  ]
  if (isEmpty) return { title, lines }
  const previous = { shift: until - from, name: text.before[period] }
  // The digest's own zone: its days begin and end there.
  return {
    title,
    lines,
    fields: fieldsOf(rendering),
    chart: { metric: 'ccu', span: { from, until }, previous, timeZone },
  }
}

function fieldsOf({ facts, format, words }: RenderContext<DigestFacts>) {
  const { fields, peak } = words.notifications.digest
  const inline = true
  return [
    { name: fields.players, value: afterWithChange(facts.players, words.rough, words), inline },
    {
      name: fields.peak,
      value: facts.peak ? peak(`**${words.number(facts.peak.ccu)}**`, format.time(msOf(facts.peak.at))) : words.nothing,
      inline,
    },
    { name: fields.bestHour, value: bestHour(facts, words), inline },
    { name: fields.visits, value: afterWithChange(facts.visits, words.change, words), inline },
    { name: fields.favorites, value: afterWithChange(facts.favorites, words.change, words), inline },
    { name: fields.likes, value: afterWithChange(facts.likes, words.change, words), inline },
    { name: fields.likeRatio, value: ratio(facts, words), inline },
  ]
}

/** A change of a share in per cent would be read wrongly. */
const ratio = ({ likeRatio: { before, after } }: DigestFacts, words: RenderContext['words']): string =>
  after === null
    ? words.nothing
    : before === null
      ? words.percent(after)
      : words.notifications.beforeAfter(words.percent(before), words.percent(after))

/** A time of day has no date: it is written as on a day without clock changes. */
function bestHour({ bestHour: hour, timeZone }: DigestFacts, words: RenderContext['words']): string {
  if (hour === null) return words.nothing
  const at = (of: number): string => words.clockTime((of % HOURS_A_DAY) * HOUR_MINUTES * MINUTE_MS, 'UTC')
  return words.notifications.digest.hour(at(hour), at(hour + 1), timeZone)
}
