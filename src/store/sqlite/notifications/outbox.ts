// Notices in their table: claimed by a conditional update, settled by who claimed them.
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Notice } from '../../../domain/notifications/notification.js'
import type { NoticeFilter, NoticeStore, Settlement } from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'
import { waitingNotices } from './due.js'
import { judgedNotices } from './judged.js'
import { NOTICE_COLUMNS, type NoticeRow, toNotice } from './rows.js'
import { notice } from './schema.js'

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
