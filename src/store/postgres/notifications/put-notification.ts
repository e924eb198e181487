// Puts a notification into the outbox, inside the transaction of what found it.
import { and, eq, inArray, or } from 'drizzle-orm'
import { expiryOf, type NotificationDraft } from '../../../domain/notifications/notification.js'
import type { NotificationRow } from '../../values/notifications/notification-row.js'
import { first } from '../columns.js'
import type { Orm } from '../connection.js'
import { notification } from './schema.js'

/**
 * Returns whether the notification is new. There is only ever one for each game, kind and subject, and only one drop of
 * the platform for each account. Must be called inside a transaction.
 */
export async function putNotification(orm: Orm, draft: NotificationDraft, createdAt: number): Promise<boolean> {
  const { follows, fixedChannelId = null, personAlertId = null, facts, ...rest } = draft
  const { accountId, gameId, kind } = rest
  const original = follows && (await originalOf(orm, { accountId, gameId, kind, subject: follows.subject }))
  // Nothing is changed that was not posted. The end of what was never reported, for example because the game was hidden
  // when it was added, is news of its own.
  if (follows && original === undefined && (follows.as === 'edit' || kind !== 'status')) return false
  const { rowCount } = await orm
    .insert(notification)
    .values({
      ...{ ...rest, fixedChannelId, personAlertId, createdAt },
      facts: JSON.stringify(facts),
      expiresAt: expiryOf(draft, createdAt),
      followsAs: original ? (follows?.as ?? null) : null,
      followsSubject: original ? (follows?.subject ?? null) : null,
      ...{ state: 'pending', attempts: 0, nextAttemptAt: 0 },
    })
    .onConflictDoNothing()
  return rowCount === 1
}

/** A notification about the platform is sent once for each account, so its original may belong to another game. */
export async function originalOf(
  orm: Orm,
  { accountId, gameId, kind, subject }: Pick<NotificationRow, 'accountId' | 'gameId' | 'kind' | 'subject'>,
): Promise<NotificationRow | undefined> {
  const isOfPlatform = inArray(notification.kind, ['platform_drop', 'platform_incident'])
  const isSame = and(
    eq(notification.accountId, accountId),
    eq(notification.kind, kind),
    eq(notification.subject, subject),
    or(eq(notification.gameId, gameId), isOfPlatform),
  )
  return first(await orm.select().from(notification).where(isSame).limit(1))
}
