// Moves times that a clock which ran ahead wrote into the future back to now, because whatever waits for them would
// wait for years.
import { minuteOf } from '../../../domain/clock.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/time/clock-check.js'
import { FUTURE_TIMES, MAX_AHEAD_MS, PAST_TIMES, ROW_FILTERS } from '../../values/future-times.js'
import type { Connection } from '../connection.js'

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
