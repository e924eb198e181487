// Up to when data is known: where a range without an end of its own ends (API-47).
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

interface Deps {
  readonly store: Pick<Store, 'series'>
  readonly clock: Clock
}

/** The minute of the last stored tick, or of a later sample of these universes; now before the first tick. */
export async function newestData({ store, clock }: Deps, universeIds: readonly number[]): Promise<Minute> {
  const now = minuteOf(clock.now())
  const tick = await store.series.cursor()
  if (tick === undefined) return now
  const latest = await store.series.latest(universeIds)
  return Math.min(now, Math.max(tick.minute, ...Array.from(latest.values(), ({ minute }) => minute)))
}
