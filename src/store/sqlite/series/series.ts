// The time series: ticks of the open hours, one segment for each universe and week, and rollups beside the segments. This file only
// connects the parts; README.md beside it says what each part does.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import { PLAN_NAMES, type Plans } from '../../../domain/plan.js'
import { noteReads } from '../../../domain/ports/activity.js'
import type { RemovedSampleStore } from '../../../domain/ports/removed-samples.js'
import type { SeriesStore } from '../../../domain/ports/series.js'
import type { Span } from '../../../domain/rules/span.js'
import type { Block } from '../../../domain/sample.js'
import { cut, splitDays } from '../../../series/blocks.js'
import { hourRoller } from '../../../series/compaction/hour-roller.js'
import { importer, sameSamples } from '../../../series/compaction/imports.js'
import { createWeekCompactor } from '../../../series/compaction/week-compactor.js'
import { gapTable } from '../../../series/gaps/gaps.js'
import { nearestHourReader } from '../../../series/reading/nearest-hour.js'
import { pointReader } from '../../../series/reading/points.js'
import { spanCoverageReader, weekCoverageReader } from '../../../series/reading/week-coverage.js'
import { type WeekReader, weekReader } from '../../../series/reading/weeks.js'
import { removedSegmentTable } from '../../../series/removal/removed-segments.js'
import { retention } from '../../../series/retention/retention.js'
import { damagedSegmentTable } from '../../../series/tables/damaged-segments.js'
import { hourSampleTable } from '../../../series/tables/hour-samples.js'
import { importCadenceTable } from '../../../series/tables/import-cadences.js'
import { weekOf, weekStart } from '../../../series/tables/keys.js'
import { rollupTable } from '../../../series/tables/rollup-table.js'
import { scheduleTable } from '../../../series/tables/schedules.js'
import { segmentTable } from '../../../series/tables/segments.js'
import { WeekDecoder } from '../../values/encoding/decode-ahead.js'
import { encodeAhead } from '../../values/encoding/encode-ahead.js'
import type { Changes } from '../cached-reads.js'
import { type Connection, isCorruption, type SeriesOptions } from '../connection.js'
import { eventWriter } from '../events/event-writer.js'
import { gapEvents as gapEventsOf, withGapEvents } from '../events/gap-events.js'
import { maintainer } from './compaction/maintain.js'
import { createOldRowCompactor } from './compaction/old-row-compactor.js'
import { createRowCompactor } from './compaction/row-compactor.js'
import { moveSeriesBack, type SeriesRepair } from './move-back.js'
import { SeriesReadCache } from './read-cache.js'
import { BufferPool } from './reading/buffer-pool.js'
import { readByUniverse } from './reading/by-universe.js'
import { seriesDoctor } from './reading/doctor.js'
import { knownDamage as damageMemory, damageReader, type LostMinutes } from './reading/known-damage.js'
import { rollupReader } from './reading/rollup-reader.js'
import { wholeBlockReader } from './reading/whole-blocks.js'
import { removedBudget } from './removal/budget.js'
import { correctTimeCounter } from './removal/correct-time.js'
import { removedRows } from './removal/removed-rows.js'
import { removedSampleStore } from './removal/removed-samples.js'
import { restoredWeekTable } from './removal/restored-weeks.js'
import { planReader } from './retention/readers.js'
import { cadenceRows } from './tables/cadence-rows.js'
import { cursorRow } from './tables/cursor.js'
import { directory as directoryTable } from './tables/directory.js'
import { gapRows } from './tables/gap-rows.js'
import { hourSampleRows } from './tables/hour-sample-rows.js'
import { oldRowTable } from './tables/old-rows.js'
import { quarantineRows } from './tables/quarantine-rows.js'
import { rollupRows } from './tables/rollup-rows.js'
import { scheduleRows } from './tables/schedule-rows.js'
import { segmentRows } from './tables/segment-rows.js'
import { tickSampleTable } from './tables/tick-samples.js'
import { tickWriter } from './ticks.js'

export interface Series extends SeriesStore {
  /** Takes over the rows of an older Headcount. Must be awaited before anything is read. */
  takeOverOldRows(): Promise<void>
  readonly removedSamples: RemovedSampleStore
  /** Stops what runs beside this thread. */
  stop(): void
  /** Must be called inside a transaction. */
  moveBack(minute: Minute): SeriesRepair
}

