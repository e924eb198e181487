// Writes what a call changed in a workspace: one statement for each table and kind of change, with all rows in arrays.
import { randomInt } from 'node:crypto'
import type { Statements } from '../../connection.js'
import type { ChangedTable, UniverseRows, Workspace } from '../workspace.js'
import { numberList } from './load-step.js'

interface ChangedRow {
  readonly universe: UniverseRows
  readonly key: number
}

/** Must run in the transaction in which the rows were loaded. */
export async function save(run: Statements, { changes }: Workspace): Promise<void> {
  const tables = new Map<ChangedTable, Map<string, ChangedRow>>()
  for (const { table, universe, key } of changes) {
    const rows = tables.get(table) ?? new Map<string, ChangedRow>()
    tables.set(table, rows.set(`${universe.universeId} ${key}`, { universe, key }))
  }
  for (const [table, rows] of tables) await SAVERS[table](run, [...rows.values()])
  await saveVersions(run, [...tables])
}

/** What other processes remember of a universe depends on these tables. */
const VERSIONED_TABLES: readonly ChangedTable[] = ['series', 'segment', 'rollup', 'cadence']
const MAX_VERSION = 2 ** 48 - 1

async function saveVersions(run: Statements, tables: readonly (readonly [ChangedTable, Map<string, ChangedRow>])[]) {
  const changed = tables.flatMap(([table, rows]) => (VERSIONED_TABLES.includes(table) ? [...rows.values()] : []))
  if (changed.length === 0) return
  await run(
    `INSERT INTO series_version (universe_id, version) SELECT id, $2::bigint FROM unnest($1::bigint[]) AS ids (id)
     ON CONFLICT (universe_id) DO UPDATE SET version = excluded.version`,
    [numberList([...new Set(changed.map(({ universe }) => universe.universeId))]), randomInt(1, MAX_VERSION)],
  )
}

type Saver = (run: Statements, rows: readonly ChangedRow[]) => Promise<void>

/** The columns of a table with their types; the first ones are the key. */
interface TableShape {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, string>>
}

type ColumnValue = number | string | Buffer | null

/** Rows that `valuesOf` knows are written, and the others deleted. */
function saver(
  { name, key, columns }: TableShape,
  valuesOf: (row: ChangedRow) => readonly ColumnValue[] | undefined,
): Saver {
  const names = Object.keys(columns)
  const arrays = names.map((column, index) => `$${index + 1}::${columns[column]}[]`).join(', ')
  const others = names.filter((column) => !key.includes(column))
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ')
  const insert = `INSERT INTO ${name} (${names.join(', ')}) SELECT * FROM unnest(${arrays})
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set}`
  const remove =
    key[1] === undefined
      ? `DELETE FROM ${name} WHERE universe_id = ANY($1::bigint[])`
      : `DELETE FROM ${name} WHERE (universe_id, ${key[1]}) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`
  return async (run, rows) => {
    const values = rows.map((row) => ({ row, values: valuesOf(row) }))
    const gone = values.flatMap(({ row, values }) => (values === undefined ? [row] : []))
    const written = values.flatMap(({ values }) => (values === undefined ? [] : [values]))
    if (gone.length > 0) {
      const ids = numberList(gone.map(({ universe }) => universe.universeId))
      await run(remove, key[1] === undefined ? [ids] : [ids, numberList(gone.map((row) => row.key))])
    }
    if (written.length > 0)
      await run(
        insert,
        names.map((_, index) => written.map((row) => row[index] ?? null)),
      )
  }
}

