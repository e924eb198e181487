// The kinds of columns that PostgreSQL needs for the values that SQLite keeps in an integer or a blob, and what many statements
// need of columns and rows.
import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, type PgColumn } from 'drizzle-orm/pg-core'

/** A whole number up to 2^53 − 1: an id of the platform, a minute, or a time in milliseconds. */
export const whole = (name: string) => bigint(name, { mode: 'number' })

/** Ids are never reused, so that an old link or log line never points to another account's game. */
export const ownId = () => whole('id').primaryKey().generatedByDefaultAsIdentity()

/** PostgreSQL rejects a zero byte in text, and with it the whole transaction; names of the platform have none (DATA-38). */
export const text = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => value.replaceAll('\0', '\uFFFD'),
})

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Text in the order of its bytes, as in SQLite; databases sort otherwise by default. */
export const byBytes = (column: PgColumn): SQL => sql`${column} COLLATE "C"`

/** The first row of an answer that has at most one. */
export const first = <Row>(rows: readonly Row[]): Row | undefined => rows[0]

/** The row that a statement with RETURNING always gives. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement returned no row.')
  return row
}

/** One bound value however many ids there are, for `= ANY(…)`. */
export const idList = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::bigint[]`
