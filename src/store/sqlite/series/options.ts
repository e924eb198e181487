// The options of the series.
import type { Clock } from '../../../domain/clock.js'
import type { Plans } from '../../../domain/plan.js'
import type { Log } from '../../../domain/ports/log.js'
import type { ClockState } from '../../../domain/time/clock-check.js'

export interface SeriesOptions {
  readonly clock: Clock
  /** Deleting, thinning and expiring require `correct`. */
  readonly clockState: () => ClockState
  readonly log?: Log | undefined
  /** The rollups are computed for the intervals of these plans, and samples that none of them reads are thinned. */
  readonly plans: Plans
  /** The disk budget in bytes for samples that retention removed; with 0, retention removes nothing. */
  readonly maxRemovedBytes: number
}