const SAVERS: Readonly<Record<ChangedTable, Saver>> = {
  series: saver(
    {
      name: 'series',
      key: ['universe_id'],
      columns: { universe_id: 'bigint', number: 'bigint', first_minute: 'int', last_minute: 'int' },
    },
    ({ universe: { universeId, entry } }) => entry && [universeId, entry.number, entry.first, entry.last],
  ),
  schedule: saver(
    {
      name: 'schedule',
      key: ['universe_id', 'since'],
      columns: { universe_id: 'bigint', since: 'bigint', interval: 'bigint' },
    },
    ({ universe: { universeId, schedules }, key }) => {
      const row = schedules.find(({ since }) => since === key)
      return row && [universeId, row.since, row.interval]
    },
  ),
  cadence: saver(
    {
      name: 'import_cadence',
      key: ['universe_id', 'from_minute'],
      columns: { universe_id: 'bigint', from_minute: 'int', until_minute: 'int', interval: 'int' },
    },
    ({ universe: { universeId, cadences }, key }) => {
      const row = cadences.find(({ from }) => from === key)
      return row && [universeId, row.from, row.until, row.interval]
    },
  ),
  gap: saver(
    {
      name: 'gap',
      key: ['universe_id', 'from_minute'],
      columns: { universe_id: 'bigint', from_minute: 'int', until_minute: 'int', reason: 'text' },
    },
    ({ universe: { universeId, gaps }, key }) => {
      const row = gaps.find(({ from }) => from === key)
      return row && [universeId, row.from, row.until, row.reason]
    },
  ),
  hours: saver(
    {
      name: 'hour_samples',
      key: ['universe_id'],
      columns: { universe_id: 'bigint', since: 'int', data: 'bytea' },
    },
    ({ universe: { universeId, hours } }) => hours && [universeId, ...hours],
  ),
  segment: saver(
    {
      name: 'segment',
      key: ['universe_id', 'week'],
      columns: { universe_id: 'bigint', week: 'int', data: 'bytea' },
    },
    ({ universe: { universeId, segments }, key }) => {
      const data = segments.get(key)?.data
      return data && [universeId, key, data]
    },
  ),
  rollup: saver(
    {
      name: 'rollup',
      key: ['universe_id', 'week'],
      columns: { universe_id: 'bigint', week: 'int', samples: 'int', slot: 'int', data: 'bytea' },
    },
    ({ universe: { universeId, rollups }, key }) => {
      const row = rollups.get(key)
      return row && [universeId, key, row.samples, row.slot, row.data ?? null]
    },
  ),
  quarantine: saver(
    {
      name: 'damaged_segment',
      key: ['universe_id', 'week'],
      columns: {
        universe_id: 'bigint',
        week: 'int',
        data: 'bytea',
        samples: 'int',
        rollup: 'bytea',
        last_minute: 'int',
      },
    },
    ({ universe: { universeId, quarantine }, key }) => {
      const row = quarantine.get(key)
      return row && [universeId, key, row.data, row.samples, row.rollup, row.lastMinute]
    },
  ),
  removed: saveRemoved,
  restored: saver(
    {
      name: 'restored_week',
      key: ['universe_id', 'week'],
      columns: { universe_id: 'bigint', week: 'int', restored_at: 'bigint' },
    },
    ({ universe: { universeId, restored }, key }) => {
      const restoredAt = restored.get(key)
      return restoredAt === undefined ? undefined : [universeId, key, restoredAt]
    },
  ),
}

/** Rows with a negative id are new; the database gives them their id. */
async function saveRemoved(run: Statements, rows: readonly ChangedRow[]): Promise<void> {
  const gone = rows.filter(({ key }) => key >= 0)
  if (gone.length > 0)
    await run(
      `DELETE FROM removed_segment WHERE (universe_id, id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
      [numberList(gone.map(({ universe }) => universe.universeId)), numberList(gone.map(({ key }) => key))],
    )
  const added = rows.flatMap(({ universe: { universeId, removed }, key }) => {
    const row = key < 0 ? removed.find(({ id }) => id === key) : undefined
    return row === undefined ? [] : [{ universeId, ...row }]
  })
  if (added.length > 0)
    await run(
      `INSERT INTO removed_segment (universe_id, week, slot, samples, removed_at, data)
       SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bytea[])`,
      [
        added.map(({ universeId }) => universeId),
        added.map(({ week }) => week),
        added.map(({ slot }) => slot),
        added.map(({ samples }) => samples),
        added.map(({ removedAt }) => removedAt),
        added.map(({ data }) => data),
      ],
    )
}
