// Repairs the events that were written while a clock ran ahead.
import { gt } from 'drizzle-orm'
import type { Minute } from '../../../domain/clock.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/time/clock-check.js'
import type { Connection } from '../connection.js'
import { event } from './schema.js'

/**
 * Must be called inside a transaction. What begins in the future never happened; it is found again where it does. What
 * ended in the future goes on, and its end is found again too.
 */
export function moveEventsBack({ orm }: Connection, minute: Minute): number {
  const limit = minute + MAX_AHEAD_MINUTES
  const removed = orm.delete(event).where(gt(event.start, limit)).run()
  const reopened = orm.update(event).set({ end: null }).where(gt(event.end, limit)).run()
  return removed.changes + reopened.changes
}
