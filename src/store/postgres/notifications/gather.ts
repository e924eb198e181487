// DISCORD-35: what waited in one channel for the end of quiet hours becomes one notification, a batch, in one transaction.
import { and, eq, inArray } from 'drizzle-orm'
import type { Outbox } from '../../../domain/notifications/outbox.js'
import {
  batchOf,
  continuationsOf,
  groupsOf,
  MERGED_EDIT,
  type PendingBatch,
} from '../../values/notifications/batches.js'
import type { OpenNotification } from '../../values/notifications/open-notifications.js'
import { first } from '../columns.js'
import type { Connection, Orm } from '../connection.js'
import { openNotifications } from './open.js'
import { putNotification } from './put-notification.js'
import { notification } from './schema.js'

type NotificationChange = Partial<typeof notification.$inferInsert>

const change = async (orm: Orm, id: number, set: NotificationChange): Promise<void> =>
  void (await orm.update(notification).set(set).where(eq(notification.id, id)))

export const gathering = ({ read, write }: Connection): Pick<Outbox, 'gather' | 'amend'> => ({
  gather: async (now, hasThreads) => {
    // Most passes find nothing, and need no transaction.
    if (groupsOf(await read(openNotifications), now, hasThreads).length === 0) return 0
    return write(async ({ orm }) => {
      await orm
        .select({ id: notification.id })
        .from(notification)
        .where(eq(notification.state, 'pending'))
        .for('update')
      const all = await openNotifications(orm)
      const groups = groupsOf(all, now, hasThreads)
      for (const group of groups) await putTogether(orm, group, { now, all })
      return groups.length
    })
  },
  amend: (id, facts) => write(({ orm }) => change(orm, id, { facts: JSON.stringify(facts) })),
})

interface GatherPass {
  readonly now: number
  readonly all: readonly OpenNotification[]
}

async function putTogether(orm: Orm, pending: PendingBatch, { now, all }: GatherPass): Promise<void> {
  const { channelId, rows } = pending
  const edits = new Map(rows.map((row) => [row.id, continuationsOf(row, all, 'edit')]))
  const ids = [...rows, ...[...edits.values()].flat()].map(({ id }) => id)
  const facts = await factsOf(orm, ids)
  const draft = batchOf(pending, now, (id) => facts.get(id) ?? '{}')
  if (draft === undefined || !(await putNotification(orm, draft, now))) return
  const isBatch = and(
    eq(notification.gameId, draft.gameId),
    eq(notification.kind, 'batch'),
    eq(notification.subject, draft.subject),
  )
  const batch = first(await orm.select({ id: notification.id }).from(notification).where(isBatch))
  for (const row of rows) {
    for (const edit of edits.get(row.id) ?? []) {
      await change(orm, row.id, { facts: facts.get(edit.id) ?? '{}' })
      await change(orm, edit.id, MERGED_EDIT)
    }
    await change(orm, row.id, { state: 'batched', batchId: batch?.id ?? null, channelId })
  }
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
