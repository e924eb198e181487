// What a call loads of a week of a universe.
import type { DecodedRollups, WeekRetention } from '../../../series/tables/rollup-table.js'

/** `data` is undefined where it was not loaded. */
export interface LoadedSegment {
  readonly size: number
  readonly data: Buffer | undefined
}

/** `data` is null where the rollups must be computed again. */
export interface LoadedRollup extends WeekRetention {
  readonly data: Buffer | null | undefined
  /** What was decoded of rollups that are remembered. */
  readonly decoded?: DecodedRollups | undefined
}
