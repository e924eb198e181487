// Repairs the series after a clock that ran ahead: moves the cursor, gaps and schedules that lie in the future back.
import type { Minute } from '../../../domain/clock.js'
import type { Directory } from '../../../series/tables/keys.js'
import type { RollupTable } from '../../../series/tables/rollup-table.js'
import type { Connection } from '../connection.js'

export interface SeriesRepair {
  /** The minute of the cursor before; null where it was not in the future. */
  readonly cursor: Minute | null
  /** How many gaps were shortened or deleted. */
  readonly gaps: number
  /** The universes that had a schedule which begins in the future. */
  readonly universeIds: readonly number[]
}

/** Selects by the end of gaps: few of them are in the future, and many may be in the past. */
const GAPS = 'gap INDEXED BY gap_by_until'

export interface SeriesRepairDeps {
  readonly directory: Directory
  readonly rollups: RollupTable
}

/** Must be called inside a transaction. Runs rarely, so no prepared statement is kept. */
export function moveSeriesBack({ raw, publish }: Connection, deps: SeriesRepairDeps, minute: Minute): SeriesRepair {
  const { directory, rollups } = deps
  const end = minute + 1
  const cursor = raw.prepare<[Minute], Minute>('SELECT minute FROM tick_cursor WHERE minute > ?').pluck().get(minute)
  if (cursor !== undefined) raw.prepare('UPDATE tick_cursor SET minute = ?').run(minute)
  const removed = raw.prepare(`DELETE FROM ${GAPS} WHERE until_minute > ? AND from_minute >= ?`).run(end, end)
  const shortened = raw.prepare(`UPDATE ${GAPS} SET until_minute = ? WHERE until_minute > ?`).run(end, end)
  // The next tick writes the schedules again where they differ from those in force.
  const rescheduled = raw
    .prepare<[Minute], number>('DELETE FROM schedule WHERE since > ? RETURNING universe_id')
    .pluck()
    .all(minute)
  const universeIds = [...new Set(rescheduled)]
  for (const universeId of universeIds) {
    const entry = directory.find(universeId)
    if (entry !== undefined) rollups.markStale(entry, minute)
    publish({ type: 'history rewritten', universeId, from: minute, until: end })
  }
  return { cursor: cursor ?? null, gaps: removed.changes + shortened.changes, universeIds }
}
