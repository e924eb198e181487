// The table `hour_samples`: the first sample of each of the last hours of a universe.
import type { Minute } from '../../../../domain/clock.js'
import type { HourSampleRows } from '../../../../series/tables/hour-samples.js'
import type { Entry } from '../../../../series/tables/keys.js'
import { type Connection, isUnreadable } from '../../connection.js'

export function hourSampleRows({ raw }: Pick<Connection, 'raw'>): HourSampleRows {
  const select = raw
    .prepare<[number], readonly [Minute, Buffer]>('SELECT since, CAST(data AS BLOB) FROM hour_samples WHERE number = ?')
    .raw()
  const put = raw.prepare<[number, Minute, Buffer]>(
    'INSERT OR REPLACE INTO hour_samples (number, since, data) VALUES (?, ?, ?)',
  )
  const drop = raw.prepare<[number]>('DELETE FROM hour_samples WHERE number = ?')
  return {
    read: (number) => select.get(number),
    put: (number, since, data) => void put.run(number, since, data),
    drop: (number) => void drop.run(number),
    isUnreadable,
  }
}

/** The universes with segments at `since` or later of which no hours are stored, at most `limit`. */
export function missingHours({ raw }: Pick<Connection, 'raw'>) {
  const select = raw.prepare<[Minute, number], Pick<Entry, 'number' | 'universeId'>>(
    `SELECT number, universe_id AS universeId FROM series
    WHERE last_minute >= ? AND number NOT IN (SELECT number FROM hour_samples) ORDER BY number LIMIT ?`,
  )
  return (since: Minute, limit: number) => select.all(since, limit)
}
