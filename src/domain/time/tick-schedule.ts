// In which minutes a tick is due, and how long it may stay away before something is wrong.
import type { Minute } from '../clock.js'

/** When ticks happen, as POLL_CRON says. */
export interface TickSchedule {
  /** The seconds of a due minute at which a tick may begin, ascending: `0` alone where the expression names none. */
  readonly seconds: readonly number[]
  isDue(minute: Minute): boolean
  /** The next due minutes after that one, ascending; fewer than `count` where they lie more than a year ahead. */
  dueAfter(minute: Minute, count: number): Minute[]
}

/** A tick may be overdue by so many intervals before the service says that it does not sample. */
const MAX_OVERDUE_INTERVALS = 3

/**
 * From that minute's tick on, the minute by which the next one is more than three intervals overdue: the tick that was
 * due first and three further ones have not come. Undefined where the expression names less than four in a year.
 */
export const overdueFrom = (schedule: TickSchedule, minute: Minute): Minute | undefined =>
  schedule.dueAfter(minute, MAX_OVERDUE_INTERVALS + 1)[MAX_OVERDUE_INTERVALS]
