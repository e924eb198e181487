// From when thirty days of grace are counted (PLANS-13).
import { type Clock, msOf } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

/** Milliseconds. The last tick is a lower bound of the time: by a clock that is behind, the grace might be over before it began. */
export async function graceStart({ store, clock }: { store: Pick<Store, 'series'>; clock: Clock }): Promise<number> {
  const cursor = await store.series.cursor()
  return Math.max(clock.now(), cursor === undefined ? 0 : msOf(cursor.minute))
}
