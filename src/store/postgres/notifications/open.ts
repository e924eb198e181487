// Reads the notifications that are not sent yet, with what decides where and when they are posted.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ChannelPause } from '../../../domain/notifications/outbox.js'
import type { OpenNotification } from '../../values/notifications/open-notifications.js'
import type { Orm } from '../connection.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guildChannel, guildSetting } from '../schema.js'
import { notification, notificationPause, notificationRoute as route } from './schema.js'

/** The kind of route that a notification uses. */
const ROUTED_KIND: SQL = sql`CASE WHEN ${notification.kind} IN ('recovery', 'platform_drop') THEN 'alert' WHEN ${notification.kind} = 'platform_incident' THEN 'status' ELSE ${notification.kind} END`
const CHANNEL: SQL = sql`coalesce(${notification.fixedChannelId}, ${route.channelId}, ${game.channelId})`
const WAS_HELD = sql<
  number | null
>`CASE WHEN ${notification.kind} = 'alert' THEN (${notification.facts}::json ->> 'wasHeld')::boolean::integer END`

export const openNotifications = (orm: Orm): Promise<OpenNotification[]> =>
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
      wasHeld: WAS_HELD,
      fixedChannelId: notification.fixedChannelId,
      personId: personAlert.userId,
      gameChannelId: game.channelId,
      removedAt: game.removedAt,
      routeChannelId: route.channelId,
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
    // The condition of the partial index, which covers only what was not sent.
    .where(sql`${notification.state} IN ('pending', 'claimed')`)
    .orderBy(notification.id)

export const readPauses = (orm: Orm): Promise<ChannelPause[]> => orm.select().from(notificationPause)
