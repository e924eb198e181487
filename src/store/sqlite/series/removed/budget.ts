// The disk budget of what retention removed. Where it is full, thinning waits: nothing is deleted before its time.
import { dayOf, minuteOf } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'
import type { SeriesOptions } from '../options.js'

export interface RemovedBudget {
  /** Counts anew what is used. False where there is still no room for what found none last time. */
  recount(): boolean
  /** Takes these bytes of the budget, or answers false. */
  take(bytes: number): boolean
  /** Whether so many bytes more would fit now. */
  hasRoomFor(bytes: number): boolean
}

export function removedBudget({ raw }: Connection, options: SeriesOptions): RemovedBudget {
  const { maxRemovedBytes, clock, log } = options
  const count = raw
    .prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM removed_segment INDEXED BY removed_segment_by_age')
    .pluck()
  let used: number | undefined
  /** Bytes of the segment that found no room. */
  let waiting = 0
  let toldOn = Number.NaN

  /** One line a day: the same is found every hour. */
  function tell(): void {
    const today = dayOf(minuteOf(clock.now()))
    // Who sets the budget to zero wants nothing to be removed.
    if (today === toldOn || maxRemovedBytes === 0) return
    toldOn = today
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
      tell()
      return false
    },
    take(bytes) {
      const hasRoom = hasRoomFor(bytes)
      waiting = hasRoom ? 0 : bytes
      if (hasRoom) used = (used ?? 0) + bytes
      else tell()
      return hasRoom
    },
  }
}
