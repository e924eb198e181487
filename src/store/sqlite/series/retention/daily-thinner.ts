// Runs retention: thins the samples that nobody reads any more, in small steps.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { dayOf, minuteOf } from '../../../../domain/clock.js'
import { isTrackingChange } from '../../../../domain/ports/events.js'
import type { RemovedBudget } from '../../../../series/removal/removed-segments.js'
import type { DueWeek, Retention } from '../../../../series/retention/retention.js'
import { type Directory, type Entry, weekStart } from '../../../../series/tables/keys.js'
import type { LogFailure } from '../../../values/maintenance-steps.js'
import { type Connection, isOfDisk, type SeriesOptions } from '../../connection.js'

export interface ThinningDeps extends SeriesOptions {
  readonly directory: Directory
  readonly retention: Retention
  readonly budget: RemovedBudget
}

/** Runs once per UTC day, one week of a universe at a time. */
export function dailyThinner(
  { writeUnsynced, events, publish }: Connection,
  deps: ThinningDeps,
  failed: LogFailure,
): (signal?: AbortSignal) => Promise<void> {
  const { retention, directory, budget } = deps
  let doneOn = Number.NaN
  let hasTrackingChanged = false
  events.subscribe((event) => {
    if (isTrackingChange(event)) hasTrackingChanged = true
  })
  return async (signal) => {
    const now = deps.clock.now()
    const today = dayOf(minuteOf(now))
    if (today === doneOn || !budget.recount()) return
    hasTrackingChanged = false
    const dueOf = retention.due(now)
    /** Returns whether the next universe may follow. */
    const thinUniverse = async (entry: Entry): Promise<boolean> => {
      for (const due of dueOf(entry)) {
        if (signal?.aborted) return false
        const outcome = writeUnsynced(() => {
          // In the meantime an account may have been upgraded or a game added that reads every sample of this week.
          if (hasTrackingChanged && !isStillDue(retention.due(now)(entry), due)) return 'not due'
          if (retention.thinOut(due) === 'no room') return 'no room'
          const [from, until] = [weekStart(due.week), weekStart(due.week + 1)]
          publish({ type: 'history rewritten', universeId: entry.universeId, from, until })
          return 'thinned out'
        })
        // The next hourly run checks again whether there is room.
        if (outcome === 'no room') return false
        await yieldToEventLoop()
      }
      return true
    }
    for (const entry of directory.all()) {
      try {
        if (!(await thinUniverse(entry))) return
      } catch (error) {
        if (isOfDisk(error)) throw error
        failed(entry.universeId, error)
      }
      await yieldToEventLoop()
    }
    doneOn = today
  }
}

const isStillDue = (found: readonly DueWeek[], { week, nextSlot }: DueWeek): boolean =>
  found.some((due) => due.week === week && due.nextSlot === nextSlot)
