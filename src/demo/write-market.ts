// Writes how many people played the games of the charts in the demo's past, as the counts after each tick would have.
import type { Minute } from '../domain/clock.js'
import { marketLink } from '../domain/insights/market/market-link.js'
import type { MarketCount, MarketStore } from '../domain/ports/market.js'
import type { World } from '../simulator/world/world.js'
import type { Story } from './story.js'

/** Minutes between two counts: the usual needs hours only, and the demo must start fast. */
const STEP_MINUTES = 30

export async function writeMarket(market: MarketStore, world: World, { from, until }: Story): Promise<void> {
  const countAt = (minute: Minute): MarketCount => ({
    minute,
    counts: new Map(world.games.map(({ universeId }) => [universeId, world.ccuAt(universeId, minute)])),
  })
  let before: MarketCount | undefined
  for (let minute = from; minute < until; minute += STEP_MINUTES) {
    const now = countAt(minute)
    await market.record('charts', marketLink(before, now), now.counts)
    before = now
  }
}
