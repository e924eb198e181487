// Presents the market index as the player counts of three universes, so that falls of the platform are also found where
// fewer than three universes are tracked.

import type { Minute } from '../../domain/clock.js'
import type { MarketValues } from '../../domain/insights/market/market-index.js'
import { PLAYERS_PER_UNIT } from '../../domain/insights/market-rise.js'
import type { PlayerCounts } from '../../domain/notifications/evaluator.js'

/** The games of the charts are counted after the tick, so the newest minutes may not be known when they are evaluated. */
const LAG_MINUTES = 2
/** Three ids, because the detection of a fall needs three universes. */
export const MARKET_UNIVERSES = [-1, -2, -3] as const

/** `markets`: the indexes in a span, the best one first. */
export function marketCounts(
  markets: (from: Minute, until: Minute) => Promise<readonly MarketValues[]>,
  { once }: Pick<PlayerCounts, 'once'>,
): PlayerCounts {
  return {
    at: async (universes, minutes, age) => {
      const [first, last] = [minutes[0], minutes.at(-1)]
      const found = first === undefined || last === undefined ? [] : await markets(first - age - LAG_MINUTES, last + 1)
      const values = Float64Array.from(minutes, (minute) => lastBefore(found[0], minute - LAG_MINUTES, age))
      return new Map(universes.map((universeId) => [universeId, values]))
    },
    once: (name, find) => once(`market ${name}`, find),
  }
}

function lastBefore(valueAt: MarketValues | undefined, minute: Minute, age: number): number {
  if (valueAt === undefined) return Number.NaN
  for (let at = minute; at >= minute - age; at--) if (!Number.isNaN(valueAt(at))) return valueAt(at) * PLAYERS_PER_UNIT
  return Number.NaN
}
