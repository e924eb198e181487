// Determines the interval of each tracked universe from now on, and where it differs from the schedule in force. It is computed in
// steps, because thousands of universes take milliseconds, and many more while the code is new.
import { type Minute, minuteOf } from '../../domain/clock.js'
import type { Plans } from '../../domain/plan.js'
import type { ScheduleChange } from '../../domain/rules/schedule.js'
import { intervalFor, nextDue } from '../../domain/rules/schedule.js'
import type { Schedule, TrackedUniverse } from '../../domain/universe.js'

export interface PlannedUniverse {
  readonly universe: TrackedUniverse
  readonly interval: number
  /** By which it was due before this tick; null where it was not. */
  readonly past: Schedule | null
}

/** As many universes are planned, or looked at for gaps and changes, in one step. */
export const PLAN_STEP_SIZE = 1_000

export interface TickPlan {
  readonly universes: readonly PlannedUniverse[]
  readonly changes: readonly ScheduleChange[]
}

export function* planTick(
  tracked: readonly TrackedUniverse[],
  plans: Plans,
  now: number,
  minute: Minute,
): Generator<void, TickPlan> {
  const universes: PlannedUniverse[] = []
  const changes: ScheduleChange[] = []
  for (const [index, universe] of tracked.entries()) {
    if (index % PLAN_STEP_SIZE === PLAN_STEP_SIZE - 1) yield
    const interval = intervalFor(universe.subscribers, plans, now)
    const known = universe.schedule?.interval ?? 0
    const since = known === 0 ? firstDue(universe, interval, minute) : minute
    universes.push({ universe, interval, past: known === 0 ? { since, interval } : universe.schedule })
    if (interval !== known) changes.push({ universeId: universe.id, since, interval })
  }
  return { universes, changes }
}

/**
 * A game is due from when it was added, even where the ticks since then were missed. When a paused one was resumed is
 * not stored, so that it is due from this tick on.
 */
function firstDue({ schedule, addedAt }: TrackedUniverse, interval: number, minute: Minute): Minute {
  if (interval === 0 || addedAt === null) return minute
  const due = nextDue(minuteOf(addedAt), interval)
  return schedule !== null && due <= schedule.since ? minute : Math.min(due, minute)
}
