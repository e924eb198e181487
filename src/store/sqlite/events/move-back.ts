// Repairs the events that were written while a clock ran ahead.
import type { Minute } from '../../../domain/clock.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/time/clock-check.js'
import type { Connection } from '../connection.js'

/**
 * Must be called inside a transaction. What begins in the future never happened; it is found again where it does. What
 * ended in the future goes on, and its end is found again too.
 */
export function moveEventsBack({ raw }: Connection, minute: Minute): number {
  const limit = minute + MAX_AHEAD_MINUTES
  const removed = raw.prepare('DELETE FROM event WHERE start_minute > ?').run(limit)
  const reopened = raw.prepare('UPDATE event SET end_minute = NULL WHERE end_minute > ?').run(limit)
  return removed.changes + reopened.changes
}
