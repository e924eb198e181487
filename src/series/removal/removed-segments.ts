// The removed segments: those of weeks as they were before retention thinned them.
import type { Block } from '../../domain/sample.js'
import { CorruptError } from '../codec/bytes.js'
import { decodeSegment, encodeSegment, type Segment } from '../codec/segment.js'
import { type Directory, keyOf, weekOf } from '../tables/keys.js'
import { isDamage, type ReadableRows, type SegmentKey, type Segments } from '../tables/segments.js'

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
  /** All that was removed from a week, the oldest first. */
  read(week: RemovedWeek): RemovedPiece[]
  drop(id: number): void
}

export interface RemovedSegmentDeps {
  readonly directory: Directory
  readonly segments: Segments
  readonly budget: Pick<RemovedBudget, 'take'>
  readonly correctTime: Pick<CorrectTime, 'ms'>
}

export type RemovedHeader = Pick<RemovedPiece, 'id' | 'slot' | 'samples'>

/** What is stored with the bytes; `removedAt` in milliseconds of correct time. */
export type RemovedRow = RemovedWeek & Pick<RemovedPiece, 'slot' | 'samples'> & { readonly removedAt: number }

/** The rows of the database. */
export interface RemovedRows extends ReadableRows {
  /** Copies the bytes of the segment with this key. */
  copy(row: RemovedRow, key: number): void
  /** Does nothing where the same bytes are there already, as after a crash, when rows are compacted again. */
  insert(row: RemovedRow, bytes: Buffer): void
  headers(week: RemovedWeek): RemovedHeader[]
  /** Null where the row has no bytes. Throws where it cannot be read. */
  data(id: number): Buffer | null | undefined
  drop(id: number): void
}

/** The disk budget for samples that retention removed. */
export interface RemovedBudget {
  /** Counts the used bytes again. False where there is still no room for the segment that did not fit last time. */
  recount(): boolean
  /** Uses these bytes of the budget; false where they do not fit. */
  take(bytes: number): boolean
  /** Whether this many bytes would fit now. */
  hasRoomFor(bytes: number): boolean
}

/** How long a service ran with a correct clock. */
export interface CorrectTime {
  /** Milliseconds counted so far, including those of earlier processes. */
  ms(): number
  /** Adds the time since the last call, if the clock is correct now and was correct then. */
  count(): void
}

export function removedSegmentTable(
  rows: RemovedRows,
  { directory, segments, budget, correctTime }: RemovedSegmentDeps,
): RemovedSegments {
  /** A segment on a broken page of the file is read as one without bytes. */
  function read({ universeId, week }: RemovedWeek, header: RemovedHeader): RemovedPiece {
    let bytes: Buffer = Buffer.alloc(0)
    try {
      bytes = rows.data(header.id) ?? bytes
      const number = directory.find(universeId)?.number
      // The checksum of a segment covers its original key.
      const key = number === undefined ? undefined : keyOf(number, week)
      const segment = decodeSegment(bytes, universeId, undefined, key)
      if (weekOf(segment.first) !== week || weekOf(segment.last) !== week || segment.slot !== header.slot)
        throw new CorruptError('The removed segment is one of another week.')
      return { ...header, bytes, segment }
    } catch (error) {
      if (!isDamage(error, rows)) throw error
      return { ...header, bytes, segment: undefined }
    }
  }

  return {
    keep(place, { slot, samples }) {
      const { number, universeId, week } = place
      if (!budget.take(segments.size(place))) return false
      rows.copy({ universeId, week, slot, samples, removedAt: correctTime.ms() }, keyOf(number, week))
      return true
    },
    keepRows({ universeId, week }, slot, late) {
      const samples = late.minutes.length
      if (samples === 0) return
      rows.insert({ universeId, week, slot, samples, removedAt: correctTime.ms() }, encodeSegment(late, slot))
    },
    read: (week) => rows.headers(week).map((header) => read(week, header)),
    drop: rows.drop,
  }
}

/** The weeks that were restored lately, which retention does not touch, so that the operator can correct the cause. */
export interface RestoredWeeks {
  has(week: RemovedWeek): boolean
  /** Must be called in the transaction that restores the week. */
  add(week: RemovedWeek): void
  /** Deletes the rows of weeks that were restored at `restoredAt` or before. */
  forgetBefore(restoredAt: number): void
}
