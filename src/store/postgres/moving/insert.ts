// Stores moved rows, with one statement for each batch, and what PostgreSQL cannot store of the values of SQLite.
import type pg from 'pg'
import { MEASURE_NAMES } from '../../../domain/measures.js'
import type { Sample } from '../../../domain/sample.js'
import type { MoveTarget } from '../../values/moving/sides.js'
import {
  type ColumnKind,
  HEAD_ROWS,
  type MovedRow,
  type MovedTable,
  type MovedValue,
} from '../../values/moving/tables.js'
import { encodeSample } from '../series/sample-bytes.js'
import { INSERT_HEAD_ROWS, makePartitions } from '../series/writing/partitions.js'

const ARRAY_TYPES: Readonly<Record<ColumnKind, string>> = {
  whole: 'bigint',
  real: 'double precision',
  flag: 'boolean',
  text: 'text',
  json: 'text',
  bytes: 'bytea',
}

/** Must run in a transaction. */
export async function insertRows(client: pg.Client, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  if (rows.length === 0) return
  if (table.name === HEAD_ROWS.name) return insertHeadRows(client, rows)
  const { name, columns } = table
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const values = columns.map(({ kind }, index) => (kind === 'json' ? `c${index}::json` : `c${index}`)).join(', ')
  const arrays = columns.map(({ kind }, index) => `$${index + 1}::${ARRAY_TYPES[kind]}[]`).join(', ')
  const aliases = columns.map((_, index) => `c${index}`).join(', ')
  await client.query(
    `INSERT INTO "${name}" (${names}) SELECT ${values} FROM unnest(${arrays}) AS moved (${aliases})`,
    columns.map(({ kind }, index) => rows.map((row) => bound(kind, row[index] ?? null))),
  )
}

const bound = (kind: ColumnKind, value: MovedValue): MovedValue | boolean =>
  kind === 'flag' && value !== null ? value === 1 : value

async function insertHeadRows(client: pg.Client, rows: readonly MovedRow[]): Promise<void> {
  const samples = rows.map(sampleOf)
  await makePartitions(
    async <Row extends object>(text: string) => (await client.query<Row>(text)).rows,
    samples.map(({ minute }) => minute),
  )
  await client.query(INSERT_HEAD_ROWS, [
    samples.map(({ universeId }) => universeId),
    samples.map(({ minute }) => minute),
    samples.map(encodeSample),
  ])
}

function sampleOf([minute, universeId, ...values]: MovedRow): Sample {
  const measured = MEASURE_NAMES.map((name, index) => [name, values[index] ?? null] as const)
  return { minute, universeId, ...Object.fromEntries(measured) } as Sample
}

/** A text has no zero byte here. A creator whose text is damaged is unknown, as it is to every reader; the next tick stores it again. */
export const acceptedValue: MoveTarget['accepted'] = (value, table, column) => {
  if (typeof value !== 'string') return value
  if (table.columns[column]?.kind === 'json' && !isJson(value)) return null
  return value.replaceAll('\0', '\uFFFD')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return !text.includes('\0')
  } catch {
    return false
  }
}
