// Builds indexes of the market from the store, and extends them by what was counted since.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { MARKET_DAYS, MarketIndex, type MarketReach, WHOLE_REACH } from '../../domain/insights/market/market-index.js'
import type { MarketLink, MarketSource, MarketStore } from '../../domain/ports/market.js'

/**
 * Only games that are members themselves, at most a hundred, need an index of their own, and `/games/stats` asks for those
 * of all games of an account each minute.
 */
const MAX_INDEXES = 110
/** Every minute that was counted, whatever this clock says. */
const END = Number.MAX_SAFE_INTEGER

interface IndexKey {
  readonly source: MarketSource
  readonly leavingOut: number | undefined
  readonly reach: MarketReach
}

export function createMarketIndexes(store: MarketStore, clock: Clock) {
  const known = new LRUCache<string, MarketIndex>({ max: MAX_INDEXES })
  const running = new Map<string, Promise<MarketIndex>>()

  /** The links from the last one of the index on; without that one, what it was made of has been deleted. */
  const extend = async (index: MarketIndex, key: IndexKey): Promise<boolean> => {
    const { last } = index
    const begin = last ?? minuteOf(clock.now()) - MARKET_DAYS * DAY_MINUTES
    for (let from = begin; ; from += DAY_MINUTES) {
      const isNewest = from + DAY_MINUTES > minuteOf(clock.now())
      const links = await store.links(key.source, from, isNewest ? END : from + DAY_MINUTES)
      if (from === last && links[0]?.minute !== last) return false
      await addAll(index, key, from === last ? links.slice(1) : links)
      if (isNewest) return true
      await yieldToEventLoop()
    }
  }

  const addAll = async (index: MarketIndex, key: IndexKey, links: readonly MarketLink[]): Promise<void> => {
    const [first, last] = [links[0], links.at(-1)]
    if (first === undefined || last === undefined) return
    const leftOut =
      key.leavingOut === undefined ? undefined : await ownCounts(key, first.since ?? first.minute, last.minute)
    for (const link of links) index.add(link, leftOut)
  }

  const ownCounts = ({ source, leavingOut }: IndexKey, from: Minute, last: Minute) =>
    store.countsOf(source, leavingOut ?? 0, from, last + 1)

  const read = async (name: string, key: IndexKey): Promise<MarketIndex> => {
    const before = known.get(name)
    if (before !== undefined && (await extend(before, key))) return before
    const index = new MarketIndex(key.reach)
    await extend(index, key)
    known.set(name, index)
    return index
  }

  /**
   * The index as of now. `leavingOut` makes no difference for a universe that was never a member. `reach` is how much the
   * caller needs; the one index of all members has everything.
   */
  return async function indexOf(
    source: MarketSource,
    leavingOut?: number,
    reach: MarketReach = WHOLE_REACH,
  ): Promise<MarketIndex> {
    const isMember = leavingOut !== undefined && (await store.isMember(source, leavingOut))
    const key = isMember ? { source, leavingOut, reach } : { source, leavingOut: undefined, reach: WHOLE_REACH }
    const name = `${source} ${key.leavingOut ?? ''} ${key.reach.minutes}`
    const reading = running.get(name) ?? read(name, key).finally(() => running.delete(name))
    running.set(name, reading)
    return reading
  }
}
