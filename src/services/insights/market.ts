// How the platform as a whole is doing against its usual, for pages, commands and evaluators.

import { LRUCache } from 'lru-cache'
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import {
  type Market,
  marketChangeNow,
  marketNow,
  marketOver,
  type UnknownMarket,
} from '../../domain/insights/market/market.js'
import { BRIEF_REACH, type MarketIndex, WHOLE_REACH } from '../../domain/insights/market/market-index.js'
import { marketLines } from '../../domain/insights/market/market-line.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import { MARKET_SOURCES, type MarketSource } from '../../domain/ports/market.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'
import { mapInTurns } from '../reading/in-turns.js'
import type { MarketMode } from './count-market.js'
import { createMarketIndexes } from './market-indexes.js'

export interface MarketLimits {
  /** The universe that is evaluated: its own players do not count. */
  readonly leavingOut?: number | undefined
  /** Nothing at or after this minute is read. */
  readonly until?: Minute | undefined
}

export interface MarketWindowLimits extends MarketLimits {
  /** The minute of an update: the usual is that from before it. */
  readonly frozenAt?: Minute | undefined
}

/** The maximum number of cached answers. A band takes several milliseconds to compute. */
const MAX_CACHED_MARKETS = 200

/** Universes of which the change is computed in one turn of the event loop, if that is short. */
const MAX_CHANGES_OF_TURN = 10

const OFF: UnknownMarket = { kind: 'unknown', reason: 'off' }

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly market: MarketMode
  readonly activity?: Activity
}

export function createMarket({ store, clock, market, activity }: Deps) {
  const onRead = noteReads(activity, 'market')
  const { indexOf, indexesOf } = createMarketIndexes(store.market, clock)
  const sources = MARKET_SOURCES.filter((source) => market !== 'off' && (source === 'tracked' || market === 'charts'))
  const now = (): Minute => minuteOf(clock.now()) + 1

  const answers = new LRUCache<string, Market>({ max: MAX_CACHED_MARKETS })
  const changes = new LRUCache<string, number>({ max: MAX_CACHED_MARKETS })
  const numbers = new WeakMap<MarketIndex, number>()
  let lastNumber = 0

  const keyOf = (index: MarketIndex, query: string): string => {
    const number = numbers.get(index) ?? ++lastNumber
    numbers.set(index, number)
    return `${number} ${index.last} ${query}`
  }

  const cachedMarket = (index: MarketIndex, query: string, answer: () => Market): Market => {
    const key = keyOf(index, query)
    const known = answers.get(key)
    onRead(known !== undefined)
    if (known !== undefined) return known
    const market = answer()
    answers.set(key, market)
    return market
  }

  const changeOf = (index: MarketIndex, source: MarketSource, until: Minute): number => {
    const key = keyOf(index, `${until}`)
    const known = changes.get(key)
    onRead(known !== undefined)
    const change = known ?? marketChangeNow({ index, source, until })
    changes.set(key, change)
    return change
  }

  /** The first source that was counted: the charts, which have more games, before the tracked universes. */
  const firstKnown = async (ask: (source: MarketSource) => Promise<Market>): Promise<Market> => {
    let found: Market = OFF
    for (const source of sources) {
      const answer = await ask(source)
      if (answer.kind === 'known') return answer
      if (found === OFF || (found.kind === 'unknown' && found.reason === 'not counted')) found = answer
    }
    return found
  }

  return {
    /** The newest count against its usual. */
    now: ({ leavingOut, until: limit }: MarketLimits = {}): Promise<Market> => {
      const until = limit ?? now()
      return firstKnown(async (source) => {
        const index = await indexOf(source, leavingOut, limit === undefined ? BRIEF_REACH : WHOLE_REACH)
        return cachedMarket(index, `now ${until}`, () => marketNow({ index, source, until }))
      })
    },

    /** As `change` of `now` without each of the universes, in few reads; those whose change is unknown are not in it. */
    changesNow: async (universeIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      const until = now()
      const found = new Map<number, number>()
      for (const source of sources) {
        const left = universeIds.filter((id) => !found.has(id))
        if (left.length === 0) break
        const indexes = await indexesOf(source, left, BRIEF_REACH)
        await mapInTurns(left, MAX_CHANGES_OF_TURN, (id) => {
          const index = indexes.get(id)
          const change = index === undefined ? Number.NaN : changeOf(index, source, until)
          if (!Number.isNaN(change)) found.set(id, change)
        })
      }
      return found
    },

    /** All counts of a window against their usual. */
    over: (span: Span, { leavingOut, until = now(), frozenAt }: MarketWindowLimits = {}): Promise<Market> =>
      firstKnown(async (source) => {
        const index = await indexOf(source, leavingOut)
        const end = Math.min(until, now())
        const key = `over ${span.from} ${span.until} ${end} ${frozenAt}`
        return cachedMarket(index, key, () => marketOver({ index, source, until: end, frozenAt }, span))
      }),

    /** The players of the counted games in a span and what is usual for them; undefined if nothing was counted. */
    lines: async (span: Span, source: MarketSource | undefined = sources[0]) =>
      source === undefined ? undefined : marketLines({ index: await indexOf(source), until: now() }, span),
  }
}

export type MarketReader = ReturnType<typeof createMarket>
