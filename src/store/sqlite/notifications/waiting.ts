// The notifications that wait in the outbox on SQLite: how one is put there, which are due, which have waited too long, and
// which become one, a batch, at the end of quiet hours (DISCORD-35). A batch is made in one transaction: a crash leaves all as
// it was, or the batch in the outbox, which is delivered like any other.
import { and, eq, gt, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { NotificationDraft } from '../../../domain/notifications/notification.js'
import type { DueNotification, Outbox } from '../../../domain/notifications/outbox.js'
import { rowOfDraft, toNotification } from '../../values/notifications/rows.js'
import {
  batchOf,
  changesOfBatch,
  dueNotification,
  expiredNotifications,
  firstOfQueues,
  groupsOf,
  type OpenNotification,
  type PendingBatch,
} from '../../values/notifications/waiting.js'
import type { Connection } from '../connection.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guildChannel, guildSetting } from '../schema.js'
import { notification, notificationPause, notificationRoute as route } from './schema.js'

type NotificationWriter = (draft: NotificationDraft, createdAt: number) => boolean

/**
 * Returns whether the notification is new. There is only ever one for each game, kind and subject, and only one drop of
 * the platform for each account.
 */
export function notificationWriter(connection: Connection): NotificationWriter {
  const { orm } = connection
  const { placeholder } = sql
  const insert = orm
    .insert(notification)
    .values({
      gameId: placeholder('gameId'),
      accountId: placeholder('accountId'),
      kind: placeholder('kind'),
      subject: placeholder('subject'),
      occurredAt: placeholder('occurredAt'),
      facts: placeholder('facts'),
      createdAt: placeholder('createdAt'),
      expiresAt: placeholder('expiresAt'),
      followsAs: placeholder('followsAs'),
      followsSubject: placeholder('followsSubject'),
      fixedChannelId: placeholder('fixedChannelId'),
      personAlertId: placeholder('personAlertId'),
      state: 'pending',
      attempts: 0,
      nextAttemptAt: 0,
    })
    .onConflictDoNothing()
    .prepare()
  const original = originalStatement(connection)
  return (draft, createdAt) => {
    const { follows, accountId, gameId, kind } = draft
    const hasOriginal =
      follows !== undefined && original.get({ accountId, gameId, kind, subject: follows.subject }) !== undefined
    const row = rowOfDraft(draft, createdAt, hasOriginal)
    return row !== undefined && insert.run(row).changes === 1
  }
}

/** A notification about the platform is sent once for each account, so its original may belong to another game. */
export const originalStatement = ({ orm }: Connection) =>
  orm
    .select()
    .from(notification)
    .where(
      and(
        eq(notification.accountId, sql.placeholder('accountId')),
        eq(notification.kind, sql.placeholder('kind')),
        eq(notification.subject, sql.placeholder('subject')),
        sql`(${notification.gameId} = ${sql.placeholder('gameId')} OR ${notification.kind} IN ('platform_drop', 'platform_incident'))`,
      ),
    )
    .limit(1)
    .prepare()

/** The kind of route that a notification uses. */
const ROUTED_KIND = sql`CASE WHEN ${notification.kind} IN ('recovery', 'platform_drop') THEN 'alert' WHEN ${notification.kind} = 'platform_incident' THEN 'status' ELSE ${notification.kind} END`
const CHANNEL = sql`coalesce(${notification.fixedChannelId}, ${route.channelId}, ${game.channelId})`

const OPEN_FIELDS = {
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
}

const selectOpen = ({ orm }: Connection, id: SQL<number>) =>
  orm
    .select({ id, ...OPEN_FIELDS })
    .from(notification)
    .innerJoin(game, eq(game.id, notification.gameId))
    .leftJoin(personAlert, eq(personAlert.id, notification.personAlertId))
    .leftJoin(route, and(eq(route.gameId, notification.gameId), eq(route.kind, ROUTED_KIND)))
    .leftJoin(guildChannel, eq(guildChannel.channelId, CHANNEL))
    .leftJoin(guildSetting, eq(guildSetting.guildId, guildChannel.guildId))

// The partial index covers only unsent notifications, so the query stays fast however many were sent. SQLite uses the index
// only for exactly this condition, without bound values.
const IS_OPEN = sql`${notification.state} IN ('pending', 'claimed')`
/** Each that goes nowhere waits for no other (see `queueOf`). */
const NOWHERE_ID = sql`CASE WHEN ${notification.fixedChannelId} IS NULL AND ${personAlert.userId} IS NULL AND ${notification.kind} <> 'owner'
  AND NOT (coalesce(${route.enabled}, ${ROUTED_KIND} IN ('milestone', 'record')) AND ${CHANNEL} IS NOT NULL) THEN ${notification.id} END`
const EACH_ID = sql<number>`${notification.id}`

const expiredPending = (connection: Connection) =>
  selectOpen(connection, EACH_ID)
    .where(and(IS_OPEN, lte(notification.expiresAt, sql.placeholder('now'))))
    .orderBy(notification.id)
    .prepare()

/**
 * The first notification of each kind, channel and setting that has not expired, in the order of their ids. These are few where thousands
 * wait in one channel, and to read all of those for each post would take a tenth of a second. `firstOfQueues` finds the same in
 * them, because it looks at nothing else but the id. SQLite takes the other columns from the row with the smallest id.
 */
const firstOfGroups = (connection: Connection) =>
  selectOpen(connection, sql<number>`min(${notification.id})`)
    .where(and(IS_OPEN, or(eq(notification.state, 'claimed'), gt(notification.expiresAt, sql.placeholder('now')))))
    .groupBy(
      notification.state,
      notification.kind,
      sql`CASE WHEN ${notification.kind} = 'owner' THEN ${notification.accountId} END`,
      notification.fixedChannelId,
      personAlert.userId,
      game.channelId,
      route.channelId,
      route.enabled,
      route.quietHours,
      route.mutedUntil,
      guildSetting.timeZone,
      guildSetting.quietFrom,
      guildSetting.quietUntil,
      guildSetting.letsUrgent,
      NOWHERE_ID,
    )
    .orderBy(sql`min(${notification.id})`)
    .prepare()

/** All that quiet hours may have held, and what continues another. */
const possiblyHeld = (connection: Connection) =>
  selectOpen(connection, EACH_ID)
    .where(
      and(
        IS_OPEN,
        or(
          isNotNull(route.quietHours),
          isNotNull(guildSetting.quietFrom),
          isNotNull(notification.followsAs),
          eq(OPEN_FIELDS.wasHeld, 1),
        ),
      ),
    )
    .orderBy(notification.id)
    .prepare()

type DueNotifications = Pick<Outbox, 'due' | 'expire'>

function prepareStatements(connection: Connection) {
  const { orm } = connection
  const { placeholder } = sql
  return {
    firsts: firstOfGroups(connection),
    expired: expiredPending(connection),
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
  const { firsts, expired, pauses, byId, expire } = prepareStatements(connection)

  const load = (row: OpenNotification): DueNotification[] => {
    const found = byId.get({ id: row.id })
    return found === undefined ? [] : [dueNotification(row, toNotification(found))]
  }

  return {
    due: async (now) => firstOfQueues(firsts.all({ now }), pauses.all(), now).flatMap(load),
    expire: async (now) => {
      const given = expiredNotifications(expired.all({ now }), pauses.all(), now)
      if (given.length === 0) return 0
      return write(() => {
        let count = 0
        for (const { id, reason } of given) count += expire.run({ id, reason, now }).changes
        return count
      })
    },
  }
}

export function gathering(connection: Connection, insert: NotificationWriter): Pick<Outbox, 'gather' | 'amend'> {
  const { orm, write } = connection
  const held = possiblyHeld(connection)
  const changeRow = (id: number, set: Partial<typeof notification.$inferInsert>): void => {
    orm.update(notification).set(set).where(eq(notification.id, id)).run()
  }

  const putTogether = (now: number, pending: PendingBatch): void => {
    const draft = batchOf(pending, now, (id) => factsOf(orm, id))
    if (draft === undefined || !insert(draft, now)) return
    const isBatch = and(
      eq(notification.gameId, draft.gameId),
      eq(notification.kind, 'batch'),
      eq(notification.subject, draft.subject),
    )
    const batch = orm.select({ id: notification.id }).from(notification).where(isBatch).get()
    const change = { batchId: batch?.id ?? null, factsOf: (id: number) => factsOf(orm, id) }
    for (const { id, set } of changesOfBatch(pending, change)) changeRow(id, set)
  }

  return {
    gather: async (now, hasThreads) => {
      const groups = groupsOf(held.all(), now, hasThreads)
      if (groups.length > 0)
        write(() => {
          for (const group of groups) putTogether(now, group)
        })
      return groups.length
    },
    amend: async (id, facts) => write(() => changeRow(id, { facts: JSON.stringify(facts) })),
  }
}

/** What a batch has posted counts as posted in its message. */
export const settleBatch = ({ orm }: Connection, batchId: number, messageId: string | null): void =>
  void orm
    .update(notification)
    .set({ state: 'sent', messageId, reason: null })
    .where(and(eq(notification.batchId, batchId), eq(notification.state, 'batched')))
    .run()

const factsOf = (orm: Connection['orm'], id: number): string =>
  orm.select({ facts: notification.facts }).from(notification).where(eq(notification.id, id)).get()?.facts ?? '{}'
