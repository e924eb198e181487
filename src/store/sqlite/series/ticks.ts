// Writes a tick in one transaction: samples, schedules, gaps, facts and the cursor.
import type { Tick } from '../../../domain/ports/series.js'
import type { Gaps } from '../../../series/gaps/gaps.js'
import type { Directory } from '../../../series/tables/keys.js'
import type { RollupTable } from '../../../series/tables/rollup-table.js'
import type { Schedules } from '../../../series/tables/schedules.js'
import type { Changes } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import type { GapEvents } from '../events/gap-events.js'
import { universeWriter } from '../universes.js'
import type { CursorRow } from './tables/cursor.js'
import type { TickSampleTable } from './tables/tick-samples.js'

export interface TickTables {
  readonly tickSamples: TickSampleTable
  readonly schedules: Schedules
  readonly gaps: Gaps
  readonly gapEvents: GapEvents
  readonly directory: Directory
  readonly rollups: RollupTable
  readonly cursor: CursorRow
}

/** Must be called inside a transaction. */
export function tickWriter(connection: Connection, changes: Changes, tables: TickTables): (tick: Tick) => void {
  const { tickSamples, schedules, gaps, gapEvents, directory, rollups, cursor } = tables
  const putUniverse = universeWriter(connection)

  return (tick) => {
    // Schedules are written first, because they define the slots of the samples.
    for (const schedule of tick.schedules) {
      schedules.put(schedule)
      const entry = directory.find(schedule.universeId)
      if (entry !== undefined) rollups.markStale(entry.number, schedule.since)
    }
    tickSamples.insert(tick.samples)
    const last = cursor.get()?.minute
    gaps.applyTick(tick, last)
    for (const facts of tick.facts) putUniverse(facts, tick.minute)
    cursor.set(tick.cursor)
    gapEvents.follow(tick.cursor.minute, last)
    // Following starts from the last tick, and misses a gap that was over before it.
    for (const { universeId, from, until } of tick.gaps)
      if (last !== undefined && until <= last) gapEvents.find(universeId, from, until)
    if (tick.facts.length > 0 || tick.schedules.length > 0) changes.bump('universes')
    connection.publish({ type: 'tick recorded', tick })
  }
}
