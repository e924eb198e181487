// Reads the series of the oracle: blocks of columns, and single samples.
import type { Minute } from '../../../src/domain/clock.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../src/domain/measures.js'
import type { LatestSample, SeriesStore } from '../../../src/domain/ports/series.js'
import type { ClosingValues } from '../../../src/domain/rules/rollup.js'
import type { Block, Sample } from '../../../src/domain/sample.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { COLUMNS, type OracleRow, RAW_COLUMNS, SAMPLE_COLUMNS, toBlock } from './columns.js'

export const DAY_MINUTES = 24 * 60

type Reads = Pick<
  SeriesStore,
  'blocks' | 'wholeBlocks' | 'scan' | 'latest' | 'nearest' | 'nearestHour' | 'firstMinute' | 'closingBefore'
>

function prepareStatements({ raw }: Connection) {
  const one = <Bound extends unknown[]>(rest: string) =>
    raw.prepare<Bound, Sample>(`SELECT ${SAMPLE_COLUMNS} FROM sample WHERE universe_id = ? ${rest} LIMIT 1`)
  return {
    last: one<[number]>('ORDER BY minute DESC'),
    lastVisits: one<[number]>('AND visits IS NOT NULL ORDER BY minute DESC'),
    lastFavorites: one<[number]>('AND favorites IS NOT NULL ORDER BY minute DESC'),
    lastVoted: one<[number]>('AND likes IS NOT NULL AND dislikes IS NOT NULL ORDER BY minute DESC'),
    before: one<[number, Minute, Minute]>('AND minute BETWEEN ? AND ? ORDER BY minute DESC'),
    after: one<[number, Minute, Minute]>('AND minute BETWEEN ? AND ? ORDER BY minute'),
    between: raw.prepare<[number, Minute, Minute], Sample>(
      `SELECT ${SAMPLE_COLUMNS} FROM sample WHERE universe_id = ? AND minute BETWEEN ? AND ? ORDER BY minute`,
    ),
    first: raw
      .prepare<[number, Minute], Minute | null>('SELECT min(minute) FROM sample WHERE universe_id = ? AND minute >= ?')
      .pluck(),
    rows: raw
      .prepare<[number, Minute, Minute], OracleRow>(
        `SELECT ${RAW_COLUMNS} FROM sample WHERE universe_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
      )
      .raw(),
  }
}

export function seriesReads(connection: Connection): Reads {
  const statements = prepareStatements(connection)

  /** No statement stays open between two blocks, because it would block all writes of the process. */
  async function* blocks(universeId: number, from: Minute, until: Minute): AsyncIterable<Block> {
    let next = statements.first.get(universeId, from) ?? until
    while (next < until) {
      const end = Math.min((Math.floor(next / DAY_MINUTES) + 1) * DAY_MINUTES, until)
      yield toBlock(universeId, statements.rows.all(universeId, next, end))
      // Skips all days without rows.
      next = statements.first.get(universeId, end) ?? until
    }
  }

  function latestOf(universeId: number): LatestSample | undefined {
    const last = statements.last.get(universeId)
    if (last === undefined) return undefined
    const sample = {
      ...last,
      visits: last.visits ?? statements.lastVisits.get(universeId)?.visits ?? null,
      favorites: last.favorites ?? statements.lastFavorites.get(universeId)?.favorites ?? null,
    }
    if (sample.likes !== null && sample.dislikes !== null) return { ...sample, votesMinute: sample.minute }
    const voted = statements.lastVoted.get(universeId)
    if (voted === undefined) return { ...sample, votesMinute: null }
    return { ...sample, likes: voted.likes, dislikes: voted.dislikes, votesMinute: voted.minute }
  }

  function nearestOf(universeId: number, minute: Minute, tolerance: number): Sample | undefined {
    const before = statements.before.get(universeId, minute - tolerance, minute)
    const reach = before === undefined ? tolerance : minute - before.minute - 1
    return statements.after.get(universeId, minute, minute + reach) ?? before
  }

  /** Of the first samples of all hours. */
  function nearestHourOf(universeId: number, minute: Minute, tolerance: number): Sample | undefined {
    const hourOf = (one: Minute): number => Math.floor(one / 60)
    const from = hourOf(minute - tolerance) * 60
    const rows = statements.between.all(universeId, from, minute + tolerance)
    const firsts = rows.filter((row, index) => hourOf(row.minute) !== hourOf(rows[index - 1]?.minute ?? Number.NaN))
    const near = firsts.filter((row) => row.minute >= minute - tolerance)
    const away = (row: Sample): number => Math.abs(row.minute - minute)
    return near.reduce<Sample | undefined>((best, row) => (best && away(best) <= away(row) ? best : row), undefined)
  }

  return {
    blocks,
    wholeBlocks: (universeId, { from, until }) => blocks(universeId, from, until),
    scan: (universeId, { from, until }) => blocks(universeId, from, until),
    latest: async (universeIds) => collect(universeIds, latestOf),
    nearest: async (universeIds, minute, tolerance) => collect(universeIds, (id) => nearestOf(id, minute, tolerance)),
    nearestHour: async (universeIds, minute, tolerance) =>
      collect(universeIds, (id) => nearestHourOf(id, minute, tolerance)),
    closingBefore: async (universeId, minute, interval) => {
      const rows = statements.rows.all(universeId, Number.MIN_SAFE_INTEGER, minute)
      const slotOf = (row: OracleRow | undefined) => Math.floor((row?.[0] ?? Number.NaN) / interval)
      const seen = rows.filter((row, index) => slotOf(row) !== slotOf(rows[index - 1]))
      const lastKnown = (name: ClosingMeasure) =>
        seen.map((row) => row[1 + COLUMNS.indexOf(name)] ?? null).findLast((value) => value !== null) ?? null
      return Object.fromEntries(CLOSING_MEASURES.map((name) => [name, lastKnown(name)])) as ClosingValues
    },
    firstMinute: async (universeId) => statements.first.get(universeId, Number.MIN_SAFE_INTEGER) ?? undefined,
  }
}

function collect<T>(universeIds: readonly number[], find: (id: number) => T | undefined): Map<number, T> {
  const found = new Map<number, T>()
  for (const id of universeIds) {
    const value = find(id)
    if (value !== undefined) found.set(id, value)
  }
  return found
}
