// The notification settings of a game: kinds that are switched on or off with their channels, digests, and alert rules.
import { DAY_MINUTES, type Minute } from '../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'

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
 * `changed`: changed by at least `by` from the same hour last week, in either direction; a negative `by` matches only
 * decreases.
 */
/**
 * `unusual`: this many percent away from the game's usual, in either direction; a negative `by` matches only decreases.
 */
export type RuleCondition =
  | { readonly is: 'unusual'; readonly by: number }
  | { readonly is: 'above' | 'below'; readonly value: number }
  | { readonly is: 'changed'; readonly by: number; readonly unit: 'value' | 'percent' }

/** Minutes of the local day, 0 … 1439; `until` may be on the next day. */
export interface QuietHours {
  readonly from: number
  readonly until: number
  /** IANA name. */
  readonly timeZone: string
}

export interface RuleDraft {
  readonly gameId: number
  readonly metric: AlertMetric
  readonly condition: RuleCondition
  /** How many consecutive readings are needed, at least 1. It counts only if `minutes` is not set. */
  readonly readings: number
  /** For how many minutes it must last, however often the game is measured; not set in rules from before minutes were counted. */
  readonly minutes?: number | null
  readonly cooldownMinutes: number
  readonly quietHours: QuietHours | null
  /** The role mentioned with the alert. */
  readonly roleId: string | null
  readonly createdAt: number
}

export interface Rule extends RuleDraft {
  readonly id: number
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

/**
 * Quiet hours begin and end at an instant, so that a local hour that occurs twice does not end them twice. If `from`
 * equals `until`, there are none.
 */
export function isQuiet({ from, until, timeZone }: QuietHours, minute: Minute): boolean {
  if (from === until) return false
  const day = wallDay(wallOf(minute, timeZone))
  // Yesterday's quiet hours may last into today; if the clocks go back at midnight, tomorrow's may have begun.
  return [day - 1, day, day + 1].some((begins) => {
    const ends = until > from ? begins : begins + 1
    const start = instantOf(begins * DAY_MINUTES + from, timeZone)
    return start <= minute && minute < instantOf(ends * DAY_MINUTES + until, timeZone)
  })
}

const MAX_CACHE_SIZE = 500
const instants = new Map<string, Minute>()

/** Cached, because the same quiet hours are evaluated every minute. */
function instantOf(wall: Minute, timeZone: string): Minute {
  const key = `${timeZone} ${wall}`
  const known = instants.get(key) ?? minuteAtWall(wall, timeZone)
  if (instants.size >= MAX_CACHE_SIZE) instants.clear()
  instants.set(key, known)
  return known
}
