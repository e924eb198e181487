// The tables that a move copies, from the schema itself: what is added there is moved too.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type ColumnKind, HEAD_ROWS, type MovedTable, NUMBERED_TABLES } from '../../values/moving/tables.js'
import * as audit from '../audit/schema.js'
import * as auth from '../auth/schema.js'
import * as discord from '../discord/schema.js'
import * as events from '../events/schema.js'
import * as hourly from '../hourly/schema.js'
import * as icons from '../icons/schema.js'
import * as leases from '../leases/schema.js'
import * as market from '../market/schema.js'
import * as marks from '../marks/schema.js'
import * as notifications from '../notifications/schema.js'
import * as personAlerts from '../person-alerts/schema.js'
import * as records from '../schema.js'
import * as secrets from '../secrets/schema.js'
import * as series from '../series/schema.js'
import * as sharing from '../sharing/schema.js'

/**
 * What only processes that share a database need: the requests of the last minutes, the versions of what they remember, and the
 * cursors of shards, which the cursor of all includes. And what is computed again within the hour.
 */
export const UNMOVED_TABLES: readonly string[] = ['hourly_numbers', 'rate_window', 'series_version', 'shard_cursor']

const SCHEMAS = [
  ...[records, audit, auth, discord, events, hourly, icons, leases],
  ...[market, marks, notifications, personAlerts, secrets, series, sharing],
]

type TableConfig = ReturnType<typeof getTableConfig>

const configs = (): TableConfig[] =>
  SCHEMAS.flatMap((schema): unknown[] => Object.values(schema)).flatMap((value) =>
    is(value, PgTable) ? [getTableConfig(value)] : [],
  )

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bigint: 'whole',
  integer: 'whole',
  'double precision': 'real',
  boolean: 'flag',
  text: 'text',
  json: 'json',
  bytea: 'bytes',
}

/** All of them; a table comes after those that it refers to. */
export function movedTables(): MovedTable[] {
  // Bundled or not, the order is the same, because a move that goes on relies on it.
  const left = configs()
    .filter(({ name }) => !UNMOVED_TABLES.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const names = new Set(left.map(({ name }) => name))
  const sorted: MovedTable[] = []
  while (left.length > 0) {
    const done = new Set(sorted.map(({ name }) => name))
    const next = left.findIndex((config) => parentsOf(config).every((name) => done.has(name) || !names.has(name)))
    const [config] = left.splice(next, 1)
    if (next < 0 || config === undefined) throw new Error('The tables refer to each other in a circle.')
    sorted.push(tableOf(config))
  }
  return sorted
}

/** SQLite finds the rows of the series by the number that `series` gives their universe. */
const parentsOf = ({ name, foreignKeys }: TableConfig): string[] =>
  NUMBERED_TABLES.includes(name)
    ? ['series']
    : foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name)

function tableOf(config: TableConfig): MovedTable {
  const { name, columns, primaryKeys } = config
  if (name === HEAD_ROWS.name) return HEAD_ROWS
  const key = columns.filter((column) => column.primary).map((column) => column.name)
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, kind: kindOf(name, column.getSQLType()) })),
    key: numbered(config) ?? primaryKeys[0]?.columns.map((column) => column.name) ?? key,
  }
}

function kindOf(table: string, type: string): ColumnKind {
  const kind = KINDS[type]
  if (kind === undefined) throw new Error(`A column of ${table} has the type ${type}, which no move knows.`)
  return kind
}

/** A number that the database gives is unique, also where the universe stands before it in the key. */
const numbered = ({ columns }: TableConfig): string[] | undefined => {
  const column = columns.find(({ generatedIdentity }) => generatedIdentity !== undefined)
  return column === undefined ? undefined : [column.name]
}

/** The sequences that give numbers, by the table whose rows get them. */
export const sequences = (): ReadonlyMap<string, string> =>
  new Map([
    ...configs()
      .filter((config) => numbered(config) !== undefined)
      .map(({ name }) => [name, `${name}_id_seq`] as const),
    ['series', 'series_number'],
  ])
