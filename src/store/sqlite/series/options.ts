// What the series is told at its opening.
import type { Clock } from '../../../domain/clock.js'
import type { Plans } from '../../../domain/plan.js'
import type { Log } from '../../../domain/ports/log.js'
import type { ClockState } from '../../../domain/time/clock-check.js'

export interface SeriesOptions {
  readonly clock: Clock
  /** Deleting, thinning and expiring require `correct`. */
  readonly clockState: () => ClockState
  readonly log?: Log | undefined
  /** Their intervals are rolled up ahead of being asked, and what none of them reads is thinned out. */
  readonly plans: Plans
  /** The disk budget of what retention removed; 0: it removes nothing. */
  readonly maxRemovedBytes: number
}
