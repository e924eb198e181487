// Finds when a universe was published: every publication that a tick found, and the latest one that the platform
// reports.
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'

export function createUpdatesWithin({ store, clock }: { store: Store; clock: Clock }) {
  /** Oldest first. */
  return async function updatesWithin(universeId: number, { from, until }: Span): Promise<readonly Minute[]> {
    const [facts] = await store.universes.facts([universeId])
    const events = await store.universes.events([universeId], from, minuteOf(clock.now()) + 1)
    const found = events.flatMap(({ what, value }) => (what === 'published' ? [minuteOf(Number(value))] : []))
    const updates = new Set([...found, minuteOf(facts?.updatedAt ?? Number.NaN)])
    return [...updates].filter((at) => at >= from && at < until).sort((a, b) => a - b)
  }
}
