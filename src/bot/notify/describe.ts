// Rules and digests in words.
import { MINUTE_MS } from '../../domain/clock.js'
import type { AlertMetric, RuleDraft } from '../../domain/notifications/rule.js'
import type { DigestPlan } from '../../domain/notifications/settings.js'
import type { Words } from '../../words/words.js'

const PERCENT = 100

/** `Players below 1,000, 3 readings in a row, at most once in 60 minutes` */
export function describeRule(rule: Omit<RuleDraft, 'gameId' | 'createdAt'>, words: Words): string {
  const { rule: text } = words.notify
  const { readings, cooldownMinutes, quietHours, roleId } = rule
  const parts = [
    describeCondition(rule, words),
    ...(readings > 1 ? [text.readings(words.number(readings))] : []),
    ...(cooldownMinutes > 0 ? [text.cooldown(words.number(cooldownMinutes))] : []),
    ...(quietHours
      ? [text.quiet(clockOf(quietHours.from, words), clockOf(quietHours.until, words), quietHours.timeZone)]
      : []),
    ...(roleId === null ? [] : [text.role(`<@&${roleId}>`)]),
  ]
  return parts.join(', ')
}

export function describeCondition(
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  words: Words,
): string {
  const { rule: text, metrics } = words.notify
  const name = metrics[metric]
  if (condition.is !== 'changed') return text[condition.is](name, write(condition.value, metric, words))
  const size = Math.abs(condition.by)
  const change = condition.unit === 'percent' ? words.percent(size / PERCENT) : write(size, metric, words)
  return (condition.by < 0 ? text.fallen : text.changed)(name, change)
}

const write = (value: number, metric: AlertMetric, words: Words): string =>
  metric === 'like_ratio' ? words.percent(value) : words.rough(value)

export function describeDigest({ every, weekday, at, timeZone }: DigestPlan, words: Words): string {
  const { digest, weekdays } = words.notify
  const time = clockOf(at, words)
  return every === 'day' ? digest.day(time, timeZone) : digest.week(weekdays[weekday - 1] ?? '', time, timeZone)
}

/** Minutes of the day, as a clock shows them. */
const clockOf = (minutes: number, words: Words): string => words.clockTime(minutes * MINUTE_MS, 'UTC')
