// One side of a move: reads the rows of a SQLite file, and stores them.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import type { MoveSide } from '../../values/moving/sides.js'
import { HEAD_ROWS, type MovedRow, type MovedTable } from '../../values/moving/tables.js'
import { type MovedHeadRows, movedHeadRows } from './head-rows.js'
import { parametersOf, relationOf } from './relations.js'

const [BATCH_SIZE, BYTES_BATCH_SIZE] = [2_000, 200]

export interface SqliteRows extends Omit<MoveSide, 'name' | 'close'> {
  /** Must be called inside a transaction. Throws where a row belongs to no universe that has segments. */
  insert(table: MovedTable, rows: readonly MovedRow[]): void
}

export function sqliteRows(raw: Sqlite.Database): SqliteRows {
  const head: MovedHeadRows = movedHeadRows(raw)
  return {
    countOf: async (table) =>
      table.name === HEAD_ROWS.name
        ? head.count()
        : (raw.prepare<[], number>(relationOf(table).count).pluck().get() ?? 0),
    rows: (table, after) => (table.name === HEAD_ROWS.name ? head.rows(after) : readRows(raw, table, after)),
    lastNumbers: async () =>
      new Map(raw.prepare<[], [string, number]>('SELECT name, seq FROM sqlite_sequence ORDER BY name').raw().all()),
    damagedRows: () => head.damagedRows(),
    insert(table, rows) {
      if (table.name === HEAD_ROWS.name) return head.put(rows)
      const insert = raw.prepare<unknown[]>(relationOf(table).insert)
      for (const row of rows)
        if (insert.run(parametersOf(row)).changes !== 1) throw new Error(`A row of ${table.name} belongs to no series.`)
    },
  }
}

async function* readRows(
  raw: Sqlite.Database,
  table: MovedTable,
  after: readonly (string | number)[] | null,
): AsyncGenerator<readonly MovedRow[]> {
  const relation = relationOf(table)
  const size = table.columns.some(({ kind }) => kind === 'bytes') ? BYTES_BATCH_SIZE : BATCH_SIZE
  const rest = `ORDER BY ${relation.order} LIMIT ${size}`
  const first = raw.prepare<unknown[], MovedRow>(`${relation.select} ${rest}`).raw()
  const next = raw.prepare<unknown[], MovedRow>(`${relation.select} WHERE ${relation.after} ${rest}`).raw()
  const places = table.key.map((name) => table.columns.findIndex((column) => column.name === name))
  for (let last: readonly unknown[] | null = after; ; ) {
    const rows: readonly MovedRow[] = last === null ? first.all() : next.all(parametersOf(last))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = places.map((place) => rows.at(-1)?.[place])
    await yieldToEventLoop()
  }
}
