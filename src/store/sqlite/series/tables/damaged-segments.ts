// The table `damaged_segment`: what could not be read when its week was written anew, and what had been in it. A backup or
// a specialist may still make something of the bytes; the rest says which days have lost samples until these are imported.
import type { Minute } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'
import { CorruptError } from '../codec/bytes.js'
import { decodeRollups, type WeekRollups } from '../codec/rollups.js'
import { keyOf, weekOfKey } from './keys.js'
import type { SegmentKey } from './segments.js'

export interface DamagedSegment {
  readonly data: Buffer
  /** As its rollups had it; null where they did not. */
  readonly samples: number | null
  /** What each day held; undefined where its sums could not be read either. */
  readonly days: readonly DaySamples[] | undefined
  /** Up to which it held any; null where an older Headcount set it aside. */
  readonly lastMinute: Minute | null
}

export interface DaySamples {
  readonly day: number
  readonly samples: number
}

export interface DamagedSegments {
  /** What the tables have of a week that cannot be read, before anything of it is written; nothing where it never was. */
  quarantine(place: SegmentKey): void
  between(number: number, from: number, until: number): Map<number, DamagedSegment>
}

/** The interval at which every sample counts. */
export const EVERY_MINUTE = 1

// Of two that were damaged, the one that held more tells more.
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

/** Whatever became of the week's own bytes, its sums have a checksum of their own. */
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
