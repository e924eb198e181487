// Defines the keys of the tables `segment` and `rollup`, and the number that stands for a universe in them.
import { type Minute, WEEK_MINUTES } from '../../domain/clock.js'

/**
 * key = number of the universe × 1,000,000 + 500,000 + week. Every minute that fits in 32 bits has its own week, also
 * before 1970.
 */
const WEEK_COUNT = 1_000_000
const WEEK_OFFSET = 500_000

/** Weeks begin on Thursdays, because 1970 did. */
export const weekOf = (minute: Minute): number => Math.floor(minute / WEEK_MINUTES)
export const weekStart = (week: number): Minute => week * WEEK_MINUTES
export const keyOf = (number: number, week: number): number => number * WEEK_COUNT + WEEK_OFFSET + week
/** A key of the universe as a whole, which is that of no segment. */
export const numberKeyOf = (number: number): number => number * WEEK_COUNT
export const weekOfKey = (key: number): number => (key % WEEK_COUNT) - WEEK_OFFSET
export const numberOfKey = (key: number): number => Math.floor(key / WEEK_COUNT)
export const EARLIEST_WEEK = weekOf(-(2 ** 31))
export const LATEST_WEEK = weekOf(2 ** 31 - 1)

/** A universe that has segments. */
export interface Entry {
  readonly number: number
  readonly universeId: number
  /** The range of all its segments. */
  readonly first: Minute
  readonly last: Minute
}

export interface Directory {
  find(universeId: number): Entry | undefined
  all(): Entry[]
  /** Rows of a universe that a damaged index does not find, so that no read finds their samples either. */
  hidden(universeId: number): Entry[]
  /** The same for the next `limit` rows, ascending by number. `last` is undefined where there are no more. */
  hiddenAmong(after: number, limit: number): { readonly hidden: Entry[]; readonly last: number | undefined }
  /** Widens the range of a universe and returns its number, which may be new. Must be called inside a transaction. */
  widen(universeId: number, first: Minute, last: Minute): number
}
