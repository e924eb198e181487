// What follows from the notifications that are not sent yet, the same in each storage engine: where and when each is posted;
// which are due, the first of each channel's queue; and which have waited too long.
import { type Minute, minuteOf } from '../../../domain/clock.js'
import type { NotificationKind } from '../../../domain/notifications/facts.js'
import {
  isHeldInQuietHours,
  isUrgent,
  type Notification,
  type NotificationContinuation,
  type NotificationState,
  routedAs,
} from '../../../domain/notifications/notification.js'
import type { ChannelPause, DueNotification } from '../../../domain/notifications/outbox.js'
import { channelOf, isQuiet, isSilent, type QuietHours } from '../../../domain/notifications/settings.js'

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

export const dueNotification = (row: OpenNotification, notification: Notification): DueNotification => ({
  notification,
  channelId: channelOfRow(row) ?? null,
  gameIsRemoved: row.removedAt !== null,
  roleId: row.roleId,
  quietHours: quietHoursOf(row),
  isPublished: row.isPublished === true,
  inThreads: row.inThreads === true,
})

/** Of each queue that is neither paused nor busy, the oldest notification that may be sent now. */
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
