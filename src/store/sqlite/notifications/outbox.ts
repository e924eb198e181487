// The outbox on SQLite, step 3 of 7. It is filled in the transaction that moves the cursor of the evaluation.
// Notifications are claimed by a conditional update, so that two workers never send the same one. The port documents
// what a crash causes.
import { and, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Notification } from '../../../domain/notifications/notification.js'
import type { DeliveryOutcome, NotificationFilter, Outbox } from '../../../domain/notifications/outbox.js'
import { changesOf, MAX_SEARCHED, type NotificationRow, toNotification } from '../../values/notifications/rows.js'
import type { Connection } from '../connection.js'
import { notification } from './schema.js'
import { dueNotifications, gathering, notificationWriter, originalStatement, settleBatch } from './waiting.js'

const HAS_FAILED = sql`(state IN ('dead_letter', 'uncertain') OR (state = 'pending' AND reason IS NOT NULL))`

export function outbox(connection: Connection): Outbox {
  const { orm, write } = connection
  const insert = notificationWriter(connection)
  const original = originalStatement(connection)
  const openByState = orm
    .select({ state: notification.state, count: count() })
    .from(notification)
    // Written out, because SQLite uses the partial index only for this condition.
    .where(sql`state IN ('pending', 'claimed')`)
    .groupBy(notification.state)
    .prepare()

  const failed = orm
    .select()
    .from(notification)
    .where(and(HAS_FAILED, sql`id > (SELECT max(id) FROM ${notification}) - ${MAX_SEARCHED}`))
    .orderBy(desc(notification.id))
    .limit(sql.placeholder('limit'))
    .prepare()

  const claim = (id: number, channelId: string | null, claimedAt: number): NotificationRow | undefined =>
    orm
      .update(notification)
      .set({ state: 'claimed', claimedAt, channelId, attempts: sql`${notification.attempts} + 1` })
      .where(and(eq(notification.id, id), eq(notification.state, 'pending')))
      .returning()
      .get()

  const releaseClaims = (): number =>
    orm
      .update(notification)
      .set({
        state: 'pending',
        uncertainSince: sql`coalesce(${notification.uncertainSince}, ${notification.claimedAt})`,
        claimedAt: null,
        nextAttemptAt: 0,
      })
      .where(eq(notification.state, 'claimed'))
      .run().changes

  const recordOutcome = ({ id, kind, claimedAt }: Notification, outcome: DeliveryOutcome): boolean => {
    if (claimedAt === null) return false
    const isOwnClaim = and(
      eq(notification.id, id),
      eq(notification.state, 'claimed'),
      eq(notification.claimedAt, claimedAt),
    )
    const isStored = orm.update(notification).set(changesOf(outcome)).where(isOwnClaim).run().changes === 1
    if (isStored && kind === 'batch' && outcome.state === 'sent') settleBatch(connection, id, outcome.messageId)
    return isStored
  }

  return {
    ...dueNotifications(connection),
    ...gathering(connection, insert),
    claim: async (id, channelId, now) => {
      const row = write(() => claim(id, channelId, now))
      return row && toNotification(row)
    },
    recordOutcome: async (claimed, outcome) => write(() => recordOutcome(claimed, outcome)),
    releaseClaims: async () => write(releaseClaims),
    add: async (draft, createdAt) => write(() => void insert(draft, createdAt)),
    byId: async (id) => {
      const row = orm.select().from(notification).where(eq(notification.id, id)).get()
      return row && toNotification(row)
    },
    originalOf: async ({ accountId, gameId, kind, follows }) => {
      const row = follows && original.get({ accountId, gameId, kind, subject: follows.subject })
      return row && toNotification(row)
    },
    countOpen: async () => {
      const rows = openByState.all()
      const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { pending: countOf('pending'), claimed: countOf('claimed') }
    },
    failed: async (limit) => failed.all({ limit }).map(toNotification),
    retry: async (id, expiresAt) =>
      write(() => {
        const again = { state: 'pending', attempts: 0, nextAttemptAt: 0, reason: null, expiresAt } as const
        return (
          orm
            .update(notification)
            .set(again)
            .where(and(eq(notification.id, id), HAS_FAILED))
            .run().changes === 1
        )
      }),
    list: async (filter) =>
      orm
        .select()
        .from(notification)
        .where(and(...conditionsOf(filter)))
        .orderBy(desc(notification.id))
        .limit(filter.limit)
        .all()
        .map(toNotification),
  }
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
