// Retention at work: what nobody reads any more is thinned out, in bites.
import { setImmediate as breathe } from 'node:timers/promises'
import { dayOf, minuteOf } from '../../../../domain/clock.js'
import type { Changes } from '../../changes.js'
import type { Connection } from '../../connection.js'
import type { Memory } from '../memory.js'
import type { SeriesOptions } from '../options.js'
import type { RemovedBudget } from '../removed/budget.js'
import { type Directory, weekStart } from '../tables/keys.js'
import type { SeriesChanges } from '../tables/series-changes.js'
import type { DueWeek, Retention } from './retention.js'

export interface ThinningParts extends SeriesOptions {
  readonly memory: Memory
  readonly directory: Directory
  readonly changes: Changes
  readonly seriesChanges: SeriesChanges
  readonly retention: Retention
  readonly budget: RemovedBudget
}

/** Once a UTC day, a week of a universe at a time. */
export function dailyThinner(
  { writeUnsynced }: Connection,
  parts: ThinningParts,
): (signal?: AbortSignal) => Promise<void> {
  const { retention, directory, changes, seriesChanges, memory, budget } = parts
  let doneOn = Number.NaN
  return async (signal) => {
    const now = parts.clock.now()
    const today = dayOf(minuteOf(now))
    if (today === doneOn || !budget.recount()) return
    const version = changes.version()
    const dueOf = retention.due(now)
    for (const entry of directory.all()) {
      for (const due of dueOf(entry)) {
        if (signal?.aborted) return
        const change = writeUnsynced(() => {
          // An account that was upgraded or a game that was added meanwhile may read this week in full.
          if (changes.version() !== version && !isStillDue(retention.due(now)(entry), due)) return undefined
          if (retention.thinOut(due) === 'no room') return 'no room'
          const [from, until] = [weekStart(due.week), weekStart(due.week + 1)]
          return seriesChanges.post({ universeId: entry.universeId, from, until })
        })
        // The next hour looks whether there is room again.
        if (change === 'no room') return
        if (change !== undefined) memory.rewritten(entry.universeId, change)
        await breathe()
      }
      await breathe()
    }
    doneOn = today
  }
}

const isStillDue = (found: readonly DueWeek[], { week, nextSlot }: DueWeek): boolean =>
  found.some((due) => due.week === week && due.nextSlot === nextSlot)
