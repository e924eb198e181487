// The options of /notify: converts them to rules and digests, and describes those in text.

import type { ChatInputCommandInteraction } from 'discord.js'
import { DAY_HOURS, HOUR_MINUTES, MINUTE_MS } from '../../domain/clock.js'
import {
  ALERT_METRICS,
  type AlertMetric,
  DEFAULT_RULE,
  type DigestPlan,
  type QuietHours,
  type RoutedKind,
  type RuleCondition,
  type RuleDraft,
} from '../../domain/notifications/settings.js'
import { PERCENT } from '../../domain/rounding.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { type Context, InteractionRejection } from '../command.js'
import { showName } from '../show-name.js'

type Options = ChatInputCommandInteraction['options']
type LocaleContext = Pick<Context, 'catalog' | 'timeZone'>

const ALERT_OPTIONS = [
  'metric',
  'condition',
  'value',
  'unit',
  'minutes',
  'readings',
  'cooldown',
  'quiet_from',
  'quiet_until',
  'role',
]
const DIGEST_OPTIONS = ['time', 'every', 'day']

const NOON_HOUR = 12
const DEFAULT_DIGEST_MINUTE = 9 * HOUR_MINUTES
/** Characters of a game's name beside other words of a choice. */
export const MAX_CHOICE_GAME_LENGTH = 40
export const MAX_ECHO_LENGTH = 20

/** Rejects options that have no effect with this kind, because the person expected one. */
export function rejectStray(kind: string, options: Options, { notify }: MessageCatalog): void {
  const hasAny = (names: readonly string[]): boolean => names.some((name) => options.get(name) !== null)
  if (kind !== 'alert' && hasAny(ALERT_OPTIONS)) throw new InteractionRejection(notify.onlyForAlerts)
  if (kind !== 'digest' && hasAny(DIGEST_OPTIONS)) throw new InteractionRejection(notify.onlyForDigests)
}

export function readRule(options: Options, speaking: LocaleContext): Omit<RuleDraft, 'gameId' | 'createdAt'> {
  const metric = ALERT_METRICS.find((one) => one === options.getString('metric')) ?? DEFAULT_RULE.metric
  return {
    metric,
    condition: readCondition(options, metric, speaking.catalog),
    ...readLength(options, speaking.catalog),
    cooldownMinutes: options.getInteger('cooldown') ?? DEFAULT_RULE.cooldownMinutes,
    quietHours: readQuietHours(options, speaking),
    roleId: options.getRole('role')?.id ?? null,
  }
}

/** Reads how long a condition must last. A length in readings is kept in readings, and not converted to minutes. */
function readLength(options: Options, { notify }: MessageCatalog): Pick<RuleDraft, 'readings' | 'minutes'> {
  const [readings, minutes] = [options.getInteger('readings'), options.getInteger('minutes')]
  if (readings !== null && minutes !== null) throw new InteractionRejection(notify.eitherLength)
  return readings === null ? { readings: 1, minutes: minutes ?? DEFAULT_RULE.minutes } : { readings }
}

function readCondition(options: Options, metric: AlertMetric, { notify }: MessageCatalog): RuleCondition {
  const [is, value] = [options.getString('condition'), options.getNumber('value')]
  if (value === null && is === null && metric === 'ccu') return DEFAULT_RULE.condition
  if (is === 'unusual') return readUnusual(metric, value, notify)
  if (value === null) throw new InteractionRejection(notify.needsValue)
  // People enter ratios in percent.
  const scaled = metric === 'like_ratio' ? value / PERCENT : value
  if (is === 'above' || is === 'below') return { is, value: scaled }
  if (is !== 'changed') throw new InteractionRejection(notify.needsCondition)
  return options.getString('unit') === 'value' ? { is, by: scaled, unit: 'value' } : { is, by: value, unit: 'percent' }
}

function readUnusual(metric: AlertMetric, value: number | null, notify: MessageCatalog['notify']): RuleCondition {
  if (metric !== 'ccu') throw new InteractionRejection(notify.onlyPlayers)
  return { is: 'unusual', by: value ?? DEFAULT_RULE.condition.by }
}

function readQuietHours(options: Options, { catalog, timeZone }: LocaleContext): QuietHours | null {
  const [from, until] = [options.getString('quiet_from'), options.getString('quiet_until')]
  if (from === null && until === null) return null
  const hours = { from: readTime(from ?? '', catalog), until: readTime(until ?? '', catalog), timeZone }
  if (from === null || until === null || hours.from === hours.until)
    throw new InteractionRejection(catalog.notify.bothQuiet)
  return hours
}

