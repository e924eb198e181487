// DISCORD-35: what waited in one channel for the end of quiet hours becomes one notification, a batch, in one transaction.
// A crash leaves all of it as it was, or the batch in the outbox, which is delivered like any other.
import { and, eq } from 'drizzle-orm'
import type { NotificationDraft } from '../../../domain/notifications/notification.js'
import type { Outbox } from '../../../domain/notifications/outbox.js'
import {
  batchOf,
  continuationsOf,
  groupsOf,
  MERGED_EDIT,
  type PendingBatch,
} from '../../values/notifications/batches.js'
import type { OpenNotification } from '../../values/notifications/open-notifications.js'
import type { Connection } from '../connection.js'
import { openNotifications } from './due.js'
import { notification } from './schema.js'

type NotificationWriter = (draft: NotificationDraft, createdAt: number) => boolean

export function gathering(connection: Connection, insert: NotificationWriter): Pick<Outbox, 'gather' | 'amend'> {
  const { orm, write } = connection
  const open = openNotifications(connection)
  const change = (id: number, set: Partial<typeof notification.$inferInsert>): void => {
    orm.update(notification).set(set).where(eq(notification.id, id)).run()
  }

  const putTogether = (now: number, pending: PendingBatch, all: readonly OpenNotification[]): void => {
    const { channelId, rows } = pending
    const draft = batchOf(pending, now, (id) => factsOf(orm, id))
    if (draft === undefined || !insert(draft, now)) return
    const isBatch = and(
      eq(notification.gameId, draft.gameId),
      eq(notification.kind, 'batch'),
      eq(notification.subject, draft.subject),
    )
    const batch = orm.select({ id: notification.id }).from(notification).where(isBatch).get()
    for (const row of rows) {
      for (const edit of continuationsOf(row, all, 'edit')) {
        change(row.id, { facts: factsOf(orm, edit.id) })
        change(edit.id, MERGED_EDIT)
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
