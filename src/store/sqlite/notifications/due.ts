// The notifications that are not sent yet, those that are due, and those that have waited too long.
import { and, eq, lte, sql } from 'drizzle-orm'
import type { DueNotification, Outbox } from '../../../domain/notifications/outbox.js'
import { toNotification } from '../../values/notifications/notification-row.js'
import {
  dueNotification,
  expiredNotifications,
  firstOfQueues,
  type OpenNotification,
} from '../../values/notifications/open-notifications.js'
import type { Connection } from '../connection.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guildChannel, guildSetting } from '../schema.js'
import { notification, notificationPause, notificationRoute as route } from './schema.js'

/** The kind of route that a notification uses. */
const ROUTED_KIND = sql`CASE WHEN ${notification.kind} IN ('recovery', 'platform_drop') THEN 'alert' WHEN ${notification.kind} = 'platform_incident' THEN 'status' ELSE ${notification.kind} END`
const CHANNEL = sql`coalesce(${notification.fixedChannelId}, ${route.channelId}, ${game.channelId})`

export const openNotifications = ({ orm }: Connection) =>
  orm
    .select({
      id: notification.id,
      gameId: notification.gameId,
      accountId: notification.accountId,
      kind: notification.kind,
      subject: notification.subject,
      occurredAt: notification.occurredAt,
      state: notification.state,
      reason: notification.reason,
      attempts: notification.attempts,
      followsAs: notification.followsAs,
      followsSubject: notification.followsSubject,
      expiresAt: notification.expiresAt,
      wasHeld: sql<
        number | null
      >`CASE WHEN ${notification.kind} = 'alert' THEN json_extract(${notification.facts}, '$.wasHeld') END`,
      fixedChannelId: notification.fixedChannelId,
      personId: personAlert.userId,
      gameChannelId: game.channelId,
      removedAt: game.removedAt,
      routeChannelId: route.channelId,
      /** Null where there is no route. */
      enabled: route.enabled,
      roleId: route.roleId,
      quietHours: route.quietHours,
      mutedUntil: route.mutedUntil,
      isPublished: route.isPublished,
      inThreads: route.inThreads,
      timeZone: guildSetting.timeZone,
      serverQuietFrom: guildSetting.quietFrom,
      serverQuietUntil: guildSetting.quietUntil,
      letsUrgent: guildSetting.letsUrgent,
    })
    .from(notification)
    .innerJoin(game, eq(game.id, notification.gameId))
    .leftJoin(personAlert, eq(personAlert.id, notification.personAlertId))
    .leftJoin(route, and(eq(route.gameId, notification.gameId), eq(route.kind, ROUTED_KIND)))
    .leftJoin(guildChannel, eq(guildChannel.channelId, CHANNEL))
    .leftJoin(guildSetting, eq(guildSetting.guildId, guildChannel.guildId))
    // The partial index covers only unsent notifications, so the query stays fast however many were sent. SQLite uses
    // the index only for exactly this condition, without bound values.
    .where(sql`${notification.state} IN ('pending', 'claimed')`)
    .orderBy(notification.id)
    .prepare()

type DueNotifications = Pick<Outbox, 'due' | 'expire'>

function prepareStatements(connection: Connection) {
  const { orm } = connection
  const { placeholder } = sql
  return {
    open: openNotifications(connection),
    pauses: orm.select().from(notificationPause).prepare(),
    byId: orm
      .select()
      .from(notification)
      .where(eq(notification.id, placeholder('id')))
      .prepare(),
    expire: orm
      .update(notification)
      .set({
        state: sql`CASE WHEN ${notification.uncertainSince} IS NULL THEN 'dead_letter' ELSE 'uncertain' END`,
        reason: sql`${placeholder('reason')}`,
      })
      .where(
        and(
          eq(notification.id, placeholder('id')),
          eq(notification.state, 'pending'),
          lte(notification.expiresAt, placeholder('now')),
        ),
      )
      .prepare(),
  }
}

export function dueNotifications(connection: Connection): DueNotifications {
  const { write } = connection
  const { open, pauses, byId, expire } = prepareStatements(connection)

  const load = (row: OpenNotification): DueNotification[] => {
    const found = byId.get({ id: row.id })
    return found === undefined ? [] : [dueNotification(row, toNotification(found))]
  }

  return {
    due: async (now) => firstOfQueues(open.all(), pauses.all(), now).flatMap(load),
    expire: async (now) => {
      const expired = expiredNotifications(open.all(), pauses.all(), now)
      if (expired.length === 0) return 0
      return write(() => {
        let count = 0
        for (const { id, reason } of expired) count += expire.run({ id, reason, now }).changes
        return count
      })
    },
  }
}
