// The segments: one of bytes for each universe and week. Damage is logged once, and remembered until the segment is written
// again.

import { LRUCache } from 'lru-cache'
import { DAY_MINUTES, isoOfDay } from '../../domain/clock.js'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { NoteRead } from '../../domain/ports/activity.js'
import type { Log } from '../../domain/ports/events.js'
import type { Block } from '../../domain/sample.js'
import { CorruptError } from '../codec/bytes.js'
import {
  checkSegment,
  decodeSegment,
  encodeSegment,
  isOfNewestFormat,
  type Segment,
  type SegmentHeader,
  type WeekBuffer,
  withKey,
} from '../codec/segment.js'
import { keyOf, weekOf, weekStart } from './keys.js'

export interface SegmentKey {
  readonly number: number
  readonly universeId: number
  readonly week: number
}

/** A segment or its header, or the reason why it cannot be read; both undefined where there is no segment. */
export interface SegmentResult<What> {
  readonly found?: What
  /** Why the segment cannot be read. */
  readonly error?: Error
}

export interface Segments extends ReadableRows {
  /** Undefined where there is no segment, or where it is damaged. For `room` see decodeSegment. */
  read(place: SegmentKey, room?: WeekBuffer): Segment | undefined
  /**
   * The same, decoded only if its bytes have changed since one of the last reads of this function. The caller must not
   * change the rows. With `room`, a segment that is decoded now is not remembered.
   */
  readRecent(place: SegmentKey, room?: WeekBuffer): Segment | undefined
  /** The bytes of a segment that would have to be decoded; undefined also where they cannot be read. */
  encoded(place: SegmentKey): EncodedSegment | undefined
  /** The same with the reason; logs nothing. */
  inspect(place: SegmentKey, room?: WeekBuffer): SegmentResult<Segment>
  /** Verifies the checksum without decoding any row, which takes a tenth of the time of a read. */
  check(place: SegmentKey): SegmentResult<SegmentHeader>
  /** Why this process could not read the segment the last time. */
  damageOf(place: SegmentKey): Error | undefined
  /** A number that changes whenever a segment is found damaged, or a damaged one is written again. */
  damageVersion(): number
  /** Throws where the segment cannot be written, because a page of the file is broken there. */
  requireWritable(place: SegmentKey): void
  write(place: SegmentKey, block: Block, how?: SegmentWriteOptions): void
  /** Writes the bytes of a segment that was stored before. */
  writeBytes(place: SegmentKey, bytes: Buffer): void
  /** Encodes a segment of an older format again, where that makes it smaller. A damaged one stays as it is. */
  renew(place: SegmentKey): void
  /** The next keys after this one, ascending; none where a broken page hides them. */
  keysAfter(key: number, limit: number): number[]
  /** The size in bytes; 0 where there is no segment. */
  size(place: SegmentKey): number
  /** The weeks with segments of a universe, ascending, including those that a broken page hides. */
  weeks(number: number, from: number, until: number): number[]
  /** The last week with a segment before `week`, not before `first`. */
  before(number: number, week: number, first: number): number | undefined
}

export interface EncodedSegment {
  readonly bytes: Uint8Array
  /** The key of its row. */
  readonly key: number
}

export interface SegmentWriteOptions {
  readonly slot?: number
  /** The current segment, where the block continues its rows. */
  readonly before?: Segment | undefined
  /** The block as a segment with another key, of slot 1; used where the block does not continue a segment. */
  readonly encoded?: Uint8Array | undefined
}

/** The rows of the database, by the keys of keys.ts. */
export interface SegmentRows extends ReadableRows {
  /** Null where the row has no bytes. Throws where the row cannot be read. */
  read(key: number): Buffer | null | undefined
  size(key: number): number | undefined
  put(key: number, bytes: Buffer): void
  /** See Segments. */
  keysAfter(key: number, limit: number): number[]
  weeks(number: number, from: number, until: number): number[]
  before(number: number, week: number, first: number): number | undefined
}

/** Rows of which a broken part of the database may hide some. */
export interface ReadableRows {
  /** Whether the error means that the database itself cannot read a row. */
  isUnreadable(error: unknown): error is Error
}

/** Two games with the weeks that one answer reads, of at most 0.6 MB each. */
const MAX_CACHE_SIZE = 12

/** The database cannot read the row, or the bytes of the segment are damaged (a CorruptError). */
export const isDamage = (error: unknown, rows: ReadableRows): error is Error =>
  error instanceof CorruptError || rows.isUnreadable(error)

/** The segments that a process found damaged, by their keys. Several tables of the same segments share it. */
export interface DamageMemory {
  readonly segments: Map<number, Error>
  /** Changes with each of them that is found, or can be read again. */
  version: number
}

export const newDamageMemory = (): DamageMemory => ({ segments: new Map(), version: 0 })

