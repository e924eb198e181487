// The table `damaged_segment`, the quarantine: segments that were unreadable when their week was written again, and
// what is known of their content. A backup or a specialist may still recover the bytes; the rest says which days have
// lost samples until these are imported.
import type { Minute } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'
import { CorruptError } from '../codec/bytes.js'
import { decodeRollups, type WeekRollups } from '../codec/rollups.js'
import { keyOf, weekOfKey } from './keys.js'
import type { SegmentKey } from './segments.js'

export interface DamagedSegment {
  readonly data: Buffer
  /** The count from the rollups; null where they had none. */
  readonly samples: number | null
  /** The number of samples of each day; undefined where the rollups were unreadable too. */
  readonly days: readonly DaySamples[] | undefined
  /** The last minute with a sample; null where an older Headcount put the segment into quarantine. */
  readonly lastMinute: Minute | null
}

export interface DaySamples {
  readonly day: number
  readonly samples: number
}

export interface DamagedSegments {
  /**
   * Copies an unreadable week into quarantine, before anything of it is overwritten. Does nothing where there was no
   * such week.
   */
  quarantine(place: SegmentKey): void
  between(number: number, from: number, until: number): Map<number, DamagedSegment>
}

/** The interval in minutes at which every sample counts. */
export const EVERY_MINUTE = 1

// Where a week was damaged twice, the longer data and the higher count are kept, because they say more.
const QUARANTINE = `
  INSERT INTO damaged_segment (key, data, samples, rollup, last_minute)
  SELECT @key, coalesce((SELECT data FROM segment WHERE key = @key), x''), r.samples, r.data,
    (SELECT last_minute FROM series WHERE number = @number)
  FROM (SELECT 1) LEFT JOIN rollup r ON r.key = @key
  WHERE r.key IS NOT NULL OR EXISTS (SELECT 1 FROM segment WHERE key = @key)
  ON CONFLICT (key) DO UPDATE SET
    data = CASE WHEN length(excluded.data) > length(data) THEN excluded.data ELSE data END,
    samples = max(coalesce(excluded.samples, 0), coalesce(samples, 0)),
    rollup = coalesce(excluded.rollup, rollup), last_minute = excluded.last_minute`

type DamagedSegmentRow = readonly [number, Buffer, number | null, Buffer | null, Minute | null]

export function damagedSegmentTable({ raw }: Pick<Connection, 'raw'>): DamagedSegments {
  const insert = raw.prepare<[{ key: number; number: number }]>(QUARANTINE)
  const select = raw
    .prepare<[number, number], DamagedSegmentRow>(
      `SELECT key, CAST(data AS BLOB), samples, CAST(rollup AS BLOB), last_minute FROM damaged_segment
      WHERE key BETWEEN ? AND ?`,
    )
    .raw()
  return {
    quarantine: ({ number, week }) => void insert.run({ key: keyOf(number, week), number }),
    between: (number, from, until) =>
      new Map(
        select
          .all(keyOf(number, from), keyOf(number, until))
          .map(([key, data, samples, rollup, lastMinute]) => [
            weekOfKey(key),
            { data, samples, days: rollup === null ? undefined : daySamplesOf(decoded(rollup)), lastMinute },
          ]),
      ),
  }
}

/** The rollups have a checksum of their own, so they may be readable where the segment is not. */
export const daySamplesOf = (rollups: WeekRollups | undefined): readonly DaySamples[] | undefined =>
  rollups?.days.get(EVERY_MINUTE)?.map(({ day, samples }) => ({ day, samples }))

function decoded(rollup: Uint8Array): WeekRollups | undefined {
  try {
    return decodeRollups(rollup, EVERY_MINUTE)
  } catch (error) {
    if (error instanceof CorruptError) return undefined
    throw error
  }
}
