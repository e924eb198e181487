// The notifications that wait in the outbox on PostgreSQL: how one is put there, which are due, which have waited too long,
// and which become one, a batch, at the end of quiet hours (DISCORD-35). A batch is made in one transaction: a crash leaves
// all as it was, or the batch in the outbox, which is delivered like any other.
import { and, eq, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgSelectBuilder } from 'drizzle-orm/pg-core'
import type { Notification, NotificationDraft } from '../../../domain/notifications/notification.js'
import type { ChannelPause, Outbox } from '../../../domain/notifications/outbox.js'
import { type NotificationRow, rowOfDraft, toNotification } from '../../values/notifications/rows.js'
import {
  batchOf,
  changesOfBatch,
  dueNotification,
  expiredNotifications,
  firstOfQueues,
  groupsOf,
  idsOfBatch,
  type OpenNotification,
  type PendingBatch,
} from '../../values/notifications/waiting.js'
import { first } from '../columns.js'
import type { Connection, Orm } from '../connection.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guildChannel, guildSetting } from '../schema.js'
import { notification, notificationPause, notificationRoute as route } from './schema.js'

/**
 * Returns whether the notification is new. There is only ever one for each game, kind and subject, and only one drop of
 * the platform for each account. Must be called inside a transaction.
 */
export async function putNotification(orm: Orm, draft: NotificationDraft, createdAt: number): Promise<boolean> {
  const { follows, accountId, gameId, kind } = draft
  const hasOriginal =
    follows !== undefined &&
    (await originalOf(orm, { accountId, gameId, kind, subject: follows.subject })) !== undefined
  const row = rowOfDraft(draft, createdAt, hasOriginal)
  if (row === undefined) return false
  const { rowCount } = await orm.insert(notification).values(row).onConflictDoNothing()
  return rowCount === 1
}

/** Notifications in one statement. */
const BATCH_SIZE = 500

/** Returns how many are new. One that follows another is put by itself, because the other may be just before it. */
export async function putNotifications(
  orm: Orm,
  drafts: readonly NotificationDraft[],
  createdAt: number,
): Promise<number> {
  let [count, unfollowing]: [number, NotificationDraft[]] = [0, []]
  for (const draft of drafts) {
    if (draft.follows === undefined) {
      unfollowing.push(draft)
      continue
    }
    count += await insertAll(orm, unfollowing, createdAt)
    unfollowing = []
    if (await putNotification(orm, draft, createdAt)) count++
  }
  return count + (await insertAll(orm, unfollowing, createdAt))
}

async function insertAll(orm: Orm, drafts: readonly NotificationDraft[], createdAt: number): Promise<number> {
  const rows = drafts.flatMap((draft) => rowOfDraft(draft, createdAt, false) ?? [])
  let count = 0
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const inserted = orm
      .insert(notification)
      .values(rows.slice(from, from + BATCH_SIZE))
      .onConflictDoNothing()
    count += (await inserted).rowCount ?? 0
  }
  return count
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

/** The kind of route that a notification uses. */
const ROUTED_KIND: SQL = sql`CASE WHEN ${notification.kind} IN ('recovery', 'platform_drop') THEN 'alert' WHEN ${notification.kind} = 'platform_incident' THEN 'status' ELSE ${notification.kind} END`
const CHANNEL: SQL = sql`coalesce(${notification.fixedChannelId}, ${route.channelId}, ${game.channelId})`
const WAS_HELD = sql<
  number | null
>`CASE WHEN ${notification.kind} = 'alert' THEN (${notification.facts}::json ->> 'wasHeld')::boolean::integer END`

const OPEN_FIELDS = {
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
}

type OpenSelect = PgSelectBuilder<typeof OPEN_FIELDS>

const joinSettings = (select: OpenSelect) =>
  select
    .from(notification)
    .innerJoin(game, eq(game.id, notification.gameId))
    .leftJoin(personAlert, eq(personAlert.id, notification.personAlertId))
    .leftJoin(route, and(eq(route.gameId, notification.gameId), eq(route.kind, ROUTED_KIND)))
    .leftJoin(guildChannel, eq(guildChannel.channelId, CHANNEL))
    .leftJoin(guildSetting, eq(guildSetting.guildId, guildChannel.guildId))

/** The condition of the partial index, which covers only what was not sent. */
const IS_OPEN = sql`${notification.state} IN ('pending', 'claimed')`

const expiredPending = (orm: Orm, now: number): Promise<OpenNotification[]> =>
  joinSettings(orm.select(OPEN_FIELDS))
    .where(and(IS_OPEN, lte(notification.expiresAt, now)))
    .orderBy(notification.id)

/** Each that goes nowhere waits for no other (see `queueOf`). */
const NOWHERE_ID = sql`CASE WHEN ${notification.fixedChannelId} IS NULL AND ${personAlert.userId} IS NULL AND ${notification.kind} <> 'owner'
  AND NOT (coalesce(${route.enabled}, ${ROUTED_KIND} IN ('milestone', 'record')) AND ${CHANNEL} IS NOT NULL) THEN ${notification.id} END`

const GROUP = [
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
]

