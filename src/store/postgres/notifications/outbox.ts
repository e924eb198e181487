// The outbox on PostgreSQL, step 3 of 7. Notifications are claimed by a conditional update, so that two processes never send
// the same one. The port documents what a crash causes.
import { and, count, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Notification } from '../../../domain/notifications/notification.js'
import type { DeliveryOutcome, NotificationFilter, Outbox } from '../../../domain/notifications/outbox.js'
import { changesOf, MAX_SEARCHED, toNotification } from '../../values/notifications/notification-row.js'
import { dueNotification, expiredNotifications, firstOfQueues } from '../../values/notifications/open-notifications.js'
import { first } from '../columns.js'
import type { Connection, Orm } from '../connection.js'
import { gathering, settleBatch } from './gather.js'
import { openNotifications, readPauses } from './open.js'
import { originalOf, putNotification } from './put-notification.js'
import { notification } from './schema.js'

const HAS_FAILED = sql`(state IN ('dead_letter', 'uncertain') OR (state = 'pending' AND reason IS NOT NULL))`

export function outbox(connection: Connection): Outbox {
  const { read, write } = connection
  return {
    ...gathering(connection),
    due: (now) =>
      read(async (orm) => {
        const rows = firstOfQueues(await openNotifications(orm), await readPauses(orm), now)
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
        expiredNotifications(await openNotifications(orm), await readPauses(orm), now),
      )
      if (expired.length === 0) return 0
      return write(async ({ orm }) => {
        let ended = 0
        for (const { id, reason } of expired) ended += await expire(orm, { id, reason, now })
        return ended
      })
    },
    claim: (id, channelId, claimedAt) =>
      write(async ({ orm }) => {
        const set = { state: 'claimed', claimedAt, channelId, attempts: sql`${notification.attempts} + 1` } as const
        const isPending = and(eq(notification.id, id), eq(notification.state, 'pending'))
        const row = first(await orm.update(notification).set(set).where(isPending).returning())
        return row && toNotification(row)
      }),
    recordOutcome: (claimed, outcome) => write(({ orm }) => recordOutcome(orm, claimed, outcome)),
    releaseClaims: () => write(({ orm }) => releaseClaims(orm)),
    add: (draft, createdAt) => write(async ({ orm }) => void (await putNotification(orm, draft, createdAt))),
    byId: async (id) => (await read((orm) => notificationsOf(orm, [id]))).get(id),
    originalOf: async ({ accountId, gameId, kind, follows }) => {
      if (follows === undefined) return undefined
      const row = await read((orm) => originalOf(orm, { accountId, gameId, kind, subject: follows.subject }))
      return row && toNotification(row)
    },
    countOpen: async () => {
      const rows = await read(countByState)
      const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { pending: countOf('pending'), claimed: countOf('claimed') }
    },
    failed: (limit) => read((orm) => listFailed(orm, limit)),
    retry: (id, expiresAt) =>
      write(async ({ orm }) => {
        const again = { state: 'pending', attempts: 0, nextAttemptAt: 0, reason: null, expiresAt } as const
        const hasFailed = and(eq(notification.id, id), HAS_FAILED)
        return (await orm.update(notification).set(again).where(hasFailed)).rowCount === 1
      }),
    list: (filter) => read((orm) => list(orm, filter)),
  }
}

async function notificationsOf(orm: Orm, ids: readonly number[]): Promise<ReadonlyMap<number, Notification>> {
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

async function recordOutcome(
  orm: Orm,
  { id, kind, claimedAt }: Notification,
  outcome: DeliveryOutcome,
): Promise<boolean> {
  if (claimedAt === null) return false
  const isOwnClaim = and(
    eq(notification.id, id),
    eq(notification.state, 'claimed'),
    eq(notification.claimedAt, claimedAt),
  )
  const { rowCount } = await orm.update(notification).set(changesOf(outcome)).where(isOwnClaim)
  if (rowCount !== 1) return false
  if (kind === 'batch' && outcome.state === 'sent') await settleBatch(orm, id, outcome.messageId)
  return true
}

async function releaseClaims(orm: Orm): Promise<number> {
  const uncertainSince = sql`coalesce(${notification.uncertainSince}, ${notification.claimedAt})`
  const set = { state: 'pending', uncertainSince, claimedAt: null, nextAttemptAt: 0 } as const
  return (await orm.update(notification).set(set).where(eq(notification.state, 'claimed'))).rowCount ?? 0
}

const countByState = (orm: Orm) =>
  orm
    .select({ state: notification.state, count: count() })
    .from(notification)
    .where(sql`state IN ('pending', 'claimed')`)
    .groupBy(notification.state)

async function listFailed(orm: Orm, limit: number): Promise<Notification[]> {
  const isSearched = sql`id > (SELECT max(id) FROM ${notification}) - ${MAX_SEARCHED}`
  const found = orm.select().from(notification).where(and(HAS_FAILED, isSearched))
  return (await found.orderBy(desc(notification.id)).limit(limit)).map(toNotification)
}

async function list(orm: Orm, filter: NotificationFilter): Promise<Notification[]> {
  const found = orm
    .select()
    .from(notification)
    .where(and(...conditionsOf(filter)))
  return (await found.orderBy(desc(notification.id)).limit(filter.limit)).map(toNotification)
}

function conditionsOf({ accountId, gameIds, states, kinds }: NotificationFilter): SQL[] {
  return [
    ...(accountId === undefined ? [] : [eq(notification.accountId, accountId)]),
    ...(gameIds === undefined ? [] : [inArray(notification.gameId, [...gameIds])]),
    ...(states === undefined ? [] : [inArray(notification.state, [...states])]),
    // What one person is notified of concerns nobody else of the account.
    kinds === undefined ? ne(notification.kind, 'person_alert') : inArray(notification.kind, [...kinds]),
  ]
}
