// DISCORD-35: what waited in one channel for the end of quiet hours becomes one notification, a batch, in one transaction.
// A crash leaves all of it as it was, or the batch in the outbox, which is delivered like any other.
import { and, eq } from 'drizzle-orm'
import { minuteOf } from '../../../domain/clock.js'
import { MAX_BATCH_SIZE, type NotificationDraft, routedAs } from '../../../domain/notifications/notification.js'
import type { Outbox } from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'
import { channelOfRow, isHeld, isQuietFor, type OpenNotification, openNotifications } from './due.js'
import { notification } from './schema.js'

type NotificationWriter = (draft: NotificationDraft, createdAt: number) => boolean

/** What is to be posted in one place, in the order of its time. */
interface PendingBatch {
  readonly channelId: string
  readonly rows: readonly OpenNotification[]
}

export function gathering(connection: Connection, insert: NotificationWriter): Pick<Outbox, 'gather' | 'amend'> {
  const { orm, write } = connection
  const open = openNotifications(connection)
  const change = (id: number, set: Partial<typeof notification.$inferInsert>): void => {
    orm.update(notification).set(set).where(eq(notification.id, id)).run()
  }

  const putTogether = (now: number, { channelId, rows }: PendingBatch, all: readonly OpenNotification[]): void => {
    const [first] = rows
    if (first === undefined) return
    const { gameId, accountId } = first
    const subject = `${channelId}:${first.id}`
    const facts = {
      kind: 'batch',
      notificationIds: rows.map(({ id }) => id),
      roleIds: rolesOf(rows, (id) => factsOf(orm, id)),
      isPublished: rows.some(({ isPublished }) => isPublished === true),
      inThreads: rows.every(({ inThreads }) => inThreads === true),
    } as const
    const about = { gameId, accountId, kind: facts.kind, subject }
    if (!insert({ ...about, occurredAt: minuteOf(now), facts, fixedChannelId: channelId }, now)) return
    const isBatch = and(
      eq(notification.gameId, gameId),
      eq(notification.kind, 'batch'),
      eq(notification.subject, subject),
    )
    const batch = orm.select({ id: notification.id }).from(notification).where(isBatch).get()
    for (const row of rows) {
      for (const edit of continuationsOf(row, all, 'edit')) {
        change(row.id, { facts: factsOf(orm, edit.id) })
        change(edit.id, { state: 'canceled', reason: 'It was posted together with what it changes.' })
      }
      change(row.id, { state: 'batched', batchId: batch?.id ?? null, channelId })
    }
  }

  return {
    gather: async (now, hasThreads) => {
      const all = open.all()
      const groups = groupsOf(all, now, hasThreads)
      if (groups.length > 0)
        write(() => {
          for (const group of groups) putTogether(now, group, all)
        })
      return groups.length
    },
    amend: async (id, facts) => write(() => change(id, { facts: JSON.stringify(facts) })),
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

function groupsOf(
  all: readonly OpenNotification[],
  now: number,
  hasThreads: (channelId: string) => boolean,
): PendingBatch[] {
  const groups = new Map<string, { channelId: string; rows: OpenNotification[] }>()
  for (const row of all) {
    const channelId = channelOfRow(row)
    if (channelId === undefined || !isBatchable(row, now) || isOverInQuiet(row, all)) continue
    const isThreaded = row.inThreads === true || hasThreads(channelId)
    const key = `${row.accountId} ${channelId} ${isThreaded ? row.gameId : ''}`
    const group = groups.get(key) ?? { channelId, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].filter(({ rows }) => rows.length > 1).flatMap(parted)
}

const parted = ({ channelId, rows }: PendingBatch): PendingBatch[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_BATCH_SIZE) }, (_, index) => ({
    channelId,
    rows: rows.slice(index * MAX_BATCH_SIZE, (index + 1) * MAX_BATCH_SIZE),
  }))

/** Whether it was not tried yet, and waited for quiet hours that are over: here, or before it was reported. What continues another goes with that. */
const isBatchable = (row: OpenNotification, now: number): boolean =>
  row.state === 'pending' &&
  row.attempts === 0 &&
  row.removedAt === null &&
  row.expiresAt > now &&
  row.followsAs === null &&
  routedAs(row.kind) !== 'direct' &&
  !isHeld(row, now) &&
  (row.wasHeld === 1 || isQuietFor(row, row.occurredAt))

/** It began and ended in quiet hours, so the delivery cancels it. */
const isOverInQuiet = (row: OpenNotification, all: readonly OpenNotification[]): boolean =>
  continuationsOf(row, all, 'reply').some((reply) => isQuietFor(reply, reply.occurredAt))

const continuationsOf = (
  { accountId, kind, subject, gameId }: OpenNotification,
  all: readonly OpenNotification[],
  as: 'edit' | 'reply',
): OpenNotification[] =>
  all.filter(
    (one) =>
      one.followsAs === as &&
      one.followsSubject === subject &&
      one.kind === kind &&
      one.accountId === accountId &&
      (one.gameId === gameId || kind === 'platform_drop' || kind === 'platform_incident'),
  )

/** The roles that the notifications would mention one by one. */
function rolesOf(rows: readonly OpenNotification[], factsOfId: (id: number) => string): string[] {
  const roles = rows.flatMap(({ id, kind, roleId }) => {
    if (kind === 'recovery') return []
    const own = kind === 'alert' ? (JSON.parse(factsOfId(id)) as { roleId?: string | null }).roleId : null
    return own ?? roleId ?? []
  })
  return [...new Set(roles)]
}
