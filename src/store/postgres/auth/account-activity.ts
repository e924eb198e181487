// Reads what is in accounts and when they were last used, for the operator.
import { sql } from 'drizzle-orm'
import type { AccountActivity } from '../../../domain/account.js'
import { idList } from '../columns.js'
import type { Orm } from '../connection.js'

/** The driver gives whole numbers of 64 bits as text. */
interface ActivityRow extends Record<string, unknown> {
  readonly id: string
  readonly games: string
  readonly active_games: string
  readonly members: string
  readonly last_used_at: string | null
}

export async function readActivity(orm: Orm, ids: readonly number[]): Promise<ReadonlyMap<number, AccountActivity>> {
  const { rows } = await orm.execute<ActivityRow>(sql`
    SELECT a.id,
      (SELECT count(*) FROM game WHERE account_id = a.id AND removed_at IS NULL) AS games,
      (SELECT count(*) FROM game WHERE account_id = a.id AND removed_at IS NULL AND is_active) AS active_games,
      (SELECT count(*) FROM member WHERE account_id = a.id) AS members,
      greatest(
        (SELECT max(last_used_at) FROM api_key WHERE account_id = a.id),
        (SELECT max(last_seen_at) FROM session WHERE account_id = a.id),
        (SELECT max(s.last_seen_at) FROM member m JOIN session s ON s.discord_user_id = m.discord_user_id
          WHERE m.account_id = a.id)
      ) AS last_used_at
    FROM account a WHERE a.id = ANY(${idList(ids)})`)
  return new Map(rows.map((row) => [Number(row.id), toActivity(row)]))
}

const toActivity = ({ games, active_games, members, last_used_at }: ActivityRow): AccountActivity => ({
  games: Number(games),
  activeGames: Number(active_games),
  members: Number(members),
  lastUsedAt: last_used_at === null ? null : Number(last_used_at),
})
