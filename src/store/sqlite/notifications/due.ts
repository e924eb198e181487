// What waits to be sent: the heads of the channels' queues, and what has waited too long.

import type { NotificationKind } from '../../../domain/notifications/facts.js'
import { routedAs } from '../../../domain/notifications/notification.js'
import type { DueNotification, Outbox } from '../../../domain/notifications/outbox.js'
import { channelOf, type Route } from '../../../domain/notifications/settings.js'
import type { Connection } from '../connection.js'
import { NOTIFICATION_COLUMNS, type NotificationRow, toNotification } from './schema.js'

type DueNotifications = Pick<Outbox, 'due' | 'expire'>

interface OpenRow {
  readonly id: number
  readonly accountId: number
  readonly kind: NotificationKind
  readonly state: 'pending' | 'claimed'
  readonly reason: string | null
  readonly expiresAt: number
  readonly gameChannelId: string | null
  readonly removedAt: number | null
  readonly routeChannelId: string | null
  /** Null where there is no route. */
  readonly enabled: number | null
}

// The partial index holds the open ones alone: however many were sent, this stays as quick.
const OPEN = `
  SELECT n.id, n.account_id AS accountId, n.kind, n.state, n.reason, n.expires_at AS expiresAt,
    g.channel_id AS gameChannelId, g.removed_at AS removedAt, r.channel_id AS routeChannelId, r.enabled
  FROM notice n JOIN game g ON g.id = n.game_id
    LEFT JOIN notice_route r ON r.game_id = n.game_id
      AND r.kind = CASE WHEN n.kind IN ('recovery', 'platform_drop') THEN 'alert' ELSE n.kind END
  WHERE n.state IN ('pending', 'claimed') ORDER BY n.id`

export function dueNotifications({ raw, write }: Connection): DueNotifications {
  const open = raw.prepare<[], OpenRow>(OPEN)
  const pauses = raw.prepare<[], { channelId: string; reason: string; until: number }>(
    'SELECT channel_id AS channelId, reason, until FROM notice_pause',
  )
  const byId = raw.prepare<[number], NotificationRow>(`SELECT ${NOTIFICATION_COLUMNS} FROM notice WHERE id = ?`)
  const expire = raw.prepare<[string, number, number]>(`
    UPDATE notice SET state = CASE WHEN doubt_since IS NULL THEN 'parked' ELSE 'uncertain' END, reason = ?
    WHERE id = ? AND state = 'pending' AND expires_at <= ?`)

  const load = (row: OpenRow): DueNotification[] => {
    const found = byId.get(row.id)
    if (found === undefined) return []
    return [
      {
        notification: toNotification(found),
        channelId: channelOfRow(row) ?? null,
        gameIsRemoved: row.removedAt !== null,
      },
    ]
  }

  return {
    due: async (now) => {
      const paused = new Set(pauses.all().flatMap(({ channelId, until }) => (until > now ? [channelId] : [])))
      const busy = new Set<string>()
      return open.all().flatMap((row) => {
        const queue = queueOf(row)
        if (row.state === 'pending' && row.expiresAt <= now) return []
        if (busy.has(queue) || paused.has(queue)) return []
        busy.add(queue)
        return row.state === 'claimed' ? [] : load(row)
      })
    },
    expire: async (now) => {
      const expired = open.all().filter((row) => row.state === 'pending' && row.expiresAt <= now)
      if (expired.length === 0) return 0
      const pauseReasons = new Map(pauses.all().map(({ channelId, reason }) => [channelId, reason]))
      return write(() => {
        let count = 0
        for (const row of expired) {
          const why = row.reason ?? pauseReasons.get(queueOf(row)) ?? 'the bot was not connected to Discord.'
          count += expire.run(`Not delivered within a day: ${why}`, row.id, now).changes
        }
        return count
      })
    },
  }
}

function channelOfRow(row: OpenRow): string | undefined {
  const kind = routedAs(row.kind)
  if (kind === 'owner') return undefined
  const { routeChannelId: channelId, enabled } = row
  const route: Pick<Route, 'channelId' | 'enabled'> | undefined =
    enabled === null ? undefined : { channelId, enabled: enabled === 1 }
  return channelOf(kind, { channelId: row.gameChannelId }, route)
}

/** Notifications of one queue go out one after the other; one that goes nowhere keeps nobody waiting. */
const queueOf = (row: OpenRow): string =>
  row.kind === 'owner' ? `owner ${row.accountId}` : (channelOfRow(row) ?? `nowhere ${row.id}`)
