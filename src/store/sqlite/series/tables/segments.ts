// The table `segment`: one BLOB a universe and week. What is damaged counts as nothing, and is told once.
import type { Log } from '../../../../domain/ports/log.js'
import type { Block } from '../../../../domain/sample.js'
import { type Connection, isCorruption } from '../../connection.js'
import { CorruptError } from '../codec/bytes.js'
import { decodeSegment, encodeSegment, type Segment } from '../codec/segment.js'
import { EARLIEST_WEEK, keyOf, LATEST_WEEK, weekOf, weekOfKey } from './keys.js'

export interface Place {
  readonly number: number
  readonly universeId: number
  readonly week: number
}

export interface Segments {
  /** Undefined where there is none, or where it is damaged. `room`: see decodeSegment. */
  read(place: Place, room?: Block): Segment | undefined
  /** The bytes as they lie there, or what kept them from being read. */
  inspect(
    place: Place,
    room?: Block,
  ): { readonly bytes?: Uint8Array; readonly segment?: Segment; readonly error?: Error }
  /** `before`: the segment as it is, where the block goes on with its rows. */
  write(place: Place, block: Block, how?: { readonly slot?: number; readonly before?: Segment | undefined }): void
  /** The bytes of a segment that was there before. */
  writeBytes(place: Place, bytes: Buffer): void
  /** Bytes; 0 where there is none. */
  size(place: Place): number
  /** The weeks that a universe has segments of, ascending. */
  weeks(number: number, from?: number, until?: number): number[]
  /** The last week before `week`. */
  before(number: number, week: number): number | undefined
}

/** The file's own structure is broken at this place (SQLite's word), or the segment's bytes are (ours). */
export const isDamage = (error: unknown): error is Error => error instanceof CorruptError || isCorruption(error)

export function segmentTable({ raw }: Connection, log: Log | undefined): Segments {
  // CAST: a bit of the row's own header may make a text of the bytes, which are all there.
  const select = raw.prepare<[number], Buffer | null>('SELECT CAST(data AS BLOB) FROM segment WHERE key = ?').pluck()
  const size = raw.prepare<[number], number>('SELECT length(CAST(data AS BLOB)) FROM segment WHERE key = ?').pluck()
  const put = raw.prepare<[number, Buffer]>('INSERT OR REPLACE INTO segment (key, data) VALUES (?, ?)')
  // A damaged segment that is written over is set aside: a backup or a specialist may still make something of it.
  const setAside = raw.prepare<[number]>(
    `INSERT OR IGNORE INTO damaged_segment (key, data, samples)
    SELECT s.key, s.data, r.samples FROM segment s LEFT JOIN rollup r ON r.key = s.key WHERE s.key = ?`,
  )
  const keys = raw
    .prepare<[number, number], number>('SELECT key FROM segment WHERE key BETWEEN ? AND ? ORDER BY key')
    .pluck()
  const before = raw
    .prepare<[number, number], number | null>('SELECT max(key) FROM segment WHERE key >= ? AND key < ?')
    .pluck()
  const told = new Set<number>()

  const inspect: Segments['inspect'] = ({ number, universeId, week }, room) => {
    let bytes: Buffer | undefined
    try {
      const stored = select.get(keyOf(number, week))
      if (stored === undefined) return {}
      bytes = stored ?? Buffer.alloc(0)
      const segment = decodeSegment(bytes, universeId, room)
      if (weekOf(segment.first) !== week || weekOf(segment.last) !== week)
        throw new CorruptError('The segment is one of another week.')
      return { bytes, segment }
    } catch (error) {
      if (!isDamage(error)) throw error
      return bytes === undefined ? { error } : { bytes, error }
    }
  }

  const writeBytes: Segments['writeBytes'] = (place, bytes) => {
    const key = keyOf(place.number, place.week)
    if (told.has(key) && inspect(place).error instanceof CorruptError) setAside.run(key)
    put.run(key, bytes)
    told.delete(key)
  }

  return {
    inspect,
    read(place, room) {
      const { segment, error } = inspect(place, room)
      const key = keyOf(place.number, place.week)
      if (error !== undefined && !told.has(key)) {
        told.add(key)
        const { universeId, week } = place
        log?.error(
          { universeId, week, err: error },
          'A segment of the series is damaged; its samples count as nothing.',
        )
      }
      return segment
    },
    write: (place, block, how) => writeBytes(place, encodeSegment(block, how?.slot, how?.before)),
    writeBytes,
    size: ({ number, week }) => size.get(keyOf(number, week)) ?? 0,
    weeks: (number, from = EARLIEST_WEEK, until = LATEST_WEEK) =>
      keys.all(keyOf(number, from), keyOf(number, until)).map(weekOfKey),
    before(number, week) {
      const key = before.get(keyOf(number, EARLIEST_WEEK), keyOf(number, week))
      return key === null || key === undefined ? undefined : weekOfKey(key)
    },
  }
}