/**
 * The first notification of each kind, channel and setting that has not expired, in the order of their ids. These are few where thousands
 * wait in one channel. `firstOfQueues` finds the same in them, because it looks at nothing else but the id.
 */
async function firstOfGroups(orm: Orm, now: number): Promise<OpenNotification[]> {
  const rows = await joinSettings(orm.selectDistinctOn(GROUP, OPEN_FIELDS))
    .where(and(IS_OPEN, or(eq(notification.state, 'claimed'), gt(notification.expiresAt, now))))
    .orderBy(...GROUP, notification.id)
  return rows.sort((a, b) => a.id - b.id)
}

/** All that quiet hours may have held, and what continues another. */
const possiblyHeld = (orm: Orm): Promise<OpenNotification[]> =>
  joinSettings(orm.select(OPEN_FIELDS))
    .where(
      and(
        IS_OPEN,
        or(
          isNotNull(route.quietHours),
          isNotNull(guildSetting.quietFrom),
          isNotNull(notification.followsAs),
          eq(WAS_HELD, 1),
        ),
      ),
    )
    .orderBy(notification.id)

const readPauses = (orm: Orm): Promise<ChannelPause[]> => orm.select().from(notificationPause)

export const dueNotifications = ({ read, write }: Connection): Pick<Outbox, 'due' | 'expire'> => ({
  due: (now) =>
    read(async (orm) => {
      const rows = firstOfQueues(await firstOfGroups(orm, now), await readPauses(orm), now)
      const found = await notificationsOf(
        orm,
        rows.map(({ id }) => id),
      )
      return rows.flatMap((row) => {
        const one = found.get(row.id)
        return one === undefined ? [] : [dueNotification(row, one)]
      })
    }),
  expire: async (now) => {
    const expired = await read(async (orm) =>
      expiredNotifications(await expiredPending(orm, now), await readPauses(orm), now),
    )
    if (expired.length === 0) return 0
    return write(async ({ orm }) => {
      let ended = 0
      for (const { id, reason } of expired) ended += await expire(orm, { id, reason, now })
      return ended
    })
  },
})

export async function notificationsOf(orm: Orm, ids: readonly number[]): Promise<ReadonlyMap<number, Notification>> {
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select()
    .from(notification)
    .where(inArray(notification.id, [...ids]))
  return new Map(rows.map((row) => [row.id, toNotification(row)]))
}

interface Expiry {
  readonly id: number
  readonly reason: string
  readonly now: number
}

async function expire(orm: Orm, { id, reason, now }: Expiry): Promise<number> {
  const state = sql`CASE WHEN ${notification.uncertainSince} IS NULL THEN 'dead_letter' ELSE 'uncertain' END`
  const isExpired = and(eq(notification.id, id), eq(notification.state, 'pending'), lte(notification.expiresAt, now))
  return (await orm.update(notification).set({ state, reason }).where(isExpired)).rowCount ?? 0
}

type NotificationChange = Partial<typeof notification.$inferInsert>

const change = async (orm: Orm, id: number, set: NotificationChange): Promise<void> =>
  void (await orm.update(notification).set(set).where(eq(notification.id, id)))

export const gathering = ({ read, write }: Connection): Pick<Outbox, 'gather' | 'amend'> => ({
  gather: async (now, hasThreads) => {
    // Most passes find nothing, and need no transaction.
    if (groupsOf(await read(possiblyHeld), now, hasThreads).length === 0) return 0
    return write(async ({ orm }) => {
      await orm
        .select({ id: notification.id })
        .from(notification)
        .where(eq(notification.state, 'pending'))
        .for('update')
      const groups = groupsOf(await possiblyHeld(orm), now, hasThreads)
      for (const group of groups) await putTogether(orm, group, now)
      return groups.length
    })
  },
  amend: (id, facts) => write(({ orm }) => change(orm, id, { facts: JSON.stringify(facts) })),
})

async function putTogether(orm: Orm, pending: PendingBatch, now: number): Promise<void> {
  const facts = await factsOf(orm, idsOfBatch(pending))
  const factsOfId = (id: number): string => facts.get(id) ?? '{}'
  const draft = batchOf(pending, now, factsOfId)
  if (draft === undefined || !(await putNotification(orm, draft, now))) return
  const isBatch = and(
    eq(notification.gameId, draft.gameId),
    eq(notification.kind, 'batch'),
    eq(notification.subject, draft.subject),
  )
  const batch = first(await orm.select({ id: notification.id }).from(notification).where(isBatch))
  const changes = changesOfBatch(pending, { batchId: batch?.id ?? null, factsOf: factsOfId })
  for (const { id, set } of changes) await change(orm, id, set)
}

async function factsOf(orm: Orm, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = orm.select({ id: notification.id, facts: notification.facts }).from(notification)
  return new Map((await found.where(inArray(notification.id, [...ids]))).map(({ id, facts }) => [id, facts]))
}

/** What a batch has posted counts as posted in its message. */
export const settleBatch = async (orm: Orm, batchId: number, messageId: string | null): Promise<void> =>
  void (await orm
    .update(notification)
    .set({ state: 'sent', messageId, reason: null })
    .where(and(eq(notification.batchId, batchId), eq(notification.state, 'batched'))))
