// A notification: one fact about a game that people asked for, posted once. It passes through seven steps, each named
// at the top of its files: sample, evaluation, outbox, delivery, rendering, post, outcome.
import { DAY_MS, type Minute, msOf } from '../clock.js'
import type { Facts, Interruption, NotificationKind } from './facts.js'
import type { RoutedKind } from './settings.js'

export const NOTIFICATION_STATES = [
  'pending',
  'claimed',
  'sent',
  'uncertain',
  'dead_letter',
  'canceled',
  'batched',
] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

/** The result of an evaluation; stored at most once per game, kind and subject. */
export interface NotificationDraft {
  readonly gameId: number
  readonly accountId: number
  readonly kind: NotificationKind
  /** Identifies the notification, for example `visits:1000000`. */
  readonly subject: string
  /** The minute at which history shows it: one of the evaluated minutes. */
  readonly occurredAt: Minute
  readonly facts: Facts
  /** Set if it changes an earlier notification of the same account and kind, or replies to it, in the same channel. */
  readonly follows?: NotificationContinuation
  /** The channel, if it was chosen when the notification was created; otherwise the route of its kind decides. */
  readonly fixedChannelId?: string | null
  /** Set on what is delivered to the person of that alert. */
  readonly personAlertId?: number | null
}

/** More notifications than this are divided into several batches. */
export const MAX_BATCH_SIZE = 50

/** What identifies a message, so that it can be changed and answered. */
export interface MessageName {
  readonly gameId: number
  readonly kind: NotificationKind
  readonly subject: string
}

/** One message about games of a server that vanished together for an unknown cause. Each of them remembers it. */
export interface SharedMessage extends MessageName {
  readonly accountId: number
  readonly server: string | null
  readonly since: Minute
  /** False until it is in the outbox. */
  readonly isPosted: boolean
  /** The end that was announced; null while one of the games is away. */
  readonly end: Minute | null
  readonly interruption?: Interruption | undefined
}

/** `subject` is that of the notification that is continued; without it, there is nothing to continue. */
export interface NotificationContinuation {
  readonly as: 'edit' | 'reply'
  readonly subject: string
}

export interface Notification extends NotificationDraft {
  readonly id: number
  readonly state: NotificationState
  /** The channel of the last attempt; null before the first. */
  readonly channelId: string | null
  readonly messageId: string | null
  /**
   * The reason for the state: the last failure, or why it became a dead letter or was canceled; null if there is none.
   */
  readonly reason: string | null
  readonly attempts: number
  readonly nextAttemptAt: number
  readonly claimedAt: number | null
  /** The earliest attempt whose outcome is unknown; null if there is none. */
  readonly uncertainSince: number | null
  readonly createdAt: number
  /** The notification by which it is posted together with others; null if it is posted by itself. */
  readonly batchId?: number | null
  /** After this time it becomes a dead letter. */
  readonly expiresAt: number
}

/**
 * Shown in the message's footer, to find it again, and also used as Discord's nonce (at most 25 characters). It
 * contains the minute because a restored database assigns ids again.
 */
export const idempotencyKeyOf = ({ id, occurredAt }: Pick<Notification, 'id' | 'occurredAt'>): string =>
  `hc-${id.toString(36)}-${occurredAt.toString(36)}`

/** Reads what `idempotencyKeyOf` wrote; undefined for any other text. */
export function readIdempotencyKey(key: string): Pick<Notification, 'id' | 'occurredAt'> | undefined {
  const [, id, minute] = /^hc-([0-9a-z]{1,10})-([0-9a-z]{1,10})$/.exec(key) ?? []
  if (id === undefined || minute === undefined) return undefined
  return { id: Number.parseInt(id, 36), occurredAt: Number.parseInt(minute, 36) }
}

/** These kinds are still sent when their history is evaluated late. */
const LASTING_KINDS: readonly NotificationKind[] = [
  'milestone',
  'record',
  'report_card',
  'digest',
  'rules_moved',
  'owner',
  'person_alert',
  'scheduled_post',
  'batch',
]

/** What may be let through the quiet hours of a server. */
const URGENT_KINDS: readonly NotificationKind[] = ['alert', 'recovery', 'platform_drop', 'platform_incident', 'status']

export const isUrgent = (kind: NotificationKind): boolean => URGENT_KINDS.includes(kind)

/** Whether it waits for the end of quiet hours. What goes to people, or comes at a time that somebody chose, does not. */
export const isHeldInQuietHours = (kind: NotificationKind): boolean => routedAs(kind) !== 'direct' && kind !== 'digest'

/** Most become dead letters after one day; the time of kinds that lose their value is counted from when it happened. */
export const expiryOf = ({ kind, occurredAt }: Pick<Notification, 'kind' | 'occurredAt'>, createdAt: number): number =>
  (LASTING_KINDS.includes(kind) ? createdAt : Math.min(createdAt, msOf(occurredAt))) + DAY_MS

/**
 * The setting that switches this kind on and off and selects its channel; `direct` kinds are sent to people, or to a
 * channel of their own.
 */
export function routedAs(kind: NotificationKind): RoutedKind | 'direct' {
  if (kind === 'owner' || kind === 'person_alert' || kind === 'scheduled_post' || kind === 'batch') return 'direct'
  if (kind === 'platform_incident') return 'status'
  return kind === 'recovery' || kind === 'platform_drop' || kind === 'rules_moved' ? 'alert' : kind
}
