// What follows from the notifications that are not sent yet, the same in each storage engine: where and when each is posted;
// which are due, the first of each channel's queue; which have waited too long; and which become one after quiet hours.

import { type Minute, minuteOf } from '../../../domain/clock.js'
import type { NotificationKind } from '../../../domain/notifications/facts.js'
import {
  isHeldInQuietHours,
  isUrgent,
  MAX_BATCH_SIZE,
  type Notification,
  type NotificationContinuation,
  type NotificationDraft,
  type NotificationState,
  routedAs,
} from '../../../domain/notifications/notification.js'
import type { ChannelPause, DueNotification, ThreadKnowledge } from '../../../domain/notifications/outbox.js'
import { channelOf, isSilent, type QuietHours } from '../../../domain/notifications/settings.js'
import { isQuiet } from '../../../domain/time/quiet-hours.js'
import type { NotificationRow } from './rows.js'

/** A notification that is not sent yet, with what was chosen for its game, its kind and its server. */
export interface OpenNotification {
  readonly id: number
  readonly gameId: number
  readonly accountId: number
  readonly kind: NotificationKind
  readonly subject: string
  readonly occurredAt: Minute
  readonly state: NotificationState
  readonly reason: string | null
  readonly attempts: number
  readonly followsAs: NotificationContinuation['as'] | null
  readonly followsSubject: string | null
  readonly expiresAt: number
  /** 1 where an alert waited for quiet hours before it was reported. */
  readonly wasHeld: number | null
  readonly fixedChannelId: string | null
  readonly personId: string | null
  readonly gameChannelId: string | null
  readonly removedAt: number | null
  readonly routeChannelId: string | null
  /** Null where there is no route. */
  readonly enabled: boolean | null
  readonly roleId: string | null
  /** JSON. */
  readonly quietHours: string | null
  readonly mutedUntil: number | null
  readonly isPublished: boolean | null
  readonly inThreads: boolean | null
  readonly timeZone: string | null
  readonly serverQuietFrom: number | null
  readonly serverQuietUntil: number | null
  readonly letsUrgent: boolean | null
}

/** The quiet hours of the kind, and those of the whole server. */
function quietHoursOf(row: OpenNotification): QuietHours[] {
  // News of the platform has a channel of its own, so the quiet hours of one game do not hold it.
  const own = row.quietHours === null || row.fixedChannelId !== null ? [] : [JSON.parse(row.quietHours) as QuietHours]
  const { serverQuietFrom: from, serverQuietUntil: until, kind, timeZone } = row
  const isLetThrough = row.letsUrgent === true && isUrgent(kind)
  if (from === null || until === null || isLetThrough || !isHeldInQuietHours(kind)) return own
  return [...own, { from, until, timeZone: timeZone ?? 'UTC' }]
}

const isQuietFor = (row: OpenNotification, minute: Minute): boolean =>
  quietHoursOf(row).some((hours) => isQuiet(hours, minute))

/** A mute of one game does not hold news of the platform either. */
const isHeld = (row: OpenNotification, now: number): boolean =>
  isQuietFor(row, minuteOf(now)) ||
  (row.fixedChannelId === null && isSilent({ mutedUntil: row.mutedUntil }, minuteOf(now)))

