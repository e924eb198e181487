// Retention: of weeks that no plan reads in full any more, the first sample of each slot that is still read stays.
import { HOUR_MINUTES, minuteOf } from '../../../../domain/clock.js'
import type { Plans } from '../../../../domain/plan.js'
import { slotSeenBy } from '../../../../domain/rules/visible.js'
import { thin } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import type { Memory } from '../memory.js'
import { type DamageDeps, damageFinder } from '../reading/damage.js'
import type { RemovedSegments } from '../removed/removed-segments.js'
import type { RestoredWeeks } from '../removed/restored-weeks.js'
import { type Entry, weekOf, weekStart } from '../tables/keys.js'
import type { WeekRetention } from '../tables/rollup-table.js'
import { planReader } from './readers.js'

export interface Retention {
  /** The weeks of a universe that hold more than anybody reads at `now` (ms). */
  due(now: number): (entry: Entry) => DueWeek[]
  /** To be called inside a transaction. `no room`: the week stays as it is, because what was removed could not be kept. */
  thinOut(due: DueWeek): 'done' | 'no room'
}

export interface DueWeek extends WeekRetention {
  readonly entry: Entry
  readonly week: number
  /** To which it is to be thinned out. */
  readonly nextSlot: number
}

export interface RetentionDeps extends DamageDeps {
  readonly memory: Memory
  readonly plans: Plans
  readonly removed: RemovedSegments
  readonly restoredWeeks: RestoredWeeks
}

export function retention(connection: Connection, parts: RetentionDeps): Retention {
  const { segments, rollups, damagedSegments, memory, plans, removed, restoredWeeks } = parts
  const finder = damageFinder(parts)
  const plansAt = planReader(connection, plans)
  return {
    due(now) {
      const plansOf = plansAt(now)
      return (entry) => {
        const readers = plansOf(entry.universeId)
        if (readers === undefined) return []
        // Only what is read by the hour or the day (PLANS-12): a plan's own interval is no retention.
        // The week of the last sample stays whole: the latest one is read whatever its age.
        const newest = weekOf(entry.last) - 1
        return rollups
          .kept(entry.number, weekOf(entry.first), newest)
          .map((kept) => ({ ...kept, entry, nextSlot: slotOf(readers, now, kept.week) }))
          .filter(({ slot, nextSlot }) => nextSlot >= HOUR_MINUTES && nextSlot > slot)
          .filter(({ week }) => !restoredWeeks.has({ universeId: entry.universeId, week }))
      }
    },

    thinOut({ entry, week, nextSlot }) {
      const place = { number: entry.number, universeId: entry.universeId, week }
      // What is not rolled up cannot be, once its samples are gone; what is not folded, or damaged, is left alone.
      if (memory.sync().has(entry.universeId, weekStart(week), weekStart(week + 1)) || rollups.isStale(place))
        return 'done'
      // Another process may have restored it since it was found due.
      if (restoredWeeks.has(place)) return 'done'
      const segment = segments.read(place)
      if (segment === undefined) return 'done'
      // A week that waits for its lost samples must go on taking them.
      const quarantine = damagedSegments.between(place.number, week, week).get(week)
      if (quarantine && finder.ofWeek(entry, { week, kept: undefined, quarantine }, segments.check)) return 'done'
      const block = thin(segment.block, nextSlot)
      const samples = segment.count - block.minutes.length
      if (!removed.keep(place, { slot: segment.slot, samples })) return 'no room'
      segments.write(place, block, { slot: nextSlot })
      rollups.setKept(place, { samples: block.minutes.length, slot: nextSlot })
      return 'done'
    },
  }
}

const slotOf = (readers: Parameters<typeof slotSeenBy>[0], now: number, week: number): number =>
  slotSeenBy(readers, minuteOf(now), weekStart(week), weekStart(week + 1))
