// Reads what is in accounts and when they were last used, for the operator.
import type { AccountActivity } from '../../../domain/account.js'
import type { Connection } from '../connection.js'

interface ActivityRow extends AccountActivity {
  readonly id: number
}

/** `json_each` lets one statement take any number of ids. */
const SQL = `
  SELECT a.id,
    (SELECT count(*) FROM game WHERE account_id = a.id AND removed_at IS NULL) AS games,
    (SELECT count(*) FROM game WHERE account_id = a.id AND removed_at IS NULL AND is_active) AS activeGames,
    (SELECT count(*) FROM member WHERE account_id = a.id) AS members,
    nullif(max(
      coalesce((SELECT max(last_used_at) FROM api_key WHERE account_id = a.id), 0),
      coalesce((SELECT max(last_seen_at) FROM session WHERE account_id = a.id), 0),
      coalesce((SELECT max(s.last_seen_at) FROM member m JOIN session s ON s.discord_user_id = m.discord_user_id
        WHERE m.account_id = a.id), 0)
    ), 0) AS lastUsedAt
  FROM account a WHERE a.id IN (SELECT value FROM json_each(?))`

export function accountActivity({ raw }: Connection) {
  const read = raw.prepare<[string], ActivityRow>(SQL)
  return (ids: readonly number[]): ReadonlyMap<number, AccountActivity> =>
    new Map(read.all(JSON.stringify(ids)).map(({ id, ...activity }) => [id, activity]))
}
