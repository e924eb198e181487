// Notices in their table: claimed by a conditional update, settled by who claimed them.
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Minute } from '../../../domain/clock.js'
import { expiryOf, type Notice, type NoticeDraft } from '../../../domain/notifications/notification.js'
import type { NoticeFilter, NoticeStore, Settlement, StoredKindState } from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'
import { waitingNotices } from './due.js'
import { NOTICE_COLUMNS, type NoticeRow, notice, toNotice } from './schema.js'

export function noticeStore(connection: Connection): NoticeStore {
  const { raw, orm, write } = connection
  const claim = raw.prepare<[number, string | null, number], NoticeRow>(`
    UPDATE notice SET state = 'claimed', claimed_at = ?, channel_id = ?, attempts = attempts + 1
    WHERE id = ? AND state = 'pending' RETURNING ${NOTICE_COLUMNS}`)
  const release = raw.prepare(`
    UPDATE notice SET state = 'pending', doubt_since = coalesce(doubt_since, claimed_at), claimed_at = NULL,
      next_attempt_at = 0 WHERE state = 'claimed'`)
  const byId = raw.prepare<[number], NoticeRow>(`SELECT ${NOTICE_COLUMNS} FROM notice WHERE id = ?`)

  const settle = ({ id, claimedAt }: Notice, settlement: Settlement): boolean => {
    if (claimedAt === null) return false
    const held = and(eq(notice.id, id), eq(notice.state, 'claimed'), eq(notice.claimedAt, claimedAt))
    return orm.update(notice).set(changesOf(settlement)).where(held).run().changes === 1
  }

  return {
    ...judgedNotices(connection),
    ...waitingNotices(connection),
    claim: async (id, channelId, now) => {
      const row = write(() => claim.get(now, channelId, id))
      return row && toNotice(row)
    },
    settle: async (claimed, settlement) => write(() => settle(claimed, settlement)),
    releaseClaims: async () => write(() => release.run().changes),
    byId: async (id) => {
      const row = byId.get(id)
      return row && toNotice(row)
    },
    list: async (filter) =>
      orm
        .select()
        .from(notice)
        .where(and(...conditionsOf(filter)))
        .orderBy(desc(notice.id))
        .limit(filter.limit)
        .all()
        .map(toNotice),
  }
}

/** Only an attempt that is to be repeated has a time and a doubt. */
function changesOf(settlement: Settlement): Partial<NoticeRow> {
  const claim = { state: settlement.state, claimedAt: null }
  if (settlement.state === 'sent') return { ...claim, messageId: settlement.messageId, reason: null, doubtSince: null }
  if (settlement.state !== 'pending') return { ...claim, reason: settlement.reason }
  const { reason, nextAttemptAt, doubtSince } = settlement
  return { ...claim, reason, nextAttemptAt, doubtSince }
}

function conditionsOf({ accountId, gameIds, states }: NoticeFilter): SQL[] {
  return [
    ...(accountId === undefined ? [] : [eq(notice.accountId, accountId)]),
    ...(gameIds === undefined ? [] : [inArray(notice.gameId, [...gameIds])]),
    ...(states === undefined ? [] : [inArray(notice.state, [...states])]),
  ]
}

type Judged = Pick<NoticeStore, 'cursor' | 'states' | 'commit' | 'add'>

interface StateRow extends Omit<StoredKindState, 'isResumed'> {
  readonly isResumed: number
}

const PAUSED = `
  is_resumed = 0 AND game_id IN (SELECT id FROM game WHERE removed_at IS NULL AND NOT is_active)`

export function judgedNotices({ raw, write }: Connection): Judged {
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
  const insert = noticeWriter({ raw })

  return {
    cursor: async () => cursor.get(),
    states: async () => {
      if (anyPaused.get() !== undefined) write(() => markPaused.run())
      return states.all().map((row) => ({ ...row, isResumed: row.isResumed === 1 }))
    },
    commit: async (verdict) =>
      write(() => {
        if (cursor.get() !== verdict.after) return undefined
        for (const { gameId, kind, state } of verdict.states) putState.run(gameId, kind, state)
        moveCursor.run(verdict.cursor)
        return verdict.notices.filter((draft) => insert(draft, verdict.createdAt)).length
      }),
    add: async (draft, createdAt) => write(() => void insert(draft, createdAt)),
  }
}

/** Answers whether it is new: one per game, kind and subject, ever; a drop of the platform one per account. */
function noticeWriter({ raw }: Pick<Connection, 'raw'>): (draft: NoticeDraft, createdAt: number) => boolean {
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