export function seriesStore(connection: Connection, changes: Changes, options: SeriesOptions): Series {
  const scheduled = scheduleRows(connection)
  const cadences = importCadenceTable(cadenceRows(connection), scheduled)
  const schedules = scheduleTable(scheduled, cadences)
  const directory = directoryTable(connection)
  const segments = segmentTable(segmentRows(connection), options.log, noteReads(options.activity, 'weeks'))
  const tickSamples = tickSampleTable(connection, options.log)
  const memory = new SeriesReadCache(connection, tickSamples)
  const weeks = weekReader({ memory, directory, segments })
  const coverageOf = weekCoverageReader({ schedules, cadences, readWeek: weeks.read })
  const rollups = rollupTable(rollupRows(connection), coverageOf, {
    intervals: intervalsOf(options.plans),
    log: options.log,
  })
  const gapEvents = gapEventsOf(connection, eventWriter(connection))
  const gaps = withGapEvents(gapTable(gapRows(connection), schedules, weeks.minutes), gapEvents)
  const cursor = cursorRow(connection)
  const damagedSegments = damagedSegmentTable(quarantineRows(connection))
  const correctTime = correctTimeCounter(connection, options)
  const budget = removedBudget(connection, options)
  const removedTable = removedRows(connection)
  const removed = removedSegmentTable(removedTable, { directory, segments, budget, correctTime })
  const restoredWeeks = restoredWeekTable(connection, correctTime)
  const hourSamples = hourSampleTable(hourSampleRows(connection))
  const hours = hourRoller({ hourSamples, directory, weeks, clock: options.clock })
  const compact = createWeekCompactor({ directory, segments, rollups, damagedSegments, removed, cadences, hours })
  const compactRows = createRowCompactor(connection, compact, tickSamples)
  const oldRows = oldRowTable(connection)
  const takeImport = importer({ memory, compact, cadences, weeks, directory, segments })
  const inRead = reader(connection)
  const spanCoverage = spanCoverageReader({ schedules, cadences, readSpan: weeks.block })
  const lostMinutes: LostMinutes = (universeId, { from, until }) => {
    memory.sync()
    return tickSamples
      .damaged()
      .filter(({ minute }) => minute >= from && minute < until)
      .map(({ minute }) => ({ from: minute, until: minute + 1 }))
      .filter((lost) => schedules.between(universeId, lost.from, lost.until).some(({ interval }) => interval > 0))
      .filter((lost) => weeks.block(universeId, lost.from, lost.until).minutes.length === 0)
  }
  const damageParts = { directory, segments, rollups, damagedSegments, inRead, events: connection.events }
  const knownDamage = damageMemory(damageParts)
  const sources = { ...damageParts, memory, tickSamples, weeks, schedules, coverageOf, knownDamage }

  const plansAt = planReader(connection, options.plans)
  const weekRetention = retention({ ...damageParts, memory, plansAt, removed, restoredWeeks })
  const removedParts = {
    removed,
    removedScan: removedTable,
    restoredWeeks,
    budget,
    correctTime,
    retention: weekRetention,
  }

  const points = pointReader({ ...sources, ...options }, weeks, rollups)
  const nearestHour = nearestHourReader({ ...sources, hourSamples })
  const buffers = new BufferPool()
  const decoder = new WeekDecoder(options.log)

  return {
    latest: async (universeIds) => readByUniverse(universeIds, points.latest(), inRead),
    nearest: async (universeIds, minute, tolerance) =>
      readByUniverse(
        universeIds,
        inRead(() => points.nearest(minute, tolerance)),
        inRead,
      ),
    nearestHour: async (universeIds, minute, tolerance) =>
      readByUniverse(
        universeIds,
        inRead(() => nearestHour(minute, tolerance)),
        inRead,
      ),
    closingBefore: async (universeId, minute, interval) =>
      inRead(() => points.closingBefore(universeId, minute, interval)),
    firstMinute: async (universeId) => inRead(() => points.firstMinute(universeId)),
    blocks: (universeId, from, until) => readBlocks(universeId, { from, until }, weeks.read),
    wholeBlocks: wholeBlockReader({ weeks, decoder, inRead }),
    scan: (universeId, span, measures, readers = 'several') =>
      buffers.during(measures, (room) =>
        readBlocks(universeId, span, (id, week) =>
          readers === 'several' ? weeks.readInto(room, id, week) : weeks.part(room, id, partOf(week, span)),
        ),
      ),
    damage: damageReader(knownDamage, (universeId, span) => inRead(() => lostMinutes(universeId, span))),
    damageVersion: () => segments.damageVersion() + tickSamples.damaged().length,
    rollups: rollupReader(sources),
    readsAtOnce: 1,
    cursor: async () => cursor.get(),
    recordTick: tickWriter(connection, changes, {
      ...{ tickSamples, schedules, gaps, gapEvents, directory, rollups, cursor, memory },
    }),
    prepareImport: (blocks) => encodeAhead(blocks),
    importBlock: async (block, ofRows, stored = 'at once') => {
      const { universeId, minutes } = block
      const write = stored === 'at once' ? connection.write : connection.writeUnsynced
      return write(() => {
        memory.sync()
        const count = takeImport(block, ofRows)
        gaps.cut(universeId, minutes)
        const [from, until] = [minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1]
        connection.publish({ type: 'history rewritten', universeId, from, until, ...sameSamples(count) })
        return count
      })
    },
    gaps: async (universeId, from, until) => gaps.between(universeId, from, until),
    schedules: async (universeId, from, until) => schedules.between(universeId, from, until),
    coverage: async (universeId, { from, until }, interval) =>
      inRead(() => spanCoverage(universeId, { from, until }, interval)),
    ...seriesDoctor(connection, {
      ...sources,
      retention: weekRetention,
      clock: options.clock,
      removed,
      removedScan: removedTable,
    }),
    warmUp: () => memory.warmUp(),
    maintain: maintainer(connection, {
      ...options,
      ...sources,
      hours,
      compact,
      compactRows,
      ...removedParts,
    }),
    removedSamples: removedSampleStore(connection, {
      ...options,
      ...sources,
      ...removedParts,
      gaps,
      hourSamples,
      cadences,
    }),
    isThinnedOut: async (universeId, minute) => {
      const entry = directory.find(universeId)
      return entry !== undefined && rollups.slotOf({ number: entry.number, universeId, week: weekOf(minute) }) > 1
    },
    stop: () => decoder.stop(),
    moveBack: (minute) => moveSeriesBack(connection, { directory, rollups }, minute),
    takeOverOldRows: createOldRowCompactor(connection, {
      ...options,
      ...sources,
      oldRows,
      compactRows: createRowCompactor(connection, compact, oldRows),
    }),
  }

  /** Each week is read at once, so rows that are compacted while its days are yielded are already included. */
  async function* readBlocks(
    universeId: number,
    { from, until }: Span,
    read: WeekReader['read'],
  ): AsyncGenerator<Block> {
    for (const week of inRead(() => weeks.between(universeId, from, until))) {
      const block = inRead(() => cut(read(universeId, week, from), from, until))
      // What the reader does with the first days takes long too, as long as its code is not compiled.
      await yieldToEventLoop()
      for (const day of splitDays(block)) yield day
      await yieldToEventLoop()
    }
  }
}

const partOf = (week: number, { from, until }: Span): Span => ({
  from: Math.max(from, weekStart(week)),
  until: Math.min(until, weekStart(week + 1)),
})

/** Runs several reads in one transaction, because locking the file for each read costs more than most of them. */
function reader({ raw }: Connection): <T>(work: () => T) => T {
  const begin = raw.prepare('BEGIN')
  const commit = raw.prepare('COMMIT')
  const rollBack = raw.prepare('ROLLBACK')
  const end = (): void => {
    try {
      commit.run()
    } catch (error) {
      // A broken page also ends the transaction; what was read from other pages is valid.
      if (!isCorruption(error)) throw error
    } finally {
      if (raw.inTransaction) rollBack.run()
    }
  }
  return <T>(work: () => T): T => {
    if (raw.inTransaction) return work()
    begin.run()
    try {
      return work()
    } finally {
      end()
    }
  }
}

/** The smallest interval is first, because it counts the samples of a day. */
const intervalsOf = (plans: Plans): number[] =>
  [...new Set([1, ...PLAN_NAMES.map((name) => plans[name].intervalMinutes)])].sort((a, b) => a - b)
