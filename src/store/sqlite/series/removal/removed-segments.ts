// The table `removed_segment`: the segments of weeks as they were before retention thinned them.
import type { Block } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import { CorruptError } from '../codec/bytes.js'
import { decodeSegment, encodeSegment, type Segment } from '../codec/segment.js'
import { type Directory, keyOf, weekOf } from '../tables/keys.js'
import { isDamage, type SegmentKey, type Segments } from '../tables/segments.js'
import type { RemovedBudget } from './budget.js'
import type { CorrectTime } from './correct-time.js'

export interface RemovedWeek {
  readonly universeId: number
  readonly week: number
}

export interface RemovedPiece {
  readonly id: number
  /** The slot in minutes to which the week had been thinned before; 1 where every sample was there. */
  readonly slot: number
  readonly samples: number
  readonly bytes: Buffer
  /** Undefined where the segment is damaged. */
  readonly segment: Segment | undefined
}

/** Both ends included. */
export interface RemovedRange {
  readonly universes: readonly [first: number, last: number]
  readonly weeks: readonly [first: number, last: number]
}

export interface RemovedSegments {
  /**
   * Keeps a copy of a week's segment. Must be called in the transaction that replaces the segment. False where the
   * budget has no room for it; then the segment must not be replaced.
   */
  keep(place: SegmentKey, was: Pick<RemovedPiece, 'slot' | 'samples'>): boolean
  /**
   * Keeps rows that came after their week was thinned to `slot`. They are few, so they are kept even where the budget
   * is used up.
   */
  keepRows(place: SegmentKey, slot: number, rows: Block): void
  /** The first week of the range after `after`, ordered by universe and week. */
  next(range: RemovedRange, after: RemovedWeek | undefined): RemovedWeek | undefined
  /** The number of weeks of universes that `next` goes through. */
  count(range: RemovedRange): number
  /** All that was removed from a week, the oldest first. */
  read(week: RemovedWeek): RemovedPiece[]
  drop(id: number): void
  /** The ids of at most `limit` segments that were removed at `removedAt` or before. */
  removedBefore(removedAt: number, limit: number): number[]
}

export interface RemovedSegmentDeps {
  readonly directory: Directory
  readonly segments: Segments
  readonly budget: RemovedBudget
  readonly correctTime: CorrectTime
}

type Header = Pick<RemovedPiece, 'id' | 'slot' | 'samples'>

export function removedSegmentTable(
  connection: Connection,
  { directory, segments, budget, correctTime }: RemovedSegmentDeps,
): RemovedSegments {
  const { copy, insert, next, count, pieces, data, drop, old } = prepareStatements(connection)

  /** A segment on a broken page of the file is read as one without bytes. */
  function read({ universeId, week }: RemovedWeek, header: Header): RemovedPiece {
    let bytes: Buffer = Buffer.alloc(0)
    try {
      bytes = data.get(header.id) ?? bytes
      const number = directory.find(universeId)?.number
      // The checksum of a segment covers its original key.
      const key = number === undefined ? undefined : keyOf(number, week)
      const segment = decodeSegment(bytes, universeId, undefined, key)
      if (weekOf(segment.first) !== week || weekOf(segment.last) !== week || segment.slot !== header.slot)
        throw new CorruptError('The removed segment is one of another week.')
      return { ...header, bytes, segment }
    } catch (error) {
      if (!isDamage(error)) throw error
      return { ...header, bytes, segment: undefined }
    }
  }

  return {
    keep(place, { slot, samples }) {
      const { number, universeId, week } = place
      if (!budget.take(segments.size(place))) return false
      copy.run({ key: keyOf(number, week), universeId, week, slot, samples, removedAt: correctTime.ms() })
      return true
    },
    keepRows({ universeId, week }, slot, rows) {
      if (rows.minutes.length === 0) return
      const bytes = encodeSegment(rows, slot)
      insert.run({ universeId, week, slot, samples: rows.minutes.length, removedAt: correctTime.ms(), bytes })
    },
    next({ universes, weeks }, after) {
      const from = after ?? { universeId: universes[0], week: Number.MIN_SAFE_INTEGER }
      return next.get({ ...from, last: universes[1], firstWeek: weeks[0], lastWeek: weeks[1] })
    },
    count: ({ universes, weeks }) => count.get(...universes, ...weeks) ?? 0,
    read: (week) => pieces.all(week).map((header) => read(week, header)),
    drop: (id) => void drop.run(id),
    removedBefore: (removedAt, limit) => old.all(removedAt, limit),
  }
}

type RemovedPieceRow = RemovedWeek & Pick<RemovedPiece, 'slot' | 'samples'> & { readonly removedAt: number }

function prepareStatements({ raw }: Connection) {
  const columns = 'universe_id, week, slot, samples, removed_at, bytes, data'
  const values = '@universeId, @week, @slot, @samples, @removedAt'
  return {
    // CAST is needed because a flipped bit in the row's header may turn the BLOB into a text, with all its bytes
    // intact.
    copy: raw.prepare<[RemovedPieceRow & { readonly key: number }]>(`
      INSERT INTO removed_segment (${columns})
      SELECT ${values}, length(CAST(data AS BLOB)), CAST(data AS BLOB) FROM segment WHERE key = @key`),
    // After a crash the same rows are compacted again, so they may be there already.
    insert: raw.prepare<[RemovedPieceRow & { readonly bytes: Buffer }]>(`
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
    pieces: raw.prepare<[RemovedWeek], Header>(
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