export function readDigest(options: Options, { catalog, timeZone }: LocaleContext): DigestPlan {
  const time = options.getString('time')
  return {
    every: options.getString('every') === 'week' || options.getInteger('day') !== null ? 'week' : 'day',
    weekday: options.getInteger('day') ?? 1,
    at: time === null ? DEFAULT_DIGEST_MINUTE : readTime(time, catalog),
    timeZone,
  }
}

/** Reads `9`, `09:00`, `21.30` or `9:30 pm`; returns minutes of the day. */
function readTime(text: string, { notify }: MessageCatalog): number {
  const parts = /^(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?$/i.exec(text.trim())
  const [hour, minute, half] = [Number(parts?.[1]), Number(parts?.[2] ?? 0), parts?.[3]?.toLowerCase()]
  const isReal = half === undefined ? hour < DAY_HOURS : hour >= 1 && hour <= NOON_HOUR
  if (!parts || !isReal || minute >= HOUR_MINUTES)
    throw new InteractionRejection(notify.notATime(showName(text, MAX_ECHO_LENGTH)))
  const of24 = half === undefined ? hour : (hour % NOON_HOUR) + (half === 'pm' ? NOON_HOUR : 0)
  return of24 * HOUR_MINUTES + minute
}

export const KIND_CHOICES = ['milestones', 'alert', 'report_card', 'digest', 'status'] as const
export type KindChoice = (typeof KIND_CHOICES)[number]

export const isKindChoice = (text: string): text is KindChoice => KIND_CHOICES.some((kind) => kind === text)

export const routedKinds = (choice: KindChoice): readonly RoutedKind[] =>
  choice === 'milestones' ? ['milestone', 'record'] : [choice]

/** One kind of the choice, by which its route is looked up. */
export const firstKind = (choice: KindChoice): RoutedKind => (choice === 'milestones' ? 'milestone' : choice)

/** For example `Players below 1,000, 3 readings in a row, at most once in 60 minutes`. */
export function describeRule(rule: Omit<RuleDraft, 'gameId' | 'createdAt'>, catalog: MessageCatalog): string {
  const { rule: text } = catalog.notify
  const { readings, minutes = null, cooldownMinutes, quietHours, roleId } = rule
  const parts = [
    describeCondition(rule, catalog),
    ...(minutes !== null && minutes > 1 ? [text.minutes(catalog.number(minutes))] : []),
    ...(minutes === null && readings > 1 ? [text.readings(catalog.number(readings))] : []),
    ...(cooldownMinutes > 0 ? [text.cooldown(catalog.number(cooldownMinutes))] : []),
    ...(quietHours
      ? [text.quiet(clockOf(quietHours.from, catalog), clockOf(quietHours.until, catalog), quietHours.timeZone)]
      : []),
    ...(roleId === null ? [] : [text.role(`<@&${roleId}>`)]),
  ]
  return parts.join(', ')
}

export function describeCondition(
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  catalog: MessageCatalog,
): string {
  const { rule: text, metrics } = catalog.notify
  const name = metrics[metric]
  if (condition.is === 'unusual')
    return (condition.by < 0 ? text.fewer : text.unusual)(name, catalog.percent(Math.abs(condition.by) / PERCENT))
  if (condition.is !== 'changed') return text[condition.is](name, write(condition.value, metric, catalog))
  const size = Math.abs(condition.by)
  const change = condition.unit === 'percent' ? catalog.percent(size / PERCENT) : write(size, metric, catalog)
  return (condition.by < 0 ? text.fallen : text.changed)(name, change)
}

const write = (value: number, metric: AlertMetric, catalog: MessageCatalog): string =>
  metric === 'like_ratio' ? catalog.percent(value) : catalog.rough(value)

export function describeDigest({ every, weekday, at, timeZone }: DigestPlan, catalog: MessageCatalog): string {
  const { digest, weekdays } = catalog.notify
  const time = clockOf(at, catalog)
  return every === 'day' ? digest.day(time, timeZone) : digest.week(weekdays[weekday - 1] ?? '', time, timeZone)
}

/** Formats minutes of the day as a time of day. */
const clockOf = (minutes: number, catalog: MessageCatalog): string => catalog.clockTime(minutes * MINUTE_MS, 'UTC')
