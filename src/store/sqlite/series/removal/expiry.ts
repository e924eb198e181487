// Deletes removed samples for good after seven days of correct time, and only while the clock is correct.
import { RESTORABLE_PERIOD_MS } from '../../../../domain/ports/removed-samples.js'
import type { CorrectTime, RemovedSegments, RestoredWeeks } from '../../../../series/removal/removed-segments.js'
import type { Connection, SeriesOptions } from '../../connection.js'
import { withCheckpoints } from '../compaction/checkpoints.js'
import { slices } from '../compaction/slices.js'
import type { RemovedScan } from './removed-rows.js'

/** In rows; the next hourly run continues. */
const BATCH_SIZE = 10_000

export interface ExpiryDeps extends Pick<SeriesOptions, 'clockState'> {
  readonly removed: RemovedSegments
  readonly removedScan: RemovedScan
  readonly restoredWeeks: RestoredWeeks
  readonly correctTime: CorrectTime
}

export function removedExpiry(connection: Connection, deps: ExpiryDeps): (signal?: AbortSignal) => Promise<void> {
  const { clockState, removed, removedScan, restoredWeeks, correctTime } = deps
  return async (signal) => {
    if (clockState() !== 'correct') return
    const expired = correctTime.ms() - RESTORABLE_PERIOD_MS
    const ids = removedScan.removedBefore(expired, BATCH_SIZE)
    if (ids.length > 0)
      await withCheckpoints(connection, (checkpoint) =>
        slices(connection, checkpoint, signal).each(ids, (id) => {
          // The clock may be set while this runs.
          if (clockState() !== 'correct') return false
          removed.drop(id)
          return true
        }),
      )
    if (clockState() === 'correct') connection.writeUnsynced(() => restoredWeeks.forgetBefore(expired))
  }
}
