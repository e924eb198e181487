// The table `segment`: one BLOB a universe and week. What is damaged is told once, and known until it is written anew.
import { DAY_MINUTES, isoOfDay } from '../../../../domain/clock.js'
import { HeadcountError } from '../../../../domain/error.js'
import type { Log } from '../../../../domain/ports/log.js'
import type { Block } from '../../../../domain/sample.js'
import { type Connection, isUnreadable } from '../../connection.js'
import { CorruptError } from '../codec/bytes.js'
import { checkSegment, decodeSegment, encodeSegment, type Segment, type SegmentHeader } from '../codec/segment.js'
import { keyOf, weekOf, weekOfKey, weekStart } from './keys.js'
import { rowsAround } from './rows-around.js'

export interface SegmentKey {
  readonly number: number
  readonly universeId: number
  readonly week: number
}

/** What there is of a segment, or of its header alone; neither where there is none. */
export interface SegmentResult<What> {
  readonly found?: What
  /** Why it cannot be read. */
  readonly error?: Error
}

export interface Segments {
  /** Undefined where there is none, or where it is damaged. `room`: see decodeSegment. */
  read(place: SegmentKey, room?: Block): Segment | undefined
  /** The same with the reason; tells nobody of it. */
  inspect(place: SegmentKey, room?: Block): SegmentResult<Segment>
  /** Whether the bytes are as they were written: unpacks nothing, and costs a tenth of reading them. */
  check(place: SegmentKey): SegmentResult<SegmentHeader>
  /** Why this process could not read it the last time. */
  damageOf(place: SegmentKey): Error | undefined
  /** Another number whenever a segment is found damaged, or a damaged one is written anew. */
  damageVersion(): number
  /** Throws where nothing can be written at its place: a page of the file is broken there. */
  requireWritable(place: SegmentKey): void
  /** `before`: the segment as it is, where the block goes on with its rows. */
  write(place: SegmentKey, block: Block, how?: { readonly slot?: number; readonly before?: Segment | undefined }): void
  /** The bytes of a segment that was there before. */
  writeBytes(place: SegmentKey, bytes: Buffer): void
  /** Bytes; 0 where there is none. */
  size(place: SegmentKey): number
  /** The weeks that a universe has segments of, ascending; those that a broken page hides count. */
  weeks(number: number, from: number, until: number): number[]
  /** The last week before `week`, from `first` on. */
  before(number: number, week: number, first: number): number | undefined
}

/** The file's own structure is broken at this place (SQLite's word), or the segment's bytes are (ours). */
export const isDamage = (error: unknown): error is Error => error instanceof CorruptError || isUnreadable(error)

export function segmentTable({ raw }: Pick<Connection, 'raw'>, log: Log | undefined): Segments {
  // CAST: a bit of the row's own header may make a text of the bytes, which are all there.
  const select = raw.prepare<[number], Buffer | null>('SELECT CAST(data AS BLOB) FROM segment WHERE key = ?').pluck()
  const size = raw.prepare<[number], number>('SELECT length(CAST(data AS BLOB)) FROM segment WHERE key = ?').pluck()
  const put = raw.prepare<[number, Buffer]>('INSERT OR REPLACE INTO segment (key, data) VALUES (?, ?)')
  const keys = raw
    .prepare<[number, number], number>('SELECT key FROM segment WHERE key BETWEEN ? AND ? ORDER BY key')
    .pluck()
  const one = raw.prepare<[number], number>('SELECT key FROM segment WHERE key = ?').pluck()
  const last = raw
    .prepare<[number, number], number | null>('SELECT max(key) FROM segment WHERE key BETWEEN ? AND ?')
    .pluck()
  const damaged = new Map<number, Error>()
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

  /** Whoever meets damage makes it known to all who ask later. */
  const noted = <What>({ number, universeId, week }: SegmentKey, result: SegmentResult<What>): SegmentResult<What> => {
    const key = keyOf(number, week)
    if (result.error === undefined) {
      // Another process has repaired it.
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

  const writeBytes: Segments['writeBytes'] = ({ number, week }, bytes) => {
    const key = keyOf(number, week)
    put.run(key, bytes)
    if (damaged.delete(key)) version++
  }

  return {
    inspect,
    read: (place, room) => noted(place, inspect(place, room)).found,
    // What failed to unpack once may have a sum that fits.
    check: (place) =>
      noted(place, damaged.has(keyOf(place.number, place.week)) ? inspect(place) : take(place, checkSegment)),
    damageOf: ({ number, week }) => damaged.get(keyOf(number, week)),
    damageVersion: () => version,
    requireWritable(place) {
      const { error } = inspect(place)
      if (error !== undefined && !(error instanceof CorruptError)) throw onBrokenPage(place, error)
    },
    write: (place, block, how) =>
      writeBytes(place, encodeSegment(block, how?.slot, how?.before, keyOf(place.number, place.week))),
    writeBytes,
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
  new HeadcountError(
    'UNAVAILABLE',
    `The samples of universe ${universeId} from ${dateOf(weekStart(week))} to ${dateOf(weekStart(week + 1) - 1)} lie on a broken page of the database file, and nothing can be written there. Stop the service and restore a backup.`,
    { cause },
  )
