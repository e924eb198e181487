// Reads single samples of the past as an account sees them, to compare the latest ones with them.
import { type Clock, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../../domain/measures.js'
import type { Plan, Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import { type Block, type Sample, thin, toNullable } from '../../domain/sample.js'

/** Players vary with the time of day, so a sample that is more minutes away does not represent that time. */
export const CHANGE_TOLERANCE = HOUR_MINUTES

export type SampleValues = Readonly<Record<ClosingMeasure, number | null>> & {
  readonly minute: Minute
  readonly ccu: number
}

/**
 * Whether a reader on this plan sees all samples at most an hour from the minute, so that the nearest one of them, which the store may
 * remember, is what it reads. Later minutes are never read more coarsely.
 */
export const readsAllNear = (plan: Plan, now: Minute, minute: Minute): boolean =>
  visibleInterval(plan, now, minute - CHANGE_TOLERANCE) === 1

export function createVisiblePast({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  /**
   * The sample nearest to the minute that the account reads (PLANS-10), at most an hour away; the earlier one of two
   * equally near.
   */
  return async function visibleNear({ account, game }: AccountGame, minute: Minute): Promise<SampleValues | undefined> {
    const plan = readingPlan(account, plans, clock.now())
    const now = minuteOf(clock.now())
    if (readsAllNear(plan, now, minute)) {
      const found = await store.series.nearest([game.universeId], minute, CHANGE_TOLERANCE)
      return valuesOf(found.get(game.universeId))
    }
    // Begins where a slot begins, so that the first sample of each slot is read.
    const slot = visibleInterval(plan, now, minute - CHANGE_TOLERANCE)
    const from = Math.floor((minute - CHANGE_TOLERANCE) / slot) * slot
    let nearest: { readonly away: number; readonly values?: SampleValues } = { away: CHANGE_TOLERANCE + 1 }
    for await (const block of store.series.blocks(game.universeId, from, minute + CHANGE_TOLERANCE + 1)) {
      const thinned = thin(block, visibleInterval(plan, now, block.minutes[0] ?? 0))
      for (const [row, at] of thinned.minutes.entries()) {
        const away = Math.abs(at - minute)
        if (away < nearest.away) nearest = { away, values: valuesAt(thinned, row) }
      }
    }
    return nearest.values
  }
}

const valuesOf = (sample: Sample | undefined): SampleValues | undefined =>
  sample && { minute: sample.minute, ccu: sample.ccu, ...byMeasure(CLOSING_MEASURES, (name) => sample[name]) }

export type VisiblePastReader = ReturnType<typeof createVisiblePast>

export const valuesAt = ({ minutes, columns }: Pick<Block, 'minutes' | 'columns'>, row: number): SampleValues => ({
  minute: minutes[row] ?? 0,
  ccu: columns.ccu[row] ?? 0,
  ...byMeasure(CLOSING_MEASURES, (name) => toNullable(columns[name][row])),
})
