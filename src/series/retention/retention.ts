// Retention: in weeks that no plan reads in full any more, keeps the first sample of each slot that is still read.
import { HOUR_MINUTES, minuteOf } from '../../domain/clock.js'
import type { Plan } from '../../domain/plan.js'
import { slotSeenBy } from '../../domain/rules/visible.js'
import { thin } from '../../domain/sample.js'
import type { SeriesMemory } from '../memory.js'
import { type DamageDeps, damageFinder } from '../reading/damage.js'
import type { RemovedSegments, RestoredWeeks } from '../removal/removed-segments.js'
import { type Entry, weekOf, weekStart } from '../tables/keys.js'
import type { WeekRetention } from '../tables/rollup-table.js'

/** How far ahead the size of the series states what retention will remove. */
export const FORECAST_DAYS = 30

export interface Retention {
  /** The weeks of a universe that hold more samples than any account may read at `now` (ms). */
  due(now: number): (entry: Entry) => DueWeek[]
  /**
   * Must be called inside a transaction. `no room` means that the week was not changed, because the budget has no room
   * for its removed samples.
   */
  thinOut(due: DueWeek): 'done' | 'no room'
}

export interface DueWeek extends WeekRetention {
  readonly entry: Entry
  readonly week: number
  /** The slot in minutes to which the week will be thinned. */
  readonly nextSlot: number
}

/**
 * The plans for one universe. Undefined where it has no reader now but had one in the last thirty days; then nothing
 * may be removed.
 */
export type ReaderPlans = (universeId: number) => readonly Plan[] | undefined

export interface RetentionDeps extends DamageDeps {
  readonly memory: SeriesMemory
  /** The plans that read each universe at `now` (ms). */
  readonly plansAt: (now: number) => ReaderPlans
  readonly removed: RemovedSegments
  readonly restoredWeeks: Pick<RestoredWeeks, 'has'>
}

export function retention(deps: RetentionDeps): Retention {
  const { segments, rollups, damagedSegments, memory, plansAt, removed, restoredWeeks } = deps
  const finder = damageFinder(deps)
  return {
    due(now) {
      const plansOf = plansAt(now)
      return (entry) => {
        const readers = plansOf(entry.universeId)
        if (readers === undefined) return []
        // Only weeks that are read by the hour or the day are thinned (PLANS-12): the interval of a plan is no
        // retention. The week of the last sample stays whole, because the latest sample is read whatever its age.
        const newest = weekOf(entry.last) - 1
        return rollups
          .retentions(entry.number, weekOf(entry.first), newest)
          .map((weekRetention) => ({ ...weekRetention, entry, nextSlot: slotOf(readers, now, weekRetention.week) }))
          .filter(({ slot, nextSlot }) => nextSlot >= HOUR_MINUTES && nextSlot > slot)
          .filter(({ week }) => !restoredWeeks.has({ universeId: entry.universeId, week }))
      }
    },

    thinOut({ entry, week, nextSlot }) {
      const place = { number: entry.number, universeId: entry.universeId, week }
      // Stale rollups cannot be computed again once the samples are gone. Weeks with head rows or damage are left
      // unchanged.
      if (memory.sync().has(entry.universeId, weekStart(week), weekStart(week + 1)) || rollups.isStale(place))
        return 'done'
      // The operator may have restored the week since it was found due.
      if (restoredWeeks.has(place)) return 'done'
      const segment = segments.read(place)
      if (segment === undefined) return 'done'
      // A week with lost samples must stay whole, so that they can be imported again.
      const quarantine = damagedSegments.between(place.number, week, week).get(week)
      if (quarantine && finder.ofWeek(entry, { week, retention: undefined, quarantine }, segments.check)) return 'done'
      // The sums of a week that was thinned before cannot be computed any more.
      if (segment.slot === 1) rollups.addMissingIntervals(place, segment.block)
      const block = thin(segment.block, nextSlot)
      const samples = segment.count - block.minutes.length
      if (!removed.keep(place, { slot: segment.slot, samples })) return 'no room'
      segments.write(place, block, { slot: nextSlot })
      rollups.setRetention(place, { samples: block.minutes.length, slot: nextSlot })
      return 'done'
    },
  }
}

const slotOf = (readers: Parameters<typeof slotSeenBy>[0], now: number, week: number): number =>
  slotSeenBy(readers, minuteOf(now), weekStart(week), weekStart(week + 1))
