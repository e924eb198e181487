// What both storage engines agree on when rows move between them: the tables, their columns, and the values in between. The shape is
// that of PostgreSQL; the adapter of SQLite translates.
import { MEASURE_NAMES } from '../../../domain/measures.js'

/** `flag` is 0 or 1, and `json` a text. */
export type ColumnKind = 'whole' | 'real' | 'flag' | 'text' | 'json' | 'bytes'

export interface MovedColumn {
  readonly name: string
  readonly kind: ColumnKind
}

export interface MovedTable {
  readonly name: string
  readonly columns: readonly MovedColumn[]
  /** The names of the columns that identify a row, by which rows are ordered; texts by their bytes. */
  readonly key: readonly string[]
}

export type MovedValue = number | string | Buffer | null
/** In the order of the columns. */
export type MovedRow = readonly MovedValue[]

/** The samples of open hours: PostgreSQL has a row for each, SQLite one for each tick. */
export const HEAD_ROWS = {
  name: 'head_row',
  columns: ['minute', 'universe_id', ...MEASURE_NAMES].map((name) => ({ name, kind: 'real' as const })),
  key: ['minute', 'universe_id'],
} satisfies MovedTable

/** The tables whose rows PostgreSQL finds by universe and week, and SQLite by one number. */
export const WEEK_TABLES: readonly string[] = ['segment', 'rollup', 'damaged_segment']
export const NUMBERED_TABLES: readonly string[] = [...WEEK_TABLES, 'hour_samples']

export const keyOf = (table: MovedTable, row: MovedRow): MovedRow =>
  table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null)

/** What is wrong with the second row as a copy of the first one; undefined where they are equal. */
export const isSameRow = (one: MovedRow, other: MovedRow): boolean =>
  one.length === other.length && one.every((value, index) => isSameValue(value, other[index] ?? null))

const isSameValue = (one: MovedValue, other: MovedValue): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other
