// Writes how the platform as a whole is doing as a plain record, for the API (API-49).
import { isoOfMinute } from '../domain/clock.js'
import type { Market, UnknownMarket } from '../domain/insights/market/market.js'
import type { MarketSource } from '../domain/ports/market.js'
import { meanOrNull, shareOrNull } from '../domain/rounding.js'

const REASONS = {
  off: 'off',
  'not counted': 'not_counted',
  'few games': 'few_games',
  'not yet': 'not_yet',
} as const satisfies Record<UnknownMarket['reason'], string>
export const MARKET_REASONS = Object.values(REASONS)

/** All values are null where the market is unknown, except the reason. */
export interface MarketJson {
  change: number | null
  players: number | null
  expected: number | null
  low: number | null
  high: number | null
  games: number | null
  source: MarketSource | null
  time: string | null
  reason: (typeof MARKET_REASONS)[number] | null
  known_from: string | null
}

const UNKNOWN = {
  change: null,
  players: null,
  expected: null,
  low: null,
  high: null,
  games: null,
  source: null,
  time: null,
}

export function marketJson(market: Market): MarketJson {
  if (market.kind === 'unknown') {
    const from = market.reason === 'not yet' ? isoOfMinute(market.from) : null
    return { ...UNKNOWN, reason: REASONS[market.reason], known_from: from }
  }
  const { change, players, expected, low, high, members: games, source, minute } = market
  const known = {
    change: shareOrNull(change),
    expected: meanOrNull(expected),
    low: meanOrNull(low),
    high: meanOrNull(high),
  }
  return { ...known, players, games, source, time: isoOfMinute(minute), reason: null, known_from: null }
}
