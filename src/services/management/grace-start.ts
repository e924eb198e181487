// Determines when the thirty days of grace begin (PLANS-13).
import { type Clock, msOf } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

/**
 * Returns milliseconds. The time of the last tick is a lower bound: with a clock that is behind, the grace could end
 * before it began.
 */
export async function graceStart({ store, clock }: { store: Pick<Store, 'series'>; clock: Clock }): Promise<number> {
  const cursor = await store.series.cursor()
  return Math.max(clock.now(), cursor === undefined ? 0 : msOf(cursor.minute))
}
