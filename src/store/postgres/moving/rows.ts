// Reads the rows of moved tables by a cursor of the server, in the order of their keys. Must run in a transaction.
import type pg from 'pg'
import { MEASURE_NAMES } from '../../../domain/measures.js'
import { CorruptError } from '../../../series/codec/bytes.js'
import {
  type ColumnKind,
  HEAD_ROWS,
  type MovedRow,
  type MovedTable,
  type MovedValue,
} from '../../values/moving/tables.js'
import { decodeSample } from '../series/sample-bytes.js'

const [BATCH_SIZE, BYTES_BATCH_SIZE, SAMPLES_BATCH_SIZE] = [2_000, 200, 20_000]

/** One row, with the minute up to which all shards are accounted for. */
const CURSOR_ROW = `SELECT id, coalesce((SELECT min(minute) FROM shard_cursor), minute),
  coalesce((SELECT bool_or(clock_was_wrong) FROM shard_cursor), clock_was_wrong) FROM tick_cursor`

const NO_BYTES = Buffer.alloc(0)

export class PostgresRows {
  private damaged = 0

  constructor(private readonly client: pg.Client) {}

  damagedRows(): number {
    return this.damaged
  }

  async countOf({ name }: MovedTable): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(`SELECT count(*)::float8 AS count FROM "${name}"`)
    return rows[0]?.count ?? 0
  }

  async *read(table: MovedTable, after: readonly (string | number)[] | null): AsyncGenerator<readonly MovedRow[]> {
    const isHead = table.name === HEAD_ROWS.name
    const isWide = table.columns.some(({ kind }) => kind === 'bytes')
    const size = isHead ? SAMPLES_BATCH_SIZE : isWide ? BYTES_BATCH_SIZE : BATCH_SIZE
    if (isHead) this.damaged = 0
    await this.client.query(`DECLARE moved_rows NO SCROLL CURSOR FOR ${this.statementOf(table, after)}`)
    try {
      for (;;) {
        const text = `FETCH ${size} FROM moved_rows`
        const { rows } = await this.client.query<unknown[]>({ text, rowMode: 'array' })
        if (rows.length === 0) return
        const read = isHead ? rows.flatMap((row) => this.sampleOf(row)) : rows.map((row) => rowOf(table, row))
        if (read.length > 0) yield read
      }
    } finally {
      // After an error the transaction has no cursor any more.
      await this.client.query('CLOSE moved_rows').catch(() => undefined)
    }
  }

  /** A cursor takes no parameters; the values are those of keys. */
  private statementOf(table: MovedTable, after: readonly (string | number)[] | null): string {
    const keys = table.key.map((name) => keyOf(table, name))
    const values = after?.map((value) => (typeof value === 'number' ? value : this.client.escapeLiteral(value)))
    const where = values === undefined ? '' : `WHERE (${keys.join(', ')}) > (${values.join(', ')})`
    return `${selectOf(table)} ${where} ORDER BY ${keys.join(', ')}`
  }

  private sampleOf([minute, universeId, data]: readonly unknown[]): MovedRow[] {
    try {
      const [id, at, ...values] = decodeSample(
        Number(universeId),
        Number(minute),
        Buffer.isBuffer(data) ? data : NO_BYTES,
      )
      return [[at ?? null, id ?? null, ...MEASURE_NAMES.map((_, index) => values[index] ?? null)]]
    } catch (error) {
      if (!(error instanceof CorruptError)) throw error
      this.damaged++
      return []
    }
  }
}

function selectOf({ name, columns }: MovedTable): string {
  if (name === HEAD_ROWS.name) return 'SELECT minute, universe_id, data FROM head_row'
  if (name === 'tick_cursor') return CURSOR_ROW
  const values = columns.map((column) => (column.kind === 'json' ? `"${column.name}"::text` : `"${column.name}"`))
  return `SELECT ${values.join(', ')} FROM "${name}"`
}

/** Texts in the order of their bytes, as in SQLite. */
const keyOf = ({ columns }: MovedTable, name: string): string => {
  const kind = columns.find((column) => column.name === name)?.kind
  return kind === 'text' ? `"${name}" COLLATE "C"` : `"${name}"`
}

const rowOf = ({ columns }: MovedTable, row: readonly unknown[]): MovedRow =>
  columns.map(({ kind }, index) => movedValue(kind, row[index]))

/** The driver gives bigints as texts. */
function movedValue(kind: ColumnKind, value: unknown): MovedValue {
  if (value === null || value === undefined) return null
  if (kind === 'bytes') return Buffer.isBuffer(value) ? value : null
  if (kind === 'text' || kind === 'json') return String(value)
  return Number(value)
}