export function segmentTable(
  rows: SegmentRows,
  log: Log | undefined,
  onRead: NoteRead = () => undefined,
  damage: DamageMemory = newDamageMemory(),
): Segments {
  const damaged = damage.segments
  const recent = new LRUCache<number, { readonly bytes: Buffer; readonly segment: Segment }>({ max: MAX_CACHE_SIZE })

  const take = <What extends SegmentHeader>(
    { number, week }: SegmentKey,
    open: (bytes: Buffer, key: number) => What,
  ): SegmentResult<What> => {
    try {
      const key = keyOf(number, week)
      const bytes = rows.read(key)
      if (bytes === undefined) return {}
      const found = open(bytes ?? Buffer.alloc(0), key)
      if (weekOf(found.first) !== week || weekOf(found.last) !== week)
        throw new CorruptError('The segment is one of another week.')
      return { found }
    } catch (error) {
      if (!isDamage(error, rows)) throw error
      return { error }
    }
  }

  /** Remembers the damage for all later reads. */
  const rememberDamage = <What>(
    { number, universeId, week }: SegmentKey,
    result: SegmentResult<What>,
  ): SegmentResult<What> => {
    const key = keyOf(number, week)
    if (result.error === undefined) {
      // The week can be read again, so the error of the disk was temporary.
      if (damaged.delete(key)) damage.version++
    } else if (!damaged.has(key)) {
      damaged.set(key, result.error)
      damage.version++
      const days = { from: dateOf(weekStart(week)), to: dateOf(weekStart(week + 1) - 1) }
      log?.error({ universeId, ...days, err: result.error }, 'A week of samples is damaged and cannot be read.')
    }
    return result
  }

  const inspect: Segments['inspect'] = (place, room) =>
    take(place, (bytes, key) => decodeSegment(bytes, place.universeId, room, key))

  const inspectRecent = (place: SegmentKey, room: WeekBuffer | undefined): SegmentResult<Segment> =>
    take(place, (bytes, key) => {
      const known = recent.get(key)
      const isHit = known?.bytes.equals(bytes) === true && known.segment.block.universeId === place.universeId
      onRead(isHit)
      if (isHit) return known.segment
      const segment = decodeSegment(bytes, place.universeId, room, key)
      if (room === undefined) recent.set(key, { bytes, segment })
      return segment
    })

  const writeBytes: Segments['writeBytes'] = ({ number, week }, bytes) => {
    const key = keyOf(number, week)
    rows.put(key, bytes)
    if (damaged.delete(key)) damage.version++
  }

  return {
    inspect,
    encoded({ number, week }) {
      const key = keyOf(number, week)
      if (recent.has(key)) return undefined
      try {
        const bytes = rows.read(key)
        return bytes ? { bytes, key } : undefined
      } catch (error) {
        // The reader of the week finds the same, and reports it.
        if (!isDamage(error, rows)) throw error
        return undefined
      }
    },
    read: (place, room) => rememberDamage(place, inspect(place, room)).found,
    readRecent: (place, room) => rememberDamage(place, inspectRecent(place, room)).found,
    // A segment that failed to decode may still have a valid checksum, so it is decoded again.
    check: (place) =>
      rememberDamage(place, damaged.has(keyOf(place.number, place.week)) ? inspect(place) : take(place, checkSegment)),
    damageOf: ({ number, week }) => damaged.get(keyOf(number, week)),
    damageVersion: () => damage.version,
    requireWritable(place) {
      const { error } = inspect(place)
      if (error !== undefined && !(error instanceof CorruptError)) throw onBrokenPage(place, error)
    },
    write(place, block, { slot, before, encoded } = {}) {
      const key = keyOf(place.number, place.week)
      const isEncoded = encoded !== undefined && before === undefined && slot === undefined
      writeBytes(place, isEncoded ? withKey(encoded, key) : encodeSegment(block, slot, before, key))
    },
    writeBytes,
    renew(place) {
      const { found } = take(place, (bytes, key) => {
        if (isOfNewestFormat(bytes)) return { ...checkSegment(bytes, key), bytes: undefined }
        const segment = decodeSegment(bytes, place.universeId, undefined, key)
        const renewed = encodeSegment(segment.block, segment.slot, undefined, key)
        return { ...segment, bytes: renewed.length < bytes.length ? renewed : undefined }
      })
      if (found?.bytes !== undefined) writeBytes(place, found.bytes)
    },
    keysAfter: rows.keysAfter,
    size: ({ number, week }) => rows.size(keyOf(number, week)) ?? 0,
    weeks: rows.weeks,
    before: rows.before,
    isUnreadable: rows.isUnreadable,
  }
}

const dateOf = (minute: number): string => isoOfDay(Math.floor(minute / DAY_MINUTES))

const onBrokenPage = ({ universeId, week }: SegmentKey, cause: Error): HeadcountError =>
  rejection(
    'UNAVAILABLE',
    {
      name: 'broken page',
      facts: { universeId, first: dateOf(weekStart(week)), last: dateOf(weekStart(week + 1) - 1) },
    },
    { cause },
  )
