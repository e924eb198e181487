// A notification: one thing about a game that people asked to be told of, posted once. It goes through seven stages, each
// named at the top of its files: sample, evaluation, outbox, delivery, rendering, post, outcome.
import { DAY_MINUTES, MINUTE_MS, type Minute, msOf } from '../clock.js'
import type { Facts, NotificationKind } from './facts.js'
import type { RoutedKind } from './settings.js'

export const NOTIFICATION_STATES = ['pending', 'claimed', 'sent', 'uncertain', 'parked', 'canceled'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

/** What an evaluation decides on; one per game, kind and subject, ever. */
export interface NotificationDraft {
  readonly gameId: number
  readonly accountId: number
  readonly kind: NotificationKind
  /** What makes it the same notification, for example `visits:1000000`. */
  readonly subject: string
  /** The minute at which history shows it: one of those that were being evaluated. */
  readonly occurredAt: Minute
  readonly facts: Facts
}

export interface Notification extends NotificationDraft {
  readonly id: number
  readonly state: NotificationState
  /** Where the last attempt went; null before. */
  readonly channelId: string | null
  readonly messageId: string | null
  /** Why it is where it is: the last failure, why it was parked or canceled; null where there is nothing to say. */
  readonly reason: string | null
  readonly attempts: number
  readonly nextAttemptAt: number
  readonly claimedAt: number | null
  /** The earliest attempt of which nobody knows whether it posted; null where there is none. */
  readonly doubtSince: number | null
  readonly createdAt: number
  /** After that it is a dead letter: `parked`. */
  readonly expiresAt: number
}

/**
 * In the message's footer, to find it again, and Discord's nonce (at most 25 characters), too. The minute is in it because
 * a database that was restored gives ids anew.
 */
export const idempotencyKeyOf = ({ id, occurredAt }: Pick<Notification, 'id' | 'occurredAt'>): string =>
  `hc-${id.toString(36)}-${occurredAt.toString(36)}`

const DAY_MS = DAY_MINUTES * MINUTE_MS
/** These are still worth telling when history was caught up with late. */
const LASTING: readonly NotificationKind[] = ['milestone', 'record', 'report_card', 'digest', 'owner']

/** A dead letter after a day; what is over by then is counted from when it happened. */
export const expiryOf = ({ kind, occurredAt }: Pick<Notification, 'kind' | 'occurredAt'>, createdAt: number): number =>
  (LASTING.includes(kind) ? createdAt : Math.min(createdAt, msOf(occurredAt))) + DAY_MS

/** The setting that switches this kind on and off, and says where it goes. */
export function routedAs(kind: NotificationKind): RoutedKind | 'owner' {
  return kind === 'recovery' || kind === 'platform_drop' ? 'alert' : kind
}
