// How each moved table is read from SQLite and written to it. Most have the same columns on both storage engines; the series are found by the
// number of their universe here.
import { keyOf, numberKeyOf } from '../../../series/tables/keys.js'
import { type MovedTable, WEEK_TABLES } from '../../values/moving/tables.js'

export interface Relation {
  /** The columns in their order, and the tables that have them. */
  readonly select: string
  readonly count: string
  /** The rows after a key, whose values are @p1, @p2 and so on: see `parametersOf`. */
  readonly after: string
  readonly order: string
  /** Takes the columns in their order as @p1, @p2 and so on; changes no row where a universe has no number. */
  readonly insert: string
}

/** Of the keys of `segment` and the tables like it. */
const [UNIT, OFFSET] = [numberKeyOf(1), keyOf(0, 0)] as const

/** The values of a statement, by the names that it has for them. */
export const parametersOf = (values: readonly unknown[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]))

export function relationOf(table: MovedTable): Relation {
  if (WEEK_TABLES.includes(table.name)) return weekRelation(table)
  if (table.name === 'hour_samples') return hourRelation(table)
  return plainRelation(table)
}

const quoted = (name: string): string => `"${name}"`

/** A flipped bit in the header of a row may turn a BLOB into a text, with all its bytes intact. */
const valuesOf = (columns: MovedTable['columns'], of = ''): string =>
  columns.map(({ name, kind }) => (kind === 'bytes' ? `CAST(${of}"${name}" AS BLOB)` : `${of}"${name}"`)).join(', ')

function plainRelation({ name, columns, key }: MovedTable): Relation {
  const keys = key.map(quoted).join(', ')
  const isRemoved = name === 'removed_segment'
  const names = [...columns.map((column) => quoted(column.name)), ...(isRemoved ? ['bytes'] : [])]
  const values = columns.map((_, index) => `@p${index + 1}`)
  const data = columns.findIndex((column) => column.name === 'data')
  return {
    select: `SELECT ${valuesOf(columns)} FROM "${name}"`,
    count: `SELECT count(*) FROM "${name}"`,
    after: `(${keys}) > (${key.map((_, index) => `@p${index + 1}`).join(', ')})`,
    order: keys,
    insert: `INSERT INTO "${name}" (${names.join(', ')})
      VALUES (${[...values, ...(isRemoved ? [`length(@p${data + 1})`] : [])].join(', ')})`,
  }
}

/** The columns are the universe, the week and more; the join is in the order of the universes. */
function weekRelation({ name, columns }: MovedTable): Relation {
  const others = columns.slice(2)
  const from = `series AS s CROSS JOIN "${name}" AS w ON w.key BETWEEN s.number * ${UNIT} AND s.number * ${UNIT} + ${UNIT - 1}`
  return {
    select: `SELECT s.universe_id, w.key % ${UNIT} - ${OFFSET}, ${valuesOf(others, 'w.')} FROM ${from}`,
    count: `SELECT count(*) FROM "${name}"`,
    after: `s.universe_id >= @p1 AND (s.universe_id > @p1 OR w.key > s.number * ${UNIT} + ${OFFSET} + @p2)`,
    order: 's.universe_id, w.key',
    insert: `INSERT INTO "${name}" (key, ${others.map((column) => quoted(column.name)).join(', ')})
      SELECT number * ${UNIT} + ${OFFSET} + @p2, ${others.map((_, index) => `@p${index + 3}`).join(', ')}
      FROM series WHERE universe_id = @p1`,
  }
}

function hourRelation({ columns }: MovedTable): Relation {
  const from = 'series AS s CROSS JOIN hour_samples AS h ON h.number = s.number'
  return {
    select: `SELECT s.universe_id, ${valuesOf(columns.slice(1), 'h.')} FROM ${from}`,
    count: `SELECT count(*) FROM ${from}`,
    after: 's.universe_id > @p1',
    order: 's.universe_id',
    insert:
      'INSERT INTO hour_samples (number, since, data) SELECT number, @p2, @p3 FROM series WHERE universe_id = @p1',
  }
}

/** How many rows belong to a number that no universe has. Only damage can cause that. */
export const STRAY_WEEKS = WEEK_TABLES.map((name) => ({
  table: name,
  statement: `SELECT count(*) FROM "${name}" WHERE key / ${UNIT} NOT IN (SELECT number FROM series)`,
}))
