// Determines the interval of each tracked universe from now on, and where it differs from the schedule in force.
import type { Minute } from '../../domain/clock.js'
import type { Plans } from '../../domain/plan.js'
import type { ScheduleChange } from '../../domain/rules/schedule.js'
import { intervalFor } from '../../domain/rules/schedule.js'
import type { TrackedUniverse } from '../../domain/universe.js'

export interface PlannedUniverse {
  readonly universe: TrackedUniverse
  readonly interval: number
}

export function planTick(
  tracked: readonly TrackedUniverse[],
  plans: Plans,
  now: number,
  minute: Minute,
): { readonly universes: readonly PlannedUniverse[]; readonly changes: readonly ScheduleChange[] } {
  const universes: PlannedUniverse[] = []
  const changes: ScheduleChange[] = []
  for (const universe of tracked) {
    const interval = intervalFor(universe.subscribers, plans, now)
    universes.push({ universe, interval })
    if (interval !== (universe.schedule?.interval ?? 0))
      changes.push({ universeId: universe.id, since: minute, interval })
  }
  return { universes, changes }
}
