// The table `segment`: one BLOB for each universe and week. Damage is logged once, and remembered until the segment is
// written again.

import { LRUCache } from 'lru-cache'
import { DAY_MINUTES, isoOfDay } from '../../../../domain/clock.js'
import { type HeadcountError, rejection } from '../../../../domain/error.js'
import type { NoteRead } from '../../../../domain/ports/activity.js'
import type { Log } from '../../../../domain/ports/events.js'
import type { Block } from '../../../../domain/sample.js'
import { type Connection, isUnreadable } from '../../connection.js'
import { CorruptError } from '../codec/bytes.js'
import {
  checkSegment,
  decodeSegment,
  encodeSegment,
  isOfNewestFormat,
  type Segment,
  type SegmentHeader,
  type WeekBuffer,
} from '../codec/segment.js'
import { keyOf, weekOf, weekOfKey, weekStart } from './keys.js'
import { rowsAround } from './rows-around.js'

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

export interface Segments {
  /** Undefined where there is no segment, or where it is damaged. For `room` see decodeSegment. */
  read(place: SegmentKey, room?: WeekBuffer): Segment | undefined
  /**
   * The same, decoded only if its bytes have changed since one of the last reads of this function. The caller must not
   * change the rows.
   */
  readRecent(place: SegmentKey): Segment | undefined
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
  /** `before` is the current segment, where the block continues its rows. */
  write(place: SegmentKey, block: Block, how?: { readonly slot?: number; readonly before?: Segment | undefined }): void
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

/** Two games with the weeks that one answer reads, of at most 0.6 MB each. */
const MAX_CACHE_SIZE = 12

/**
 * The structure of the file is broken at this place (an error of SQLite), or the bytes of the segment are damaged (a
 * CorruptError).
 */
export const isDamage = (error: unknown): error is Error => error instanceof CorruptError || isUnreadable(error)

export function segmentTable(
  { raw }: Pick<Connection, 'raw'>,
  log: Log | undefined,
  onRead: NoteRead = () => undefined,
): Segments {
  // CAST is needed because a flipped bit in the row's header may turn the BLOB into a text, with all its bytes intact.
  const select = raw.prepare<[number], Buffer | null>('SELECT CAST(data AS BLOB) FROM segment WHERE key = ?').pluck()
  const size = raw.prepare<[number], number>('SELECT length(CAST(data AS BLOB)) FROM segment WHERE key = ?').pluck()
  const put = raw.prepare<[number, Buffer]>('INSERT OR REPLACE INTO segment (key, data) VALUES (?, ?)')
  const keys = raw
    .prepare<[number, number], number>('SELECT key FROM segment WHERE key BETWEEN ? AND ? ORDER BY key')
    .pluck()
  const after = raw
    .prepare<[number, number], number>('SELECT key FROM segment WHERE key > ? ORDER BY key LIMIT ?')
    .pluck()
  const one = raw.prepare<[number], number>('SELECT key FROM segment WHERE key = ?').pluck()
  const last = raw
    .prepare<[number, number], number | null>('SELECT max(key) FROM segment WHERE key BETWEEN ? AND ?')
    .pluck()
  const damaged = new Map<number, Error>()
  const recent = new LRUCache<number, { readonly bytes: Buffer; readonly segment: Segment }>({ max: MAX_CACHE_SIZE })
  let version = 0

  const take = <What extends SegmentHeader>(
    { number, week }: SegmentKey,
    open: (bytes: Buffer, key: number) => What,
  ): SegmentResult<What> => {
    try {
      const key = keyOf(number, week)
      const bytes = select.get(key)
      if (bytes === undefined) return {}
      const found = open(bytes ?? Buffer.alloc(0), key)
      if (weekOf(found.first) !== week || weekOf(found.last) !== week)
        throw new CorruptError('The segment is one of another week.')
      return { found }
    } catch (error) {
      if (!isDamage(error)) throw error
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
      if (damaged.delete(key)) version++
    } else if (!damaged.has(key)) {
      damaged.set(key, result.error)
      version++
      const days = { from: dateOf(weekStart(week)), to: dateOf(weekStart(week + 1) - 1) }
      log?.error({ universeId, ...days, err: result.error }, 'A week of samples is damaged and cannot be read.')
    }
    return result
  }

  const inspect: Segments['inspect'] = (place, room) =>
    take(place, (bytes, key) => decodeSegment(bytes, place.universeId, room, key))

  const inspectRecent = (place: SegmentKey): SegmentResult<Segment> =>
    take(place, (bytes, key) => {
      const known = recent.get(key)
      const isHit = known?.bytes.equals(bytes) === true && known.segment.block.universeId === place.universeId
      onRead(isHit)
      if (isHit) return known.segment
      const segment = decodeSegment(bytes, place.universeId, undefined, key)
      recent.set(key, { bytes, segment })
      return segment
    })

  const writeBytes: Segments['writeBytes'] = ({ number, week }, bytes) => {
    const key = keyOf(number, week)
    put.run(key, bytes)
    if (damaged.delete(key)) version++
  }

  return {
    inspect,
    read: (place, room) => rememberDamage(place, inspect(place, room)).found,
    readRecent: (place) => rememberDamage(place, inspectRecent(place)).found,
    // A segment that failed to decode may still have a valid checksum, so it is decoded again.
    check: (place) =>
      rememberDamage(place, damaged.has(keyOf(place.number, place.week)) ? inspect(place) : take(place, checkSegment)),
    damageOf: ({ number, week }) => damaged.get(keyOf(number, week)),
    damageVersion: () => version,
    requireWritable(place) {
      const { error } = inspect(place)
      if (error !== undefined && !(error instanceof CorruptError)) throw onBrokenPage(place, error)
    },
    write: (place, block, how) =>
      writeBytes(place, encodeSegment(block, how?.slot, how?.before, keyOf(place.number, place.week))),
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
    keysAfter(key, limit) {
      try {
        return after.all(key, limit)
      } catch (error) {
        if (!isUnreadable(error)) throw error
        return []
      }
    },
    size: ({ number, week }) => size.get(keyOf(number, week)) ?? 0,
    weeks: (number, from, until) =>
      rowsAround(
        () => keys.all(keyOf(number, from), keyOf(number, until)).map(weekOfKey),
        { from, until },
        (week) => (one.get(keyOf(number, week)) === undefined ? undefined : week),
        (week) => week,
      ),
    before(number, week, first) {
      for (let until = week - 1; until >= first; until--)
        try {
          const key = last.get(keyOf(number, first), keyOf(number, until)) ?? undefined
          return key === undefined ? undefined : weekOfKey(key)
        } catch (error) {
          if (!isUnreadable(error)) throw error
        }
      return undefined
    },
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