function channelOfRow(row: OpenNotification): string | undefined {
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

export const dueNotification = (row: OpenNotification, notification: Notification): DueNotification => ({
  notification,
  channelId: channelOfRow(row) ?? null,
  gameIsRemoved: row.removedAt !== null,
  roleId: row.roleId,
  quietHours: quietHoursOf(row),
  isPublished: row.isPublished === true,
  inThreads: row.inThreads === true,
})

/**
 * Of each queue that is neither paused nor busy, the oldest notification that may be sent now. The storage engines read only the first of
 * those that are equal in all that is read here, except for the id (`firstOfGroups`).
 */
export function firstOfQueues(
  open: readonly OpenNotification[],
  pauses: readonly ChannelPause[],
  now: number,
): OpenNotification[] {
  const paused = new Set(pauses.flatMap(({ channelId, until }) => (until > now ? [channelId] : [])))
  const busy = new Set<string>()
  return open.filter((row) => {
    const queue = queueOf(row)
    if (row.state === 'pending' && (row.expiresAt <= now || isHeld(row, now))) return false
    if (busy.has(queue) || paused.has(queue)) return false
    busy.add(queue)
    return row.state !== 'claimed'
  })
}

export function expiredNotifications(
  open: readonly OpenNotification[],
  pauses: readonly ChannelPause[],
  now: number,
): { readonly id: number; readonly reason: string }[] {
  const pauseReasons = new Map(pauses.map(({ channelId, reason }) => [channelId, reason]))
  return open.flatMap((row) => {
    if (row.state !== 'pending' || row.expiresAt > now) return []
    const why = row.reason ?? pauseReasons.get(queueOf(row)) ?? 'the bot was not connected to Discord.'
    return [{ id: row.id, reason: `Not delivered within a day: ${why}` }]
  })
}

/** DISCORD-35: what waited for the end of quiet hours and is to be posted in one place, in the order of its time. */
export interface PendingBatch {
  readonly channelId: string
  readonly rows: readonly OpenNotification[]
  readonly continuations: Continuations
}

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

/** What continues another, found without looking at all that wait: after quiet hours of many games, those are thousands. */
class Continuations {
  private readonly byOriginal = new Map<string, OpenNotification[]>()

  constructor(all: readonly OpenNotification[]) {
    for (const row of all) {
      if (row.followsAs === null) continue
      const key = originalKey(row.followsAs, { ...row, subject: row.followsSubject })
      const known = this.byOriginal.get(key)
      if (known === undefined) this.byOriginal.set(key, [row])
      else known.push(row)
    }
  }

  of(row: OpenNotification, as: 'edit' | 'reply'): OpenNotification[] {
    const found = this.byOriginal.get(originalKey(as, row)) ?? []
    const isOfAnyGame = row.kind === 'platform_drop' || row.kind === 'platform_incident'
    return found.filter(({ gameId }) => isOfAnyGame || gameId === row.gameId)
  }
}

type Original = Pick<OpenNotification, 'accountId' | 'kind'> & { readonly subject: string | null }

const originalKey = (as: string, { accountId, kind, subject }: Original): string =>
  `${as} ${accountId} ${kind} ${subject}`

/** What is for a channel of which `hasThreads` is undefined is left for later. */
export function groupsOf(all: readonly OpenNotification[], now: number, hasThreads: ThreadKnowledge): PendingBatch[] {
  const continuations = new Continuations(all)
  const groups = new Map<string, { channelId: string; rows: OpenNotification[]; continuations: Continuations }>()
  for (const row of all) {
    const channelId = channelOfRow(row)
    if (channelId === undefined || !isBatchable(row, now) || isOverInQuiet(row, continuations)) continue
    const isThreaded = row.inThreads === true || hasThreads(channelId)
    if (isThreaded === undefined) continue
    const key = `${row.accountId} ${channelId} ${isThreaded ? row.gameId : ''}`
    const group = groups.get(key) ?? { channelId, rows: [], continuations }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].filter(({ rows }) => rows.length > 1).flatMap(parted)
}

const parted = ({ rows, ...group }: PendingBatch): PendingBatch[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_BATCH_SIZE) }, (_, index) => ({
    ...group,
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
const isOverInQuiet = (row: OpenNotification, continuations: Continuations): boolean =>
  continuations.of(row, 'reply').some((reply) => isQuietFor(reply, reply.occurredAt))

/** The roles that the notifications would mention one by one. */
function rolesOf(rows: readonly OpenNotification[], factsOfId: (id: number) => string): string[] {
  const roles = rows.flatMap(({ id, kind, roleId }) => {
    if (kind === 'recovery') return []
    const own = kind === 'alert' ? (JSON.parse(factsOfId(id)) as { roleId?: string | null }).roleId : null
    return own ?? roleId ?? []
  })
  return [...new Set(roles)]
}

/** What a notification becomes whose change is posted with the one that it changes. */
const MERGED_EDIT = { state: 'canceled', reason: 'It was posted together with what it changes.' } as const

interface BatchedChange {
  readonly id: number
  readonly set: Partial<
    Pick<NotificationRow, 'state' | 'reason' | 'facts' | 'channelId'> & { readonly batchId: number | null }
  >
}

/** The ids of what a batch puts together, and of the changes that are posted with it. */
export const idsOfBatch = ({ rows, continuations }: PendingBatch): number[] =>
  rows.flatMap((row) => [row, ...continuations.of(row, 'edit')]).map(({ id }) => id)

/** `batchId` is the row of the batch. `factsOf` returns JSON. */
export function changesOfBatch(
  { channelId, rows, continuations }: PendingBatch,
  { batchId, factsOf }: { readonly batchId: number | null; readonly factsOf: (id: number) => string },
): BatchedChange[] {
  return rows.flatMap((row): BatchedChange[] => [
    ...continuations.of(row, 'edit').flatMap((edit) => [
      { id: row.id, set: { facts: factsOf(edit.id) } },
      { id: edit.id, set: MERGED_EDIT },
    ]),
    { id: row.id, set: { state: 'batched', batchId, channelId } },
  ])
}
