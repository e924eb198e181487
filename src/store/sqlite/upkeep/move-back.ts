// Moves times that a clock which ran ahead wrote into the future back to now, because whatever waits for them would
// wait for years.
import { GRACE_PERIOD_MS } from '../../../domain/account.js'
import { LOGIN_LINK_LIFETIME_MS, SESSION_LIFETIME_MS } from '../../../domain/auth/session.js'
import { HOUR_MS, MINUTE_MS, minuteOf } from '../../../domain/clock.js'
import { GUILD_CODE_LIFETIME_MS } from '../../../domain/guild.js'
import type { ClockRepair } from '../../../domain/ports/store.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/time/clock-check.js'
import type { Connection } from '../connection.js'

const MAX_AHEAD_MS = MAX_AHEAD_MINUTES * MINUTE_MS

/** Milliseconds at which something happened. */
const PAST_TIMES = [
  ['game', 'created_at'],
  ['game', 'removed_at'],
  ['share_link', 'created_at'],
  ['wall_link', 'created_at'],
  ['notice_rule', 'created_at'],
  ['guild_departure', 'left_at'],
  ['live_panel', 'posted_at'],
  ['live_counter', 'renamed_at'],
  ['session', 'last_seen_at'],
  ['api_key', 'last_used_at'],
] as const

/** Milliseconds at which something begins or ends, and the most that this may be ahead of now. */
const FUTURE_TIMES = [
  ['session', 'expires_at', SESSION_LIFETIME_MS],
  ['login_link', 'expires_at', LOGIN_LINK_LIFETIME_MS],
  ['guild_code', 'expires_at', GUILD_CODE_LIFETIME_MS],
  ['account', 'kept_until', GRACE_PERIOD_MS],
  ['former_reader', 'until', GRACE_PERIOD_MS],
  // Both are retried within half an hour, unless Discord asks for more.
  ['notice', 'next_attempt_at', HOUR_MS],
  ['notice_pause', 'until', HOUR_MS],
] as const

/** Only unsent notifications wait for their time, and an index covers them. */
const ROW_FILTERS: Partial<Record<string, string>> = { notice: "state IN ('pending', 'claimed') AND " }

/**
 * Must be called inside a transaction. Runs rarely, so no prepared statement is kept. Returns how many times were
 * moved. The SQL is written by hand, because drizzle has no builder for UPDATE OR REPLACE.
 */
export function moveTimesBack({ raw }: Connection, now: number): number {
  const move = (table: string, column: string, at: number, tolerance: number): number =>
    raw
      .prepare(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE ${ROW_FILTERS[table] ?? ''}${column} > ?`)
      .run(at, at + tolerance).changes
  const minute = minuteOf(now)
  // A game that was added stores the events of its universe for the following minute.
  let moved = move('universe_event', 'minute', minute + 1, MAX_AHEAD_MINUTES)
  for (const [table, column] of PAST_TIMES) moved += move(table, column, now, MAX_AHEAD_MS)
  for (const [table, column, allowance] of FUTURE_TIMES) moved += move(table, column, now + allowance, MAX_AHEAD_MS)
  // The tick of this minute must still be evaluated.
  const evaluations = move('notice_cursor', 'minute', minute - 1, MAX_AHEAD_MINUTES)
  // The state of the evaluators belongs to times that never happened, so the games are evaluated as after a pause.
  if (evaluations > 0) raw.prepare('UPDATE notice_state SET is_resumed = 1').run()
  return moved + evaluations
}

export const NO_REPAIR: ClockRepair = { cursor: null, gaps: 0, schedules: 0, times: 0 }
