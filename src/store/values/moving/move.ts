// Moves all rows from one storage engine to the other: copies them in batches, each with the progress in one transaction, then reads both
// sides again and compares row by row. Nothing here knows a database.
import { createHash } from 'node:crypto'
import { rejection } from '../../../domain/error.js'
import type { MoveOptions, MoveReport } from '../../../domain/operation/moving.js'
import { type ComparedRows, compareTable } from './compare.js'
import type { MoveProgress, MoveSide, MoveTarget } from './sides.js'
import { keyOf, type MovedRow, type MovedTable } from './tables.js'

export interface Move extends Pick<MoveOptions, 'signal' | 'onProgress'> {
  readonly source: MoveSide
  readonly target: MoveTarget
  /** Those that others refer to come first. */
  readonly tables: readonly MovedTable[]
}

/** Tables of a few rows that change whenever a service runs. */
const TELLTALE_TABLES: readonly string[] = ['setting', 'tick_cursor', 'notice_cursor', 'event_change', 'correct_time']

export async function move(moving: Move): Promise<MoveReport> {
  const { source, target, tables } = moving
  const counts = await countRows(moving)
  const fingerprint = await fingerprintOf(moving, counts)
  const begun = await begin(moving, fingerprint)
  if (begun.course !== 'before') await copy(moving, begun.progress, counts)
  const compared = await compare(moving, counts, begun.course)
  if (begun.course !== 'before') await target.setLastNumbers(await source.lastNumbers())
  await requireLastNumbers(moving)
  await target.finish()
  const bytesOf = (name: string) => compared.get(name) ?? { rows: 0, bytes: 0, changedValues: 0 }
  return {
    from: source.name,
    to: target.name,
    course: begun.course,
    tables: tables.map(({ name }) => ({ name, rows: bytesOf(name).rows })),
    segments: bytesOf('segment').rows,
    segmentBytes: bytesOf('segment').bytes,
    secrets: bytesOf('secret').rows,
    changedValues: [...compared.values()].reduce((sum, { changedValues }) => sum + changedValues, 0),
    damagedRows: source.damagedRows(),
  }
}

type RowCounts = ReadonlyMap<string, number>

async function countRows({ source, tables }: Move): Promise<RowCounts> {
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await source.countOf(table))
  return counts
}

/** Differs, where the source was used since. What it does not show, the comparison finds. Short, because each batch stores it. */
async function fingerprintOf({ source, tables }: Move, counts: RowCounts): Promise<string> {
  const values: MovedRow[] = []
  for (const table of tables)
    if (TELLTALE_TABLES.includes(table.name))
      for await (const rows of source.rows(table, null)) values.push(...rows.map((row) => [table.name, ...row]))
  const facts = JSON.stringify([source.name, [...counts], values, [...(await source.lastNumbers())]])
  return createHash('sha256').update(facts).digest('hex')
}

interface Beginning {
  readonly course: MoveReport['course']
  readonly progress: MoveProgress
}

async function begin({ target, tables }: Move, fingerprint: string): Promise<Beginning> {
  const first: MoveProgress = { fingerprint, table: tables[0]?.name ?? null, after: null }
  const known = await target.progress()
  if (known === undefined) {
    // Either other data, or a move that ended and was not reported: the comparison decides.
    if (!(await target.isEmpty())) return { course: 'before', progress: { ...first, table: null } }
    await target.begin(first)
    return { course: 'begun', progress: first }
  }
  if (known.fingerprint === fingerprint) return { course: 'continued', progress: known }
  await target.empty()
  await target.begin(first)
  return { course: 'again', progress: first }
}

async function copy(moving: Move, from: MoveProgress, counts: RowCounts): Promise<void> {
  const { source, target, tables, signal, onProgress } = moving
  const { fingerprint } = from
  const total = sumOf(counts)
  const first = tables.findIndex(({ name }) => name === from.table)
  const left = first < 0 ? [] : tables.slice(first)
  let done = await copiedRows(moving, left)
  onProgress('copying', done, total)
  for (const [index, table] of left.entries()) {
    const after = table.name === from.table ? from.after : null
    for await (const rows of source.rows(table, after)) {
      throwIfStopped(signal)
      const accepted = rows.map((row) => acceptedRow(target, table, row))
      await target.put(table, accepted, { fingerprint, table: table.name, after: lastKey(table, rows) })
      done += rows.length
      onProgress('copying', done, total)
    }
    await target.put(table, [], { fingerprint, table: left[index + 1]?.name ?? null, after: null })
  }
}

/** Of an earlier run. */
async function copiedRows({ target, tables }: Move, left: readonly MovedTable[]): Promise<number> {
  let rows = 0
  for (const table of tables) if (!left.slice(1).includes(table)) rows += await target.countOf(table)
  return rows
}

const sumOf = (counts: RowCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Keys hold no bytes and no null. */
const lastKey = (table: MovedTable, rows: readonly MovedRow[]): MoveProgress['after'] => {
  const last = rows.at(-1)
  if (last === undefined) return null
  return keyOf(table, last).map((value) => (typeof value === 'number' ? value : String(value)))
}

const acceptedRow = (target: MoveTarget, table: MovedTable, row: MovedRow): MovedRow =>
  row.map((value, column) => target.accepted(value, table, column))

async function compare(
  moving: Move,
  counts: RowCounts,
  course: MoveReport['course'],
): Promise<ReadonlyMap<string, ComparedRows>> {
  const { source, target, tables, signal, onProgress } = moving
  const total = sumOf(counts)
  const results = new Map<string, ComparedRows>()
  let done = 0
  for (const table of tables) {
    const accept = (row: MovedRow): MovedRow => acceptedRow(target, table, row)
    const before = done
    const sides = { table, accept, source: source.rows(table, null), target: target.rows(table, null) }
    const result = await compareTable(sides, (rows) => {
      throwIfStopped(signal)
      done = before + rows
      onProgress('comparing', done, total)
    })
    if (result === undefined) {
      if (course === 'before')
        throw rejection('INVALID_PARAMETERS', { name: 'move target holds data', facts: { database: target.name } })
      await target.distrust()
      throw rejection('UNAVAILABLE', { name: 'move differs', facts: { database: target.name, table: table.name } })
    }
    results.set(table.name, result)
  }
  return results
}

async function requireLastNumbers({ source, target }: Move): Promise<void> {
  const [before, after] = [await source.lastNumbers(), await target.lastNumbers()]
  for (const [table, number] of before)
    if ((after.get(table) ?? 0) < number)
      throw rejection('UNAVAILABLE', { name: 'move differs', facts: { database: target.name, table } })
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw rejection('UNAVAILABLE', { name: 'move stopped', facts: {} })
}
