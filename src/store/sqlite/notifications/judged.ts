// What the judge commits: notices, what each kind remembers, and the moved cursor, in one transaction.
import type { Minute } from '../../../domain/clock.js'
import { expiryOf, type NoticeDraft } from '../../../domain/notifications/notification.js'
import type { NoticeStore, StoredKindState } from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'

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
