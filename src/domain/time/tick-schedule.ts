// The port of the tick schedule, and the rule for when a tick is overdue.
import type { Minute } from '../clock.js'

/** The minutes of ticks according to POLL_CRON. */
export interface TickSchedule {
  /** The seconds of a due minute at which a tick may begin, ascending: only `0` if the expression names none. */
  readonly seconds: readonly number[]
  isDue(minute: Minute): boolean
  /** The next due minutes after that one, ascending; fewer than `count` if they are more than a year ahead. */
  dueAfter(minute: Minute, count: number): Minute[]
}

/** How many intervals a tick may be overdue before the service reports that it does not sample. */
const MAX_OVERDUE_INTERVALS = 3

/**
 * Returns the minute from which the tick after that minute is more than three intervals overdue: the tick that was due
 * first and three more are missing. Undefined if the expression has fewer than four due minutes in a year.
 */
export const overdueFrom = (schedule: TickSchedule, minute: Minute): Minute | undefined =>
  schedule.dueAfter(minute, MAX_OVERDUE_INTERVALS + 1)[MAX_OVERDUE_INTERVALS]
