// What people asked to be told of a game: kinds switched on and off with their channels, digests, and alert rules.
import { DAY_MINUTES, type Minute } from '../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'

/** The kinds that are switched on and off by themselves; a recovery goes where its alert went. */
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
  /** A channel or thread of its own; null: the game's. */
  readonly channelId: string | null
  readonly enabled: boolean
  readonly digest: DigestPlan | null
}

/** NOTIFY-7: milestones (records are of them) are on for a game with a channel, every other kind until somebody adds it. */
export const isOnByDefault = (kind: RoutedKind): boolean => kind === 'milestone' || kind === 'record'

/** Where the kind's notifications of a game go; undefined where nobody wants them, or nobody said where. */
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

/** `changed`: by at least so much against the same hour last week, either way; with `by` below 0, falls alone. */
export type RuleCondition =
  | { readonly is: 'above' | 'below'; readonly value: number }
  | { readonly is: 'changed'; readonly by: number; readonly unit: 'value' | 'percent' }

/** Minutes of the local day, 0 … 1439; a night goes over midnight. */
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
  /** So many readings in a row, at least 1. */
  readonly readings: number
  readonly cooldownMinutes: number
  readonly quietHours: QuietHours | null
  /** Mentioned with the alert. */
  readonly roleId: string | null
  readonly createdAt: number
}

export interface Rule extends RuleDraft {
  readonly id: number
}

/**
 * Half of the players of the same hour last week are gone, for ten readings. In the week after a big update (up to 90 % more players) the
 * players then are usually 47 % below those of the week before: half is the least that no such week reaches.
 */
export const DEFAULT_RULE = {
  metric: 'ccu',
  condition: { is: 'changed', by: -50, unit: 'percent' },
  readings: 10,
  cooldownMinutes: 360,
  quietHours: null,
  roleId: null,
} as const satisfies Omit<RuleDraft, 'gameId' | 'createdAt'>

/**
 * They begin and end at an instant, so that an hour that the clocks show twice does not end them twice. From and until
 * alike: there are none.
 */
export function isQuiet({ from, until, timeZone }: QuietHours, minute: Minute): boolean {
  if (from === until) return false
  const day = wallDay(wallOf(minute, timeZone))
  // Yesterday's may reach into today; where the clocks go back at midnight, tomorrow's may have begun.
  return [day - 1, day, day + 1].some((begins) => {
    const ends = until > from ? begins : begins + 1
    const start = instantOf(begins * DAY_MINUTES + from, timeZone)
    return start <= minute && minute < instantOf(ends * DAY_MINUTES + until, timeZone)
  })
}

const MAX_CACHE_SIZE = 500
const instants = new Map<string, Minute>()

/** A night is asked about minute after minute. */
function instantOf(wall: Minute, timeZone: string): Minute {
  const key = `${timeZone} ${wall}`
  const known = instants.get(key) ?? minuteAtWall(wall, timeZone)
  if (instants.size >= MAX_CACHE_SIZE) instants.clear()
  instants.set(key, known)
  return known
}
