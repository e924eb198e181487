// The notification settings of a game: kinds that are switched on or off with their channels, digests, and alert rules.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import { rejection } from '../error.js'
import { PERCENT } from '../rounding.js'
import { isQuiet } from '../time/quiet-hours.js'
import { type DailyHours, dailyHours, minuteOfDay } from '../time/time-of-day.js'

/** The kinds that can be switched on and off separately; a recovery uses the route of its alert. */
export const ROUTED_KINDS = ['milestone', 'record', 'alert', 'report_card', 'digest', 'status'] as const
export type RoutedKind = (typeof ROUTED_KINDS)[number]

/** When a digest is due: daily, or weekly on the weekday (1 is Monday). */
export interface DigestPlan {
  readonly every: 'day' | 'week'
  readonly weekday: number
  /** Minutes of the local day, 0 … 1439. */
  readonly at: number
  /** IANA name. */
  readonly timeZone: string
}

export interface NotificationRoute {
  readonly gameId: number
  readonly kind: RoutedKind
  /** The kind's own channel or thread; null means the game's channel. */
  readonly channelId: string | null
  readonly enabled: boolean
  readonly digest: DigestPlan | null
  /** The role mentioned with what begins; an alert rule may name another. */
  readonly roleId?: string | null
  /** What happens then is posted when they are over, if it is not over by then. */
  readonly quietHours?: QuietHours | null
  /** Nothing is posted before this minute; null if it is not muted. */
  readonly mutedUntil?: Minute | null
  /** Whether posts in an announcement channel are published to the servers that follow it. */
  readonly isPublished?: boolean
  /** Whether each game has a thread of its own in the channel. In a forum it always has. */
  readonly inThreads?: boolean
}

/**
 * NOTIFY-7: milestones, which include records, are on for a game with a channel; every other kind is off until a person
 * adds it.
 */
export const isOnByDefault = (kind: RoutedKind): boolean => kind === 'milestone' || kind === 'record'

/** The channel of the kind's notifications of a game; undefined if they are switched off or no channel was set. */
export function channelOf(
  kind: RoutedKind,
  game: { readonly channelId: string | null },
  route: Pick<NotificationRoute, 'channelId' | 'enabled'> | undefined,
): string | undefined {
  const enabled = route?.enabled ?? isOnByDefault(kind)
  return enabled ? (route?.channelId ?? game.channelId ?? undefined) : undefined
}

export const ALERT_METRICS = ['ccu', 'visits_a_day', 'favorites', 'likes', 'like_ratio', 'rank'] as const
export type AlertMetric = (typeof ALERT_METRICS)[number]

/**
 * `unusual`: at least `by` percent away from the game's usual. `changed`: changed by at least `by` from the same hour last
 * week. Both in either direction; a negative `by` matches only decreases.
 */
export type RuleCondition =
  | { readonly is: 'unusual'; readonly by: number }
  | { readonly is: 'above' | 'below'; readonly value: number }
  | { readonly is: 'changed'; readonly by: number; readonly unit: 'value' | 'percent' }

export interface QuietHours extends DailyHours {
  /** IANA name. */
  readonly timeZone: string
}

export interface RuleDraft {
  readonly gameId: number
  readonly metric: AlertMetric
  readonly condition: RuleCondition
  /** How many consecutive readings are needed, at least 1. It counts only if `minutes` is not set. */
  readonly readings: number
  /** For how many minutes it must last, however often the game is measured; rules of earlier versions lack it. */
  readonly minutes?: number | null
  readonly cooldownMinutes: number
  readonly quietHours: QuietHours | null
  /** The role mentioned with the alert. */
  readonly roleId: string | null
  readonly createdAt: number
}

/** A rule without its game and time: what people choose. */
export type RuleChoice = Omit<RuleDraft, 'gameId' | 'createdAt'>

/** For example `ccu below 500`. */
export const ruleText = ({ metric, condition }: Pick<RuleChoice, 'metric' | 'condition'>): string =>
  `${metric} ${condition.is} ${'by' in condition ? condition.by : condition.value}`

