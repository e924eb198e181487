// Stores time for which the clock of this process is or was not correct: as gaps, never as samples.
import type { Minute } from '../../domain/clock.js'
import type { Gap } from '../../domain/gap.js'
import type { Plans } from '../../domain/plan.js'
import type { TickCursor } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { SampledPart } from '../../domain/processes/leases.js'
import { stepInTurns } from '../reading/in-turns.js'
import { missedGaps } from './missed-gaps.js'
import { type PlannedUniverse, planTick } from './plan-tick.js'
import type { TickTime } from './tick-time.js'

/**
 * The minute is computed from the platform's clock. The cursor stays, and the time since it is accounted for when this
 * clock is correct again. Returns whether what was written accounts for the tick.
 */
export function distrustedTick({ store, plans }: { readonly store: Store; readonly plans: Plans }) {
  return async (part: SampledPart, time: TickTime): Promise<boolean> => {
    if (time.source !== 'platform') return false
    const { now, minute } = time
    const known = await part.cursor()
    const cursor = { minute: known?.minute ?? minute, clockWasWrong: true }
    if (minute < cursor.minute) {
      if (known?.clockWasWrong) return true
      const nothing = { samples: [], gaps: [], facts: [], schedules: [] }
      await part.record({ minute: cursor.minute, ...nothing, cursor })
      return true
    }
    const tracked = (await store.universes.tracked()).filter(({ id }) => part.includes(id))
    const { universes, changes } = await stepInTurns(planTick(tracked, plans, now, minute))
    const gaps = await stepInTurns(missedGaps(universes, cursor, minute + 1))
    await part.record({ minute, samples: [], gaps, facts: [], schedules: changes, cursor })
    return true
  }
}

/**
 * The gaps of ticks that could not be stored because their minutes were unknown. Nothing is known about the rest of the
 * time since the last tick.
 */
export function* untrustedGaps(
  universes: readonly PlannedUniverse[],
  cursor: TickCursor | undefined,
  { minute, untrustedMinutes }: { readonly minute: Minute; readonly untrustedMinutes: number },
): Generator<void, Gap[]> {
  if (cursor === undefined || untrustedMinutes === 0) return []
  return yield* missedGaps(
    universes,
    { minute: Math.max(cursor.minute, minute - untrustedMinutes - 1), clockWasWrong: true },
    minute,
  )
}
