// The table `hour_samples`: the first sample of each of the last hours of a universe, so that rankings know what was a day
// ago without decoding a segment. What it lacks is read from the segments.
import { HOUR_MINUTES, type Minute } from '../../../../domain/clock.js'
import { type Block, emptyBlock } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import { decodeSegment, encodeSegment } from '../codec/segment.js'
import { type Entry, numberKeyOf } from './keys.js'
import { isDamage } from './segments.js'

export interface StoredHours {
  /** From this minute on, the first compacted sample of every hour is there. */
  readonly since: Minute
  readonly block: Block
}

export interface HourSamples {
  /** Undefined where nothing is stored or where it cannot be read. */
  read(universe: Pick<Entry, 'number' | 'universeId'>): StoredHours | undefined
  /** The block spans less than a week. */
  write(number: number, stored: StoredHours): void
  drop(number: number): void
  /** The numbers of at most `limit` universes with segments at `since` or later, of which no hours are stored. */
  missing(since: Minute, limit: number): number[]
}

export function hourSampleTable({ raw }: Pick<Connection, 'raw'>): HourSamples {
  const select = raw
    .prepare<[number], readonly [Minute, Buffer]>('SELECT since, CAST(data AS BLOB) FROM hour_samples WHERE number = ?')
    .raw()
  const put = raw.prepare<[number, Minute, Buffer]>(
    'INSERT OR REPLACE INTO hour_samples (number, since, data) VALUES (?, ?, ?)',
  )
  const drop = raw.prepare<[number]>('DELETE FROM hour_samples WHERE number = ?')
  const missing = raw
    .prepare<[Minute, number], number>(
      `SELECT number FROM series WHERE last_minute >= ? AND number NOT IN (SELECT number FROM hour_samples)
      ORDER BY number LIMIT ?`,
    )
    .pluck()
  return {
    read({ number, universeId }) {
      try {
        const row = select.get(number)
        if (row === undefined) return undefined
        const [since, data] = row
        if (data.length === 0) return { since, block: emptyBlock(universeId, 0) }
        return { since, block: decodeSegment(data, universeId, undefined, numberKeyOf(number)).block }
      } catch (error) {
        if (!isDamage(error)) throw error
        return undefined
      }
    },
    write(number, { since, block }) {
      const isEmpty = block.minutes.length === 0
      const data = isEmpty ? Buffer.alloc(0) : encodeSegment(block, HOUR_MINUTES, undefined, numberKeyOf(number))
      put.run(number, since, data)
    },
    drop: (number) => void drop.run(number),
    missing: (since, limit) => missing.all(since, limit),
  }
}
