// Which stored times a clock that ran ahead may have written into the future, the same in each storage engine: whatever waits
// for them would wait for years.
import { GRACE_PERIOD_MS } from '../../domain/account.js'
import { LOGIN_LINK_LIFETIME_MS, SESSION_LIFETIME_MS } from '../../domain/auth/session.js'
import { HOUR_MS, MINUTE_MS } from '../../domain/clock.js'
import { GUILD_CODE_LIFETIME_MS } from '../../domain/guild.js'
import type { ClockRepair } from '../../domain/ports/store.js'
import { MAX_AHEAD_MINUTES } from '../../domain/time/clock-check.js'

export const MAX_AHEAD_MS = MAX_AHEAD_MINUTES * MINUTE_MS

/** Milliseconds at which something happened. */
export const PAST_TIMES = [
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
export const FUTURE_TIMES = [
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
export const ROW_FILTERS: Partial<Record<string, string>> = { notice: "state IN ('pending', 'claimed') AND " }

export const NO_REPAIR: ClockRepair = { cursor: null, gaps: 0, schedules: 0, times: 0 }
