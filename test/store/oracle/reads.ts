// Reading the series: blocks of columns, and single samples.
import type { Minute } from '../../../src/domain/clock.js'
import type { LatestSample, SeriesStore } from '../../../src/domain/ports/series.js'
import type { Block, Sample } from '../../../src/domain/sample.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { type OracleRow, RAW_COLUMNS, SAMPLE_COLUMNS, toBlock } from './columns.js'

export const DAY_MINUTES = 24 * 60

type Reads = Pick<SeriesStore, 'blocks' | 'latest' | 'nearest' | 'firstMinute' | 'votesBefore'>

function prepareStatements({ raw }: Connection) {
  const one = <Bound extends unknown[]>(rest: string) =>
    raw.prepare<Bound, Sample>(`SELECT ${SAMPLE_COLUMNS} FROM sample WHERE universe_id = ? ${rest} LIMIT 1`)
  return {
    last: one<[number]>('ORDER BY minute DESC'),
    lastVoted: one<[number]>('AND likes IS NOT NULL AND dislikes IS NOT NULL ORDER BY minute DESC'),
    votedBefore: one<[number, Minute]>(
      'AND minute < ? AND likes IS NOT NULL AND dislikes IS NOT NULL ORDER BY minute DESC',
    ),
    before: one<[number, Minute, Minute]>('AND minute BETWEEN ? AND ? ORDER BY minute DESC'),
    after: one<[number, Minute, Minute]>('AND minute BETWEEN ? AND ? ORDER BY minute'),
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

  /** No statement stays open between two blocks: it would block every write of this process. */
  async function* blocks(universeId: number, from: Minute, until: Minute): AsyncIterable<Block> {
    let next = statements.first.get(universeId, from) ?? until
    while (next < until) {
      const end = Math.min((Math.floor(next / DAY_MINUTES) + 1) * DAY_MINUTES, until)
      yield toBlock(universeId, statements.rows.all(universeId, next, end))
      // Leaps over days without rows, however many.
      next = statements.first.get(universeId, end) ?? until
    }
  }

  function latestOf(universeId: number): LatestSample | undefined {
    const sample = statements.last.get(universeId)
    if (sample === undefined) return undefined
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

  return {
    blocks,
    latest: async (universeIds) => collect(universeIds, latestOf),
    nearest: async (universeIds, minute, tolerance) => collect(universeIds, (id) => nearestOf(id, minute, tolerance)),
    votesBefore: async (universeId, minute) => statements.votedBefore.get(universeId, minute),
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
