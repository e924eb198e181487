// Times that a clock which ran ahead wrote into the future, moved back to now: whatever waits for them would wait for years.
import { GRACE_MS } from '../../../domain/account.js'
import { HOUR_MINUTES, MINUTE_MS, type Minute, minuteOf } from '../../../domain/clock.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/clock-check.js'
import { GUILD_CODE_MS } from '../../../domain/guild.js'
import type { MovedBack } from '../../../domain/ports/store.js'
import { LOGIN_LINK_MS, SESSION_MS } from '../../../domain/signing-in/session.js'
import type { Connection } from '../connection.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS

/** Milliseconds at which something happened. */
const PAST_TIMES = [
  ['game', 'created_at'],
  ['game', 'removed_at'],
  ['notice_rule', 'created_at'],
  ['guild_departure', 'left_at'],
  ['live_panel', 'posted_at'],
  ['live_counter', 'renamed_at'],
  ['session', 'last_seen_at'],
  ['api_key', 'last_used_at'],
] as const

/** Milliseconds at which something ends or begins, and how far ahead that is at most. */
const FUTURE_TIMES = [
  ['session', 'expires_at', SESSION_MS],
  ['login_link', 'expires_at', LOGIN_LINK_MS],
  ['guild_code', 'expires_at', GUILD_CODE_MS],
  ['account', 'kept_until', GRACE_MS],
  ['former_reader', 'until', GRACE_MS],
  // Both are repeated within the half hour, unless Discord asks for more.
  ['notice', 'next_attempt_at', HOUR_MS],
  ['notice_pause', 'until', HOUR_MS],
] as const

/** To be called inside a transaction. Answers how many times were moved. */
export function timesMover({ raw }: Connection): (now: number) => number {
  const times = [...PAST_TIMES.map(([table, column]) => [table, column, 0] as const), ...FUTURE_TIMES]
  const movers = times.map(([table, column, ahead]) => {
    const update = raw.prepare<[number, number]>(`UPDATE ${table} SET ${column} = ? WHERE ${column} > ?`)
    return (now: number): number => update.run(now + ahead, now + ahead).changes
  })
  // A game that was added tells of its universe on the minute after.
  const moveEvents = raw.prepare<[Minute, Minute]>('UPDATE OR REPLACE universe_event SET minute = ? WHERE minute > ?')
  const moveEvaluation = raw.prepare<[Minute, Minute]>('UPDATE notice_cursor SET minute = ? WHERE minute > ?')
  // What was remembered belongs to times that never were: the games are evaluated as after a pause.
  const resume = raw.prepare('UPDATE notice_state SET is_resumed = 1')

  return (now) => {
    const minute = minuteOf(now)
    let moved = moveEvents.run(minute + 1, minute + 1).changes
    for (const move of movers) moved += move(now)
    // The tick of this minute is still to be evaluated.
    const evaluations = moveEvaluation.run(minute - 1, minute + MAX_AHEAD_MINUTES).changes
    if (evaluations > 0) resume.run()
    return moved + evaluations
  }
}

export const NOTHING_MOVED: MovedBack = { cursor: null, gaps: 0, schedules: 0, times: 0 }
