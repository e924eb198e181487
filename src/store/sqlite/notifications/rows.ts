// A notice as the table holds it.
import type { Facts } from '../../../domain/notifications/facts.js'
import type { Notice } from '../../../domain/notifications/notification.js'
import type { notice } from './schema.js'

export type NoticeRow = typeof notice.$inferSelect

/** With drizzle's names, for statements written by hand. */
export const NOTICE_COLUMNS = `
  id, game_id AS gameId, account_id AS accountId, kind, subject, occurred_at AS occurredAt, facts, state,
  channel_id AS channelId, message_id AS messageId, reason, attempts, next_attempt_at AS nextAttemptAt,
  claimed_at AS claimedAt, doubt_since AS doubtSince, created_at AS createdAt, expires_at AS expiresAt`

/** Only the judge and the deliverer write facts, and the compiler holds them to their shape. */
export const toNotice = (row: NoticeRow): Notice => ({ ...row, facts: JSON.parse(row.facts) as Facts })
