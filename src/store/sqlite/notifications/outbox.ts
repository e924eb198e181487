// Stage 3 of 7, the outbox on SQLite: filled in the transaction that moves the cursor of the evaluation, claimed by a
// conditional update, so that two workers never send the same. What a crash causes is told at the port.
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Minute } from '../../../domain/clock.js'
import { expiryOf, type Notification, type NotificationDraft } from '../../../domain/notifications/notification.js'
import type {
  EvaluationStore,
  NotificationFilter,
  Outbox,
  Outcome,
  StoredEvaluatorState,
} from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'
import { dueNotifications } from './due.js'
import { NOTIFICATION_COLUMNS, type NotificationRow, notification, toNotification } from './schema.js'

interface StateRow extends Omit<StoredEvaluatorState, 'isResumed'> {
  readonly isResumed: number
}

const PAUSED = `
  is_resumed = 0 AND game_id IN (SELECT id FROM game WHERE removed_at IS NULL AND NOT is_active)`

/** Notifications, what each evaluator remembers, and the moved cursor: in one transaction. */
export function evaluationStore({ raw, write }: Connection): EvaluationStore {
  const cursor = raw.prepare<[], Minute>('SELECT minute FROM notice_cursor WHERE id = 1').pluck()
  const moveCursor = raw.prepare<[Minute]>(
    'INSERT INTO notice_cursor (id, minute) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET minute = excluded.minute',
  )
  const anyPaused = raw.prepare<[], number>(`SELECT 1 FROM notice_state WHERE ${PAUSED} LIMIT 1`).pluck()
  const markPaused = raw.prepare(`UPDATE notice_state SET is_resumed = 1 WHERE ${PAUSED}`)
  const states = raw.prepare<[], StateRow>(`
    SELECT s.game_id AS gameId, s.kind, s.state, s.is_resumed AS isResumed
    FROM notice_state s JOIN game g ON g.id = s.game_id
    WHERE g.removed_at IS NULL AND g.is_active ORDER BY s.game_id`)
  const putState = raw.prepare<[number, string, string]>(`
    INSERT INTO notice_state (game_id, kind, state, is_resumed) VALUES (?, ?, ?, 0)
    ON CONFLICT (game_id, kind) DO UPDATE SET state = excluded.state, is_resumed = 0`)
  const insert = notificationWriter({ raw })

  return {
    cursor: async () => cursor.get(),
    states: async () => {
      if (anyPaused.get() !== undefined) write(() => markPaused.run())
      return states.all().map((row) => ({ ...row, isResumed: row.isResumed === 1 }))
    },
    commit: async (batch) =>
      write(() => {
        if (cursor.get() !== batch.after) return undefined
        for (const { gameId, kind, state } of batch.states) putState.run(gameId, kind, state)
        moveCursor.run(batch.cursor)
        return batch.notifications.filter((draft) => insert(draft, batch.createdAt)).length
      }),
  }
}

/** Answers whether it is new: one per game, kind and subject, ever; a drop of the platform one per account. */
function notificationWriter({
  raw,
}: Pick<Connection, 'raw'>): (draft: NotificationDraft, createdAt: number) => boolean {
  const insert = raw.prepare<[number, number, string, string, Minute, string, number, number]>(`
    INSERT INTO notice (game_id, account_id, kind, subject, occurred_at, facts, state, attempts, next_attempt_at,
      created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, 0, ?, ?) ON CONFLICT DO NOTHING`)
  return (draft, createdAt) => {
    const { gameId, accountId, kind, subject, occurredAt, facts } = draft
    const expiresAt = expiryOf(draft, createdAt)
    const row = [gameId, accountId, kind, subject, occurredAt, JSON.stringify(facts), createdAt, expiresAt] as const
    return insert.run(...row).changes === 1
  }
}

export function outbox(connection: Connection): Outbox {
  const { raw, orm, write } = connection
  const claim = raw.prepare<[number, string | null, number], NotificationRow>(`
    UPDATE notice SET state = 'claimed', claimed_at = ?, channel_id = ?, attempts = attempts + 1
    WHERE id = ? AND state = 'pending' RETURNING ${NOTIFICATION_COLUMNS}`)
  const release = raw.prepare(`
    UPDATE notice SET state = 'pending', doubt_since = coalesce(doubt_since, claimed_at), claimed_at = NULL,
      next_attempt_at = 0 WHERE state = 'claimed'`)
  const insert = notificationWriter(connection)
  const byId = raw.prepare<[number], NotificationRow>(`SELECT ${NOTIFICATION_COLUMNS} FROM notice WHERE id = ?`)

  const recordOutcome = ({ id, claimedAt }: Notification, outcome: Outcome): boolean => {
    if (claimedAt === null) return false
    const held = and(eq(notification.id, id), eq(notification.state, 'claimed'), eq(notification.claimedAt, claimedAt))
    return orm.update(notification).set(changesOf(outcome)).where(held).run().changes === 1
  }

  return {
    ...dueNotifications(connection),
    claim: async (id, channelId, now) => {
      const row = write(() => claim.get(now, channelId, id))
      return row && toNotification(row)
    },
    recordOutcome: async (claimed, outcome) => write(() => recordOutcome(claimed, outcome)),
    releaseClaims: async () => write(() => release.run().changes),
    add: async (draft, createdAt) => write(() => void insert(draft, createdAt)),
    byId: async (id) => {
      const row = byId.get(id)
      return row && toNotification(row)
    },
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

/** Only an attempt that is to be repeated has a time and a doubt. */
function changesOf(outcome: Outcome): Partial<NotificationRow> {
  const claim = { state: outcome.state, claimedAt: null }
  if (outcome.state === 'sent') return { ...claim, messageId: outcome.messageId, reason: null, doubtSince: null }
  if (outcome.state !== 'pending') return { ...claim, reason: outcome.reason }
  const { reason, nextAttemptAt, doubtSince } = outcome
  return { ...claim, reason, nextAttemptAt, doubtSince }
}

function conditionsOf({ accountId, gameIds, states }: NotificationFilter): SQL[] {
  return [
    ...(accountId === undefined ? [] : [eq(notification.accountId, accountId)]),
    ...(gameIds === undefined ? [] : [inArray(notification.gameId, [...gameIds])]),
    ...(states === undefined ? [] : [inArray(notification.state, [...states])]),
  ]
}
