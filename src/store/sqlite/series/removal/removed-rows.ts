// The table `removed_segment`: the segments of weeks as they were before retention thinned them.
import type {
  RemovedHeader,
  RemovedRow,
  RemovedRows,
  RemovedWeek,
} from '../../../../series/removal/removed-segments.js'
import { type Connection, isUnreadable } from '../../connection.js'

/** Both ends included. */
export interface RemovedRange {
  readonly universes: readonly [first: number, last: number]
  readonly weeks: readonly [first: number, last: number]
}

/** Reads of many universes. */
export interface RemovedScan {
  /** The first week of the range after `after`, ordered by universe and week. */
  next(range: RemovedRange, after: RemovedWeek | undefined): RemovedWeek | undefined
  /** The number of weeks of universes that `next` goes through. */
  count(range: RemovedRange): number
  /** The ids of at most `limit` segments that were removed at `removedAt` or before. */
  removedBefore(removedAt: number, limit: number): number[]
}

export function removedRows(connection: Pick<Connection, 'raw'>): RemovedRows & RemovedScan {
  const { copy, insert, next, count, pieces, data, drop, old } = prepareStatements(connection)
  return {
    copy: (row, key) => void copy.run({ ...row, key }),
    insert: (row, bytes) => void insert.run({ ...row, bytes }),
    next: ({ universes, weeks }, after = { universeId: universes[0], week: Number.MIN_SAFE_INTEGER }) =>
      next.get({ ...after, last: universes[1], firstWeek: weeks[0], lastWeek: weeks[1] }),
    count: ({ universes, weeks }) => count.get(...universes, ...weeks) ?? 0,
    headers: (week) => pieces.all(week),
    data: (id) => data.get(id),
    drop: (id) => void drop.run(id),
    removedBefore: (removedAt, limit) => old.all(removedAt, limit),
    isUnreadable,
  }
}

function prepareStatements({ raw }: Pick<Connection, 'raw'>) {
  const columns = 'universe_id, week, slot, samples, removed_at, bytes, data'
  const values = '@universeId, @week, @slot, @samples, @removedAt'
  return {
    // CAST is needed because a flipped bit in the row's header may turn the BLOB into a text, with all its bytes
    // intact.
    copy: raw.prepare<[RemovedRow & { readonly key: number }]>(`
      INSERT INTO removed_segment (${columns})
      SELECT ${values}, length(CAST(data AS BLOB)), CAST(data AS BLOB) FROM segment WHERE key = @key`),
    // After a crash the same rows are compacted again, so they may be there already.
    insert: raw.prepare<[RemovedRow & { readonly bytes: Buffer }]>(`
      INSERT INTO removed_segment (${columns}) SELECT ${values}, length(@bytes), @bytes WHERE NOT EXISTS
      (SELECT 1 FROM removed_segment WHERE universe_id = @universeId AND week = @week AND data = @bytes)`),
    next: raw.prepare<
      [RemovedWeek & { readonly last: number; readonly firstWeek: number; readonly lastWeek: number }],
      RemovedWeek
    >(`
      SELECT universe_id AS universeId, week FROM removed_segment
      WHERE (universe_id, week) > (@universeId, @week) AND universe_id <= @last AND week BETWEEN @firstWeek AND @lastWeek
      ORDER BY universe_id, week LIMIT 1`),
    count: raw
      .prepare<[number, number, number, number], number>(`
        SELECT count(*) FROM (SELECT DISTINCT universe_id, week FROM removed_segment
        WHERE universe_id BETWEEN ? AND ? AND week BETWEEN ? AND ?)`)
      .pluck(),
    pieces: raw.prepare<[RemovedWeek], RemovedHeader>(
      'SELECT id, slot, samples FROM removed_segment WHERE universe_id = @universeId AND week = @week ORDER BY id',
    ),
    data: raw.prepare<[number], Buffer | null>('SELECT CAST(data AS BLOB) FROM removed_segment WHERE id = ?').pluck(),
    drop: raw.prepare<[number]>('DELETE FROM removed_segment WHERE id = ?'),
    old: raw
      .prepare<[number, number], number>(
        'SELECT id FROM removed_segment WHERE removed_at <= ? ORDER BY removed_at LIMIT ?',
      )
      .pluck(),
  }
}