export interface Rule extends RuleDraft {
  readonly id: number
  /** A paused rule is kept and not evaluated. */
  readonly isPaused?: boolean
}

/**
 * For ten minutes 30 % below the usual. What is within the range in which the game's own usual has often been wrong is
 * no alert, so that restless games get none either.
 */
export const DEFAULT_RULE = {
  metric: 'ccu',
  condition: { is: 'unusual', by: -30 },
  readings: 1,
  minutes: 10,
  cooldownMinutes: 360,
  quietHours: null,
  roleId: null,
} as const satisfies Omit<RuleDraft, 'gameId' | 'createdAt'>

export const CONDITION_NAMES = [
  'unusual',
  'above',
  'below',
  'changed',
] as const satisfies readonly RuleCondition['is'][]
export const CHANGE_UNITS = ['percent', 'value'] as const

/** What a person gave for a rule, on Discord or in the browser; null where nothing was given. */
export interface RuleInput {
  readonly metric: AlertMetric | null
  readonly condition: RuleCondition['is'] | null
  /** The value, or the size of the change; of a ratio in percent. */
  readonly value: number | null
  readonly unit: (typeof CHANGE_UNITS)[number] | null
  readonly minutes: number | null
  readonly readings: number | null
  readonly cooldownMinutes: number | null
  /** Times of day as they were typed. */
  readonly quietFrom: string | null
  readonly quietUntil: string | null
  /** The zone of the quiet hours, IANA. */
  readonly timeZone: string
  readonly roleId: string | null
}

/** The rule that was meant; what contradicts itself or lacks a part is rejected. */
export function ruleOf(input: RuleInput): RuleChoice {
  const metric = input.metric ?? DEFAULT_RULE.metric
  return {
    metric,
    condition: conditionOf(input, metric),
    ...lengthOf(input),
    cooldownMinutes: input.cooldownMinutes ?? DEFAULT_RULE.cooldownMinutes,
    quietHours: quietHoursOf(input),
    roleId: input.roleId,
  }
}

/** How long the condition must last. A length in readings is kept in readings, and not converted to minutes. */
function lengthOf({ readings, minutes }: RuleInput): Pick<RuleDraft, 'readings' | 'minutes'> {
  if (readings !== null && minutes !== null) throw rejection('INVALID_PARAMETERS', { name: 'two lengths', facts: {} })
  return readings === null ? { readings: 1, minutes: minutes ?? DEFAULT_RULE.minutes } : { readings }
}

function conditionOf({ condition: is, value, unit }: RuleInput, metric: AlertMetric): RuleCondition {
  if (value === null && is === null && metric === 'ccu') return DEFAULT_RULE.condition
  if (is === 'unusual') {
    if (metric !== 'ccu') throw rejection('INVALID_PARAMETERS', { name: 'usual of another metric', facts: {} })
    return { is, by: value ?? DEFAULT_RULE.condition.by }
  }
  if (value === null) throw rejection('INVALID_PARAMETERS', { name: 'value missing', facts: {} })
  // People enter ratios in percent.
  const scaled = metric === 'like_ratio' ? value / PERCENT : value
  if (is === 'above' || is === 'below') return { is, value: scaled }
  if (is !== 'changed') throw rejection('INVALID_PARAMETERS', { name: 'condition missing', facts: {} })
  return unit === 'value' ? { is, by: scaled, unit } : { is, by: value, unit: 'percent' }
}

const MAX_COOLDOWN_MINUTES = 43_200
const MAX_READINGS = 1_440

