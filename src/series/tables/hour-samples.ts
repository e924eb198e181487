// The first sample of each of the last hours of a universe, so that rankings know what was a day
// ago without decoding a segment. What it lacks is read from the segments.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { type Block, emptyBlock } from '../../domain/sample.js'
import { decodeSegment, encodeSegment } from '../codec/segment.js'
import { type Entry, numberKeyOf } from './keys.js'
import { isDamage, type ReadableRows } from './segments.js'

/** Two days, the hour before and the one after that moment, and the current hour. Later hours, of a clock that was ahead, are not stored. */
export const STORED_HOURS_MINUTES = 2 * DAY_MINUTES + 3 * HOUR_MINUTES

export interface StoredHours {
  /** From this minute on, and for STORED_HOURS_MINUTES, the first compacted sample of every hour is there. */
  readonly since: Minute
  readonly block: Block
}

/** Whether all hours from `from` on and before `until` are there. */
export const hasHours = ({ since }: Pick<StoredHours, 'since'>, from: Minute, until: Minute): boolean =>
  since <= from && until <= since + STORED_HOURS_MINUTES

/** The rows of the database, by the numbers of universes. */
export interface HourSampleRows extends ReadableRows {
  /** Throws where the row cannot be read. */
  read(number: number): readonly [since: Minute, data: Buffer] | undefined
  put(number: number, since: Minute, data: Buffer): void
  drop(number: number): void
}

export interface HourSamples {
  /** Undefined where nothing is stored or where it cannot be read. */
  read(universe: Pick<Entry, 'number' | 'universeId'>): StoredHours | undefined
  /** The block has no hours but those. */
  write(number: number, stored: StoredHours): void
  drop(number: number): void
}

export function hourSampleTable(rows: HourSampleRows): HourSamples {
  return {
    read({ number, universeId }) {
      try {
        const row = rows.read(number)
        if (row === undefined) return undefined
        const [since, data] = row
        if (data.length === 0) return { since, block: emptyBlock(universeId, 0) }
        return { since, block: decodeSegment(data, universeId, undefined, numberKeyOf(number)).block }
      } catch (error) {
        if (!isDamage(error, rows)) throw error
        return undefined
      }
    },
    write(number, { since, block }) {
      const isEmpty = block.minutes.length === 0
      const data = isEmpty ? Buffer.alloc(0) : encodeSegment(block, HOUR_MINUTES, undefined, numberKeyOf(number))
      rows.put(number, since, data)
    },
    drop: rows.drop,
  }
}
