// Writes how many people played the games of the charts in the demo's past, as the counts after each tick would have: before
// each evaluation, because update reports compare with them.
import type { Minute } from '../domain/clock.js'
import { marketLink } from '../domain/insights/market/market-link.js'
import type { MarketCount, MarketStore } from '../domain/ports/market.js'
import type { World } from '../simulator/world/world.js'
import type { Story } from './story.js'

/** Minutes between two counts: the usual needs hours only, and the demo must start fast. */
const STEP_MINUTES = 30

export function marketWriter(market: MarketStore, world: World, { from }: Pick<Story, 'from'>) {
  let next = from
  let before: MarketCount | undefined
  const countAt = (minute: Minute): MarketCount => ({
    minute,
    counts: new Map(world.games.map(({ universeId }) => [universeId, world.ccuAt(universeId, minute)])),
  })
  /** Up to, and without, that minute. */
  return async (until: Minute): Promise<void> => {
    for (; next < until; next += STEP_MINUTES) {
      const now = countAt(next)
      await market.record('charts', marketLink(before, now), now.counts)
      before = now
    }
  }
}
