// The notifications that are not sent yet, with what decides where and when they are posted; those that are due: the first
// of each channel's queue; and those that have waited too long.
import { and, eq, lte, sql } from 'drizzle-orm'
import { type Minute, minuteOf } from '../../../domain/clock.js'
import { isHeldInQuietHours, isUrgent, routedAs } from '../../../domain/notifications/notification.js'
import type { DueNotification, Outbox } from '../../../domain/notifications/outbox.js'
import { channelOf, isQuiet, isSilent, type QuietHours } from '../../../domain/notifications/settings.js'
import type { Connection } from '../connection.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guildChannel, guildSetting } from '../schema.js'
import { notification, notificationPause, notificationRoute as route, toNotification } from './schema.js'

export type OpenNotification = ReturnType<ReturnType<typeof openNotifications>['all']>[number]

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

/** The quiet hours of the kind, and those of the whole server. */
function quietHoursOf(row: OpenNotification): QuietHours[] {
  // News of the platform has a channel of its own, so the quiet hours of one game do not hold it.
  const own = row.quietHours === null || row.fixedChannelId !== null ? [] : [JSON.parse(row.quietHours) as QuietHours]
  const { serverQuietFrom: from, serverQuietUntil: until, kind, timeZone } = row
  const isLetThrough = row.letsUrgent === true && isUrgent(kind)
  if (from === null || until === null || isLetThrough || !isHeldInQuietHours(kind)) return own
  return [...own, { from, until, timeZone: timeZone ?? 'UTC' }]
}

export const isQuietFor = (row: OpenNotification, minute: Minute): boolean =>
  quietHoursOf(row).some((hours) => isQuiet(hours, minute))

/** A mute of one game does not hold news of the platform either. */
export const isHeld = (row: OpenNotification, now: number): boolean =>
  isQuietFor(row, minuteOf(now)) ||
  (row.fixedChannelId === null && isSilent({ mutedUntil: row.mutedUntil }, minuteOf(now)))

export function channelOfRow(row: OpenNotification): string | undefined {
  const kind = routedAs(row.kind)
  if (row.fixedChannelId !== null) return row.fixedChannelId
  if (kind === 'direct') return undefined
  const { routeChannelId: channelId, enabled } = row
  return channelOf(kind, { channelId: row.gameChannelId }, enabled === null ? undefined : { channelId, enabled })
}

/**
 * Notifications of one queue are sent one after the other. One without a channel gets a queue of its own and blocks no
 * other.
 */
const queueOf = (row: OpenNotification): string =>
  row.kind === 'owner'
    ? `owner ${row.accountId}`
    : (channelOfRow(row) ?? (row.personId === null ? `nowhere ${row.id}` : `person ${row.personId}`))

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
    if (found === undefined) return []
    return [
      {
        notification: toNotification(found),
        channelId: channelOfRow(row) ?? null,
        gameIsRemoved: row.removedAt !== null,
        roleId: row.roleId,
        quietHours: quietHoursOf(row),
        isPublished: row.isPublished === true,
        inThreads: row.inThreads === true,
      },
    ]
  }

  return {
    due: async (now) => {
      const paused = new Set(pauses.all().flatMap(({ channelId, until }) => (until > now ? [channelId] : [])))
      const busy = new Set<string>()
      return open.all().flatMap((row) => {
        const queue = queueOf(row)
        if (row.state === 'pending' && (row.expiresAt <= now || isHeld(row, now))) return []
        if (busy.has(queue) || paused.has(queue)) return []
        busy.add(queue)
        return row.state === 'claimed' ? [] : load(row)
      })
    },
    expire: async (now) => {
      const expired = open.all().filter((row) => row.state === 'pending' && row.expiresAt <= now)
      if (expired.length === 0) return 0
      const pauseReasons = new Map(pauses.all().map(({ channelId, reason }) => [channelId, reason]))
      return write(() => {
        let count = 0
        for (const row of expired) {
          const why = row.reason ?? pauseReasons.get(queueOf(row)) ?? 'the bot was not connected to Discord.'
          count += expire.run({ reason: `Not delivered within a day: ${why}`, id: row.id, now }).changes
        }
        return count
      })
    },
  }
}
