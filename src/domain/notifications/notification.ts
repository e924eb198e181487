// One thing worth telling about a game, told once: from the judge's decision to the message in the channel.
import { DAY_MINUTES, MINUTE_MS, type Minute, msOf } from '../clock.js'
import type { Facts, NoticeKind } from './facts.js'
import type { RoutedKind } from './settings.js'

export const NOTICE_STATES = ['pending', 'claimed', 'sent', 'uncertain', 'parked', 'canceled'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** What the judge decides on; one per game, kind and subject, ever. */
export interface NoticeDraft {
  readonly gameId: number
  readonly accountId: number
  readonly kind: NoticeKind
  /** What makes it the same notice, for example `visits:1000000`. */
  readonly subject: string
  /** The minute whose history gave it away: one of those that were being judged. */
  readonly occurredAt: Minute
  readonly facts: Facts
}

export interface Notice extends NoticeDraft {
  readonly id: number
  readonly state: NoticeState
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
  /** After that it is parked. */
  readonly expiresAt: number
}

/**
 * In the message's footer, to find it again, and Discord's nonce (at most 25 characters), too. The minute is in it because
 * a database that was restored gives ids anew.
 */
export const markOf = ({ id, occurredAt }: Pick<Notice, 'id' | 'occurredAt'>): string =>
  `hc-${id.toString(36)}-${occurredAt.toString(36)}`

const DAY_MS = DAY_MINUTES * MINUTE_MS
/** These are still worth telling when history was caught up with late. */
const LASTING: readonly NoticeKind[] = ['milestone', 'record', 'report_card', 'digest', 'owner']

/** Parked after a day; what is over by then is counted from when it happened. */
export const expiryOf = ({ kind, occurredAt }: Pick<Notice, 'kind' | 'occurredAt'>, createdAt: number): number =>
  (LASTING.includes(kind) ? createdAt : Math.min(createdAt, msOf(occurredAt))) + DAY_MS

/** By which switch a notice goes. */
export function routedAs(kind: NoticeKind): RoutedKind | 'owner' {
  return kind === 'recovery' || kind === 'platform_drop' ? 'alert' : kind
}
