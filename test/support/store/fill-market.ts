// Writes past market counts through the store, as the service does.
import type { Minute } from '../../../src/domain/clock.js'
import { marketLink } from '../../../src/domain/insights/market/market-link.js'
import type { MarketCount, MarketSource } from '../../../src/domain/ports/market.js'
import type { TestApp } from '../start-app.js'

interface MarketPast {
  readonly source?: MarketSource
  readonly ids: readonly number[]
  /** The minute after the last. */
  readonly until: Minute
  readonly days?: number
  readonly step?: number
}

/** Counts of every hour of ten days, of games that always have as many players as the simulated world has at the end. */
export async function fillMarket(
  { store, simulator }: Pick<TestApp, 'store' | 'simulator'>,
  { source = 'charts', ids, until, days = 10, step = 60 }: MarketPast,
): Promise<void> {
  const end = Math.floor(simulator.clock.now() / 60_000)
  let before: MarketCount | undefined
  for (let minute = until - days * 1_440; minute < until; minute += step) {
    const now = { minute, counts: new Map(ids.map((id) => [id, simulator.world.ccuAt(id, end)])) }
    await store.market.record(source, marketLink(before, now), now.counts)
    before = now
  }
}
