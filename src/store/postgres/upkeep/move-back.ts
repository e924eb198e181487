// Moves times that a clock which ran ahead wrote into the future back to now. Each function must be called in the transaction of
// the whole repair.
import { HOUR_MINUTES, hourOf, type Minute, minuteOf } from '../../../domain/clock.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/time/clock-check.js'
import { FUTURE_TIMES, MAX_AHEAD_MS, PAST_TIMES, ROW_FILTERS } from '../../values/future-times.js'
import type { Statements, Transaction } from '../server/transaction.js'

/** Returns how many times were moved. */
export async function moveTimesBack({ run }: Transaction, now: number): Promise<number> {
  const move = async (table: string, column: string, at: number, tolerance: number): Promise<number> => {
    const rows = `${ROW_FILTERS[table] ?? ''}${column} > $2`
    return count(run, `UPDATE ${table} SET ${column} = $1 WHERE ${rows} RETURNING 1`, [at, at + tolerance])
  }
  const minute = minuteOf(now)
  // A game that was added stores the events of its universe for the following minute.
  let moved = await moveUniverseEvents(run, minute + 1)
  for (const [table, column] of PAST_TIMES) moved += await move(table, column, now, MAX_AHEAD_MS)
  for (const [table, column, allowance] of FUTURE_TIMES)
    moved += await move(table, column, now + allowance, MAX_AHEAD_MS)
  // The tick of this minute must still be evaluated.
  const evaluations = await move('notice_cursor', 'minute', minute - 1, MAX_AHEAD_MINUTES)
  // The state of the evaluators belongs to times that never happened, so the games are evaluated as after a pause.
  if (evaluations > 0) await run('UPDATE notice_state SET is_resumed = true')
  return moved + evaluations
}

/** Of several events of one kind that end up at the same minute, the last one stays. */
const moveUniverseEvents = (run: Statements, minute: Minute): Promise<number> =>
  count(
    run,
    `WITH future AS (DELETE FROM universe_event WHERE minute > $2 RETURNING *)
     INSERT INTO universe_event (universe_id, minute, what, value)
     SELECT DISTINCT ON (universe_id, what) universe_id, $1::bigint, what, value FROM future
     ORDER BY universe_id, what, future.minute DESC
     ON CONFLICT (universe_id, minute, what) DO UPDATE SET value = excluded.value RETURNING 1`,
    [minute, minute + MAX_AHEAD_MINUTES],
  )

/**
 * What begins in the future never happened; it is found again where it does. What ended in the future goes on, and its end is
 * found again too.
 */
export async function moveEventsBack({ run }: Transaction, minute: Minute): Promise<number> {
  const limit = [minute + MAX_AHEAD_MINUTES]
  const removed = await count(run, 'DELETE FROM event WHERE start_minute > $1 RETURNING 1', limit)
  return removed + (await count(run, 'UPDATE event SET end_minute = NULL WHERE end_minute > $1 RETURNING 1', limit))
}

/** The whole hour is deleted, because its counts also hold those of the later minutes. */
export async function moveMarketBack({ run }: Transaction, minute: Minute): Promise<number> {
  const limit = minute + MAX_AHEAD_MINUTES
  const future = await run('SELECT 1 FROM market_minute WHERE minute > $1 LIMIT 1', [limit])
  if (future.length === 0) return 0
  const hour = hourOf(minute)
  await run('DELETE FROM market_count WHERE hour >= $1', [hour])
  return count(run, 'DELETE FROM market_minute WHERE minute >= $1 RETURNING 1', [hour * HOUR_MINUTES])
}

const count = async (run: Statements, statement: string, values: readonly unknown[]): Promise<number> =>
  (await run(statement, values)).length
