// The revenue of a game: daily values in the platform's currency that belong to the account's game, never to the
// universe.
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
