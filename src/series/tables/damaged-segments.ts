// The quarantine: segments that were unreadable when their week was written again, and
// what is known of their content. A backup or a specialist may still recover the bytes; the rest says which days have
// lost samples until these are imported.
import type { Minute } from '../../domain/clock.js'
import { CorruptError } from '../codec/bytes.js'
import { decodeRollups, type WeekRollups } from '../codec/rollups.js'
import { keyOf } from './keys.js'
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

/** The bytes of the rollups are null where they were unreadable, or not there. */
export interface QuarantineRow extends Omit<DamagedSegment, 'days'> {
  readonly week: number
  readonly rollup: Buffer | null
}

/** The rows of the database. */
export interface QuarantineRows {
  quarantine(place: SegmentKey): void
  between(number: number, from: number, until: number): QuarantineRow[]
}

export const damagedSegmentTable = (rows: QuarantineRows): DamagedSegments => ({
  quarantine: rows.quarantine,
  between: (number, from, until) =>
    new Map(
      rows
        .between(number, from, until)
        .map(({ week, rollup, ...row }) => [
          week,
          { ...row, days: rollup === null ? undefined : daySamplesOf(decoded(rollup, keyOf(number, week))) },
        ]),
    ),
})

/** The rollups have a checksum of their own, so they may be readable where the segment is not. */
export const daySamplesOf = (rollups: WeekRollups | undefined): readonly DaySamples[] | undefined =>
  rollups?.days.get(EVERY_MINUTE)?.map(({ day, samples }) => ({ day, samples }))

function decoded(rollup: Uint8Array, key: number): WeekRollups | undefined {
  try {
    return decodeRollups(rollup, key, EVERY_MINUTE)
  } catch (error) {
    if (error instanceof CorruptError) return undefined
    throw error
  }
}
