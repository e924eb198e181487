// The disk budget for samples that retention removed. Where it is used up, thinning waits: nothing is deleted before
// its time.
import { dayOf, minuteOf } from '../../../../domain/clock.js'
import type { RemovedBudget } from '../../../../series/removal/removed-segments.js'
import type { Connection, SeriesOptions } from '../../connection.js'

export function removedBudget({ raw }: Connection, options: SeriesOptions): RemovedBudget {
  const { maxRemovedBytes, clock, log } = options
  const count = raw
    .prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM removed_segment INDEXED BY removed_segment_by_age')
    .pluck()
  let used: number | undefined
  /** The size in bytes of the segment that did not fit. */
  let waiting = 0
  let loggedOn = Number.NaN

  /** Logs at most once a day, because the check runs every hour. */
  function logWaiting(): void {
    const today = dayOf(minuteOf(clock.now()))
    // A budget of zero means that the operator wants nothing to be removed.
    if (today === loggedOn || maxRemovedBytes === 0) return
    loggedOn = today
    log?.warn(
      { usedBytes: used, maxBytes: maxRemovedBytes },
      'Retention waits: REMOVED_SAMPLES_MAX_MIB has no room for more removed samples. Nothing is thinned out until some of them expire.',
    )
  }

  const hasRoomFor = (bytes: number): boolean => {
    used ??= count.get() ?? 0
    return used + bytes <= maxRemovedBytes
  }

  return {
    hasRoomFor,
    recount() {
      used = undefined
      if (maxRemovedBytes > 0 && hasRoomFor(waiting)) return true
      logWaiting()
      return false
    },
    take(bytes) {
      const hasRoom = hasRoomFor(bytes)
      waiting = hasRoom ? 0 : bytes
      if (hasRoom) used = (used ?? 0) + bytes
      else logWaiting()
      return hasRoom
    },
  }
}
