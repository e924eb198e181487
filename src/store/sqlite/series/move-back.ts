// What a clock that ran ahead wrote into the future of the series: the cursor, gaps and schedules are moved back.
import type { Minute } from '../../../domain/clock.js'
import type { Connection } from '../connection.js'
import type { Directory } from './tables/keys.js'
import type { RollupTable } from './tables/rollup-table.js'
import type { SeriesChanges } from './tables/series-changes.js'

export interface MovedBackSeries {
  /** Where the cursor stood; null where it lay in the past. */
  readonly cursor: Minute | null
  /** How many gaps were shortened or deleted. */
  readonly gaps: number
  /** The universes whose schedule was to begin later than now. */
  readonly universeIds: readonly number[]
}

export interface SeriesFutureParts {
  readonly directory: Directory
  readonly rollups: RollupTable
  readonly seriesChanges: SeriesChanges
}

/** To be called inside a transaction. */
export function seriesFuture({ raw }: Connection, { directory, rollups, seriesChanges }: SeriesFutureParts) {
  const cursor = raw.prepare<[Minute], Minute>('SELECT minute FROM tick_cursor WHERE minute > ?').pluck()
  const setCursor = raw.prepare<[Minute]>('UPDATE tick_cursor SET minute = ?')
  const endOf = 'gap INDEXED BY gap_by_until'
  const removeGaps = raw.prepare<[Minute, Minute]>(`DELETE FROM ${endOf} WHERE until_minute > ? AND from_minute >= ?`)
  const shortenGaps = raw.prepare<[Minute, Minute]>(`UPDATE ${endOf} SET until_minute = ? WHERE until_minute > ?`)
  const removeSchedules = raw
    .prepare<[Minute], number>('DELETE FROM schedule WHERE since > ? RETURNING universe_id')
    .pluck()

  return (minute: Minute): MovedBackSeries => {
    const end = minute + 1
    const found = cursor.get(minute)
    if (found !== undefined) setCursor.run(minute)
    const gaps = removeGaps.run(end, end).changes + shortenGaps.run(end, end).changes
    // The next tick writes the schedules anew where they differ from what is in force.
    const universeIds = [...new Set(removeSchedules.all(minute))]
    for (const universeId of universeIds) {
      const entry = directory.find(universeId)
      if (entry !== undefined) rollups.spoil(entry.number, minute)
      seriesChanges.post({ universeId, from: minute, until: end })
    }
    return { cursor: found ?? null, gaps, universeIds }
  }
}
