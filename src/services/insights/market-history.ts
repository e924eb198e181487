// The indexes of the market for evaluators: by minute, without the universe that is evaluated, and nothing after a limit.
import type { Clock, Minute } from '../../domain/clock.js'
import type { MarketIndex, MarketValues } from '../../domain/insights/market/market-index.js'
import { MIN_MARKET_MEMBERS } from '../../domain/insights/market/market-link.js'
import { MARKET_SOURCES, type MarketSource } from '../../domain/ports/market.js'
import type { Store } from '../../domain/ports/store.js'
import type { MarketMode } from './count-market.js'
import { createMarketIndexes } from './market-indexes.js'

export interface MarketHistoryQuery {
  readonly leavingOut: number
  readonly from: Minute
  /** Nothing at or after this minute is read. */
  readonly until: Minute
  /** All that are counted if it is left out. */
  readonly source?: MarketSource
}

interface Deps {
  readonly store: Pick<Store, 'market'>
  readonly clock: Clock
  readonly market?: MarketMode
}

/** An index as it was at a limit. */
interface MarketView {
  readonly until: Minute
  readonly last: Minute | undefined
  readonly values: MarketValues
}

export type MarketHistory = (query: MarketHistoryQuery) => Promise<readonly MarketValues[]>

/**
 * The index of the charts is preferred, because it sums more games. That of the tracked universes is used at the minutes
 * at which the charts were not counted, as before the first count or after a failure.
 */
export function createMarketHistory({ store, clock, market = 'off' }: Deps): MarketHistory {
  const { indexOf } = createMarketIndexes(store.market, clock)
  const sources = MARKET_SOURCES.filter((source) => market !== 'off' && (source === 'tracked' || market === 'charts'))
  const newest = new WeakMap<MarketIndex, MarketView>()
  /** The same function for all games of a tick, because what is computed of an index is kept with it. */
  const valuesOf = (index: MarketIndex, until: Minute): MarketValues => {
    const known = newest.get(index)
    if (known?.until === until && known.last === index.last) return known.values
    const values: MarketValues = (minute) => index.valueAt(minute, until)
    newest.set(index, { until, last: index.last, values })
    return values
  }
  return async ({ leavingOut, from, until, source: onlySource }) => {
    const found: MarketValues[] = []
    for (const source of sources) {
      if (onlySource !== undefined && source !== onlySource) continue
      const index = await indexOf(source, leavingOut)
      const last = index.latest(from, until)
      if (last === undefined || last.members < MIN_MARKET_MEMBERS) continue
      found.push(valuesOf(index, until))
    }
    return found
  }
}
