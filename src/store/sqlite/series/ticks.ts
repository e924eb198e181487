// Writes a tick: samples, schedules, gaps, facts and the cursor. Usually that is one transaction. The first tick after a start or a
// failure of the platform changes the gaps of all universes, which takes a second where there are thousands; so most of it is
// written before, a part in a turn of the event loop, and the samples with the cursor at last. After a crash between them, all
// since the cursor is accounted for again, which writes the same gaps and schedules once more.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Tick } from '../../../domain/ports/series.js'
import type { Gaps } from '../../../series/gaps/gaps.js'
import type { SeriesMemory } from '../../../series/memory.js'
import type { Directory } from '../../../series/tables/keys.js'
import type { RollupTable } from '../../../series/tables/rollup-table.js'
import type { Schedules } from '../../../series/tables/schedules.js'
import type { Changes } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import type { GapEvents } from '../events/gap-events.js'
import { universeWriter } from '../universes.js'
import type { CursorRow } from './tables/cursor.js'
import type { TickSampleTable } from './tables/tick-samples.js'
import { isSmall, type TickPart, tickParts, wholeTick } from './tick-parts.js'

/** More samples are encoded before the transaction, a column in a turn. */
const MAX_TRANSACTION_SAMPLES = 1_000

export interface TickTables {
  readonly tickSamples: TickSampleTable
  readonly schedules: Schedules
  readonly gaps: Gaps
  readonly gapEvents: GapEvents
  readonly directory: Directory
  readonly rollups: RollupTable
  readonly cursor: CursorRow
  readonly memory: Pick<SeriesMemory, 'sync' | 'days'>
}

export function tickWriter(
  connection: Connection,
  changes: Changes,
  tables: TickTables,
): (tick: Tick) => Promise<void> {
  const { gaps, gapEvents, cursor, tickSamples } = tables
  const put = partWriter(connection, tables)

  /** `encoded`: the samples, if they are encoded already. */
  const putLast = (tick: Tick, part: TickPart, encoded?: Buffer): void =>
    connection.write(() => {
      put(tick, part, () => {
        tickSamples.insert(tick.samples, encoded)
        cursor.set(tick.cursor)
      })
      if (tick.facts.length > 0 || tick.schedules.length > 0) changes.bump('universes')
      connection.publish({ type: 'tick recorded', tick })
    })

  async function putInParts(tick: Tick, parts: readonly TickPart[]): Promise<void> {
    const isLong = tick.samples.length > MAX_TRANSACTION_SAMPLES
    const encoded = isLong ? await inTurns(tickSamples.encode(tick.samples)) : undefined
    for (const part of parts.slice(0, -1)) {
      // The write at the end waits for the disk, and with it for these.
      connection.writeUnsynced(() => put(tick, part))
      await yieldToEventLoop()
    }
    putLast(tick, parts.at(-1) ?? wholeTick(tick), encoded)
  }

  return async (tick) => {
    if (isSmall(tick)) return putLast(tick, wholeTick(tick))
    const concerned = gaps.concernedBy(tick, cursor.get()?.minute)
    for (const universeId of gapEvents.withOpenEvent()) concerned.add(universeId)
    try {
      await putInParts(tick, await tickParts(tick, concerned))
    } catch (error) {
      // Some of it may be stored.
      changes.bump('universes')
      throw error
    }
  }
}

/** Each step in a turn of its own. */
async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await yieldToEventLoop()
  }
}

/** Must be called inside a transaction. `putRest` writes what is in the last part only, once its schedules and gaps are written. */
function partWriter(connection: Connection, tables: TickTables) {
  const { schedules, gaps, gapEvents, directory, rollups, cursor, memory } = tables
  const putUniverse = universeWriter(connection)
  return (tick: Tick, part: TickPart, putRest?: () => void): void => {
    const last = cursor.get()?.minute
    // The cache is updated before the write, so that it does not hold values that may be rolled back.
    if (part.gaps.length > 0 || gaps.mayGoOn(last ?? tick.minute)) memory.sync()
    // Schedules are written first, because they define the slots of the samples.
    for (const schedule of part.schedules) {
      schedules.put(schedule)
      // At once, because a later part of the tick may fail: its sum was made with the schedule of before.
      memory.days.delete(schedule.universeId)
      const entry = directory.find(schedule.universeId)
      if (entry !== undefined) rollups.markStale(entry, schedule.since)
    }
    gaps.applyTick({ ...part, minute: tick.minute }, last, part.universes)
    for (const facts of part.facts) putUniverse(facts, tick.minute)
    putRest?.()
    const accounted = tick.cursor.minute
    gapEvents.follow(accounted, last, part.universes)
    // Following starts from the last tick, and misses a gap that was over before it.
    for (const { universeId, from, until } of part.gaps)
      if (last !== undefined && until <= last) gapEvents.find(universeId, from, until, accounted)
  }
}