/** Rejects a value out of bounds or a combination that has no meaning. */
export function checkRule({ metric, condition, readings, minutes = null, cooldownMinutes }: RuleChoice): void {
  const isChange = condition.is === 'changed' || condition.is === 'unusual'
  const number = isChange ? condition.by : condition.value
  if (condition.is === 'unusual' && metric !== 'ccu')
    throw rejection('INVALID_PARAMETERS', { name: 'usual of another metric', facts: {} })
  if (!Number.isFinite(number)) throw rejection('INVALID_PARAMETERS', { name: 'value not a number', facts: {} })
  if (isChange && number === 0) throw rejection('INVALID_PARAMETERS', { name: 'change of zero', facts: {} })
  if (condition.is === 'unusual' && number <= -100)
    throw rejection('INVALID_PARAMETERS', { name: 'fall of everything', facts: {} })
  if (!isChange && number < 0) throw rejection('INVALID_PARAMETERS', { name: 'value below zero', facts: {} })
  if (!Number.isInteger(readings) || readings < 1 || readings > MAX_READINGS)
    throw rejection('INVALID_PARAMETERS', { name: 'not a number of readings', facts: { most: MAX_READINGS } })
  if (minutes !== null && (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_READINGS))
    throw rejection('INVALID_PARAMETERS', { name: 'not a number of minutes', facts: { most: MAX_READINGS } })
  if (!Number.isInteger(cooldownMinutes) || cooldownMinutes < 0 || cooldownMinutes > MAX_COOLDOWN_MINUTES)
    throw rejection('INVALID_PARAMETERS', { name: 'not a cooldown', facts: { most: MAX_COOLDOWN_MINUTES } })
}

/** Rules of earlier versions lack some parts, and stored ones may have them in another order. */
const partsOf = ({ metric, condition, readings, minutes, cooldownMinutes, quietHours, roleId }: RuleChoice) => [
  metric,
  condition.is,
  'by' in condition ? condition.by : condition.value,
  condition.is === 'changed' ? condition.unit : null,
  readings,
  minutes ?? null,
  cooldownMinutes,
  quietHours?.from ?? null,
  quietHours?.until ?? null,
  quietHours?.timeZone ?? null,
  roleId,
]

export function isSameRule(one: RuleChoice, other: RuleChoice): boolean {
  const parts = partsOf(other)
  return partsOf(one).every((part, index) => part === parts[index])
}

/** Null without any. */
export function quietHoursOf({
  quietFrom,
  quietUntil,
  timeZone,
}: Pick<RuleInput, 'quietFrom' | 'quietUntil' | 'timeZone'>): QuietHours | null {
  const hours = dailyHours(quietFrom, quietUntil)
  return hours && { ...hours, timeZone }
}

/** The notifications of one channel that waited for the end of quiet hours, posted together. */
export interface BatchFacts {
  readonly kind: 'batch'
  /** In the order of their time; at most `MAX_BATCH_SIZE`. Those of removed games no longer exist. */
  readonly notificationIds: readonly number[]
  /** The roles that are mentioned. */
  readonly roleIds: readonly string[]
  readonly isPublished: boolean
  readonly inThreads: boolean
}

/** What a person gave for a digest; null where nothing was given. */
export interface DigestInput {
  readonly every: DigestPlan['every'] | null
  readonly weekday: number | null
  /** A time of day as it was typed. */
  readonly at: string | null
  readonly timeZone: string
}

const DEFAULT_DIGEST_MINUTE = 9 * HOUR_MINUTES

export const digestOf = ({ every, weekday, at, timeZone }: DigestInput): DigestPlan => ({
  every: every ?? (weekday === null ? 'day' : 'week'),
  weekday: weekday ?? 1,
  at: at === null ? DEFAULT_DIGEST_MINUTE : minuteOfDay(at),
  timeZone,
})

/** The kinds that people switch on and off: milestones include records. */
export const NOTIFICATION_CHOICES = ['milestones', 'alert', 'report_card', 'digest', 'status'] as const
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number]

export const routedKinds = (choice: NotificationChoice): readonly RoutedKind[] =>
  choice === 'milestones' ? ['milestone', 'record'] : [choice]

/** One kind of the choice, by which its route is looked up. */
export const firstKind = (choice: NotificationChoice): Exclude<RoutedKind, 'record'> =>
  choice === 'milestones' ? 'milestone' : choice

/** Whether nothing of the kind is posted at this minute. */
export const isSilent = (route: Pick<NotificationRoute, 'quietHours' | 'mutedUntil'> | undefined, minute: Minute) =>
  minute < (route?.mutedUntil ?? 0) || (route?.quietHours != null && isQuiet(route.quietHours, minute))
