// Defines the keys of the tables `segment` and `rollup`, and the number that stands for a universe in them.
import { type Minute, WEEK_MINUTES } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'

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

const COLUMNS = 'number, universe_id AS universeId, first_minute AS "first", last_minute AS "last"'

export function directory({ raw }: Pick<Connection, 'raw'>): Directory {
  const find = raw.prepare<[number], Entry>(`SELECT ${COLUMNS} FROM series WHERE universe_id = ?`)
  const all = raw.prepare<[], Entry>(`SELECT ${COLUMNS} FROM series ORDER BY number`)
  // NOT INDEXED, because the result is compared with the index.
  const scan = raw.prepare<[number], Entry>(`SELECT ${COLUMNS} FROM series NOT INDEXED WHERE universe_id = ?`)
  const page = raw.prepare<[number, number], Entry>(
    `SELECT ${COLUMNS} FROM series NOT INDEXED WHERE number > ? ORDER BY number LIMIT ?`,
  )
  const widen = raw
    .prepare<[number, Minute, Minute], number>(`
      INSERT INTO series (universe_id, first_minute, last_minute) VALUES (?, ?, ?)
      ON CONFLICT (universe_id) DO UPDATE SET
        first_minute = min(first_minute, excluded.first_minute), last_minute = max(last_minute, excluded.last_minute)
      RETURNING number`)
    .pluck()
  return {
    find: (universeId) => find.get(universeId),
    all: () => all.all(),
    hidden: (universeId) => {
      const number = find.get(universeId)?.number
      return scan.all(universeId).filter((entry) => entry.number !== number)
    },
    hiddenAmong: (after, limit) => {
      const entries = page.all(after, limit)
      const hidden = entries.filter(({ universeId, number }) => find.get(universeId)?.number !== number)
      return { hidden, last: entries.length < limit ? undefined : entries.at(-1)?.number }
    },
    widen(universeId, first, last) {
      const number = widen.get(universeId, first, last)
      if (number === undefined) throw new Error(`Universe ${universeId} has no number after it was given one.`)
      return number
    },
  }
}
