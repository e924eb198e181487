// DISCORD-35: which notifications that waited for the end of quiet hours become one, the same in each storage engine.
import { minuteOf } from '../../../domain/clock.js'
import { MAX_BATCH_SIZE, type NotificationDraft, routedAs } from '../../../domain/notifications/notification.js'
import type { ThreadKnowledge } from '../../../domain/notifications/outbox.js'
import { channelOfRow, isHeld, isQuietFor, type OpenNotification } from './open-notifications.js'

/** What is to be posted in one place, in the order of its time. */
export interface PendingBatch {
  readonly channelId: string
  readonly rows: readonly OpenNotification[]
}

/** What a notification becomes whose change is posted with the one that it changes. */
export const MERGED_EDIT = { state: 'canceled', reason: 'It was posted together with what it changes.' } as const

/** Undefined where nothing is to be posted. `factsOf` returns JSON. */
export function batchOf(
  { channelId, rows }: PendingBatch,
  now: number,
  factsOf: (id: number) => string,
): NotificationDraft | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const { gameId, accountId } = first
  const facts = {
    kind: 'batch',
    notificationIds: rows.map(({ id }) => id),
    roleIds: rolesOf(rows, factsOf),
    isPublished: rows.some(({ isPublished }) => isPublished === true),
    inThreads: rows.every(({ inThreads }) => inThreads === true),
  } as const
  const subject = `${channelId}:${first.id}`
  return { gameId, accountId, kind: 'batch', subject, occurredAt: minuteOf(now), facts, fixedChannelId: channelId }
}

/** What is for a channel of which `hasThreads` is undefined is left for later. */
export function groupsOf(all: readonly OpenNotification[], now: number, hasThreads: ThreadKnowledge): PendingBatch[] {
  const groups = new Map<string, { channelId: string; rows: OpenNotification[] }>()
  for (const row of all) {
    const channelId = channelOfRow(row)
    if (channelId === undefined || !isBatchable(row, now) || isOverInQuiet(row, all)) continue
    const isThreaded = row.inThreads === true || hasThreads(channelId)
    if (isThreaded === undefined) continue
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

export const continuationsOf = (
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
