// The revenue of a game: daily values in the platform's currency that belong to the account's game, never to the
// universe.
import { dayOf, type Minute } from './clock.js'
import type { DateRange } from './rules/date-range.js'

export interface RevenueDay {
  /** UTC day number since 1970. */
  readonly day: number
  readonly amount: number
}

export interface RevenueStore {
  /** Overwrites existing values of these days. */
  put(gameId: number, days: readonly RevenueDay[]): Promise<void>
  /** Values by day number; days without revenue are omitted. */
  between(gameId: number, range: DateRange): Promise<Map<number, number>>
}

/** DATA-12: in exports, a day's revenue is on that day's first record. Call it once for every record, oldest first. */
export function revenueReader(revenue: ReadonlyMap<number, number>): (minute: Minute) => number | undefined {
  if (revenue.size === 0) return () => undefined
  let lastDay = Number.NEGATIVE_INFINITY
  return (minute) => {
    const day = dayOf(minute)
    if (day === lastDay) return undefined
    lastDay = day
    return revenue.get(day)
  }
}
