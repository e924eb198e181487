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
import type { Changes } from '../cached-reads.js'
import { type Connection, isCorruption, type SeriesOptions } from '../connection.js'
import { eventWriter } from '../events/event-writer.js'
import { gapEvents as gapEventsOf, withGapEvents } from '../events/gap-events.js'
import { cut, splitDays } from './blocks.js'
import { bufferFor } from './codec/segment.js'
import { hourRoller } from './compaction/hour-roller.js'
import { importer } from './compaction/imports.js'
import { maintainer } from './compaction/maintain.js'
import { createOldRowCompactor } from './compaction/old-row-compactor.js'
import { createRowCompactor } from './compaction/row-compactor.js'
import { createWeekCompactor } from './compaction/week-compactor.js'
import { gapTable, type SampledMinutes } from './gaps/gaps.js'
import { moveSeriesBack, type SeriesRepair } from './move-back.js'
import { SeriesReadCache } from './read-cache.js'
import { rollupReader } from './reading/day-rollups.js'
import { seriesDoctor } from './reading/doctor.js'
import { knownDamage as damageMemory, damageReader, type LostMinutes } from './reading/known-damage.js'
import { nearestHourReader } from './reading/nearest-hour.js'
import { pointReader } from './reading/points.js'
import { spanCoverageReader, weekCoverageReader } from './reading/week-coverage.js'
import { type WeekReader, weekReader } from './reading/weeks.js'
import { removedBudget } from './removal/budget.js'
import { correctTimeCounter } from './removal/correct-time.js'
import { removedSampleStore } from './removal/removed-samples.js'
import { removedSegmentTable } from './removal/removed-segments.js'
import { restoredWeekTable } from './removal/restored-weeks.js'
import { retention } from './retention/retention.js'
import { cursorRow } from './tables/cursor.js'
import { damagedSegmentTable } from './tables/damaged-segments.js'
import { hourSampleTable } from './tables/hour-samples.js'
import { importCadenceTable } from './tables/import-cadences.js'
import { directory as directoryTable, weekOf } from './tables/keys.js'
import { oldRowTable } from './tables/old-rows.js'
import { rollupTable } from './tables/rollup-table.js'
import { scheduleTable } from './tables/schedules.js'
import { segmentTable } from './tables/segments.js'
import { tickSampleTable } from './tables/tick-samples.js'
import { tickWriter } from './ticks.js'

export interface Series extends SeriesStore {
  /** Takes over the rows of an older Headcount. Must be awaited before anything is read. */
  takeOverOldRows(): Promise<void>
  readonly removedSamples: RemovedSampleStore
  /** Must be called inside a transaction. */
  moveBack(minute: Minute): SeriesRepair
}

export function seriesStore(connection: Connection, changes: Changes, options: SeriesOptions): Series {
  const cadences = importCadenceTable(connection)
  const schedules = scheduleTable(connection, cadences)
  const directory = directoryTable(connection)
  const segments = segmentTable(connection, options.log, noteReads(options.activity, 'weeks'))
  const tickSamples = tickSampleTable(connection, options.log)
  const memory = new SeriesReadCache(connection, tickSamples)
  const weeks = weekReader({ memory, directory, segments })
  const coverageOf = weekCoverageReader({ schedules, cadences, readWeek: weeks.read })
  const rollups = rollupTable(connection, coverageOf, { intervals: intervalsOf(options.plans), log: options.log })
  const gapEvents = gapEventsOf(connection, eventWriter(connection))
  const sampledMinutes: SampledMinutes = (id, from, until) => weeks.block(id, from, until).minutes
  const gaps = withGapEvents(gapTable(connection, schedules, sampledMinutes), gapEvents)
  const cursor = cursorRow(connection)
  const damagedSegments = damagedSegmentTable(connection)
  const correctTime = correctTimeCounter(connection, options)
  const budget = removedBudget(connection, options)
  const removed = removedSegmentTable(connection, { directory, segments, budget, correctTime })
  const restoredWeeks = restoredWeekTable(connection, correctTime)
  const hourSamples = hourSampleTable(connection)
  const hours = hourRoller({ ...connection, hourSamples, directory, weeks, clock: options.clock })
  const compact = createWeekCompactor({ directory, segments, rollups, damagedSegments, removed, cadences, hours })
  const compactRows = createRowCompactor(connection, compact, tickSamples)
  const oldRows = oldRowTable(connection)
  const takeImport = importer({ memory, compact, cadences, weeks, directory, segments })
  const writeTick = tickWriter(connection, changes, {
    tickSamples,
    schedules,
    gaps,
    gapEvents,
    directory,
    rollups,
    cursor,
  })
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

  const weekRetention = retention(connection, { ...damageParts, memory, plans: options.plans, removed, restoredWeeks })
  const removedParts = { removed, restoredWeeks, budget, correctTime, retention: weekRetention }

  return {
    ...pointReader({ ...sources, ...options }, weeks, rollups, inRead),
    nearestHour: nearestHourReader({ ...sources, hourSamples }),
    blocks: (universeId, from, until, isWhole = false) =>
      readBlocks(universeId, { from, until }, isWhole ? weeks.readWhole : weeks.read),
    scan: (universeId, span, measures) => {
      const room = bufferFor(universeId, measures)
      return readBlocks(universeId, span, (id, week) => weeks.readInto(room, id, week))
    },
    damage: damageReader(knownDamage, (universeId, span) => inRead(() => lostMinutes(universeId, span))),
    damageVersion: () => segments.damageVersion() + tickSamples.damaged().length,
    rollups: rollupReader(sources),
    cursor: async () => cursor.get(),
    recordTick: async (tick) => {
      connection.write(() => {
        // The cache is updated before the write, so that it does not hold values that may be rolled back.
        if (tick.gaps.length > 0 || gaps.mayGoOn(cursor.get()?.minute ?? tick.minute)) memory.sync()
        writeTick(tick)
      })
    },
    importBlock: async (block, ofRows, stored = 'at once') => {
      const { universeId, minutes } = block
      const write = stored === 'at once' ? connection.write : connection.writeUnsynced
      return write(() => {
        memory.sync()
        const count = takeImport(block, ofRows)
        gaps.cut(universeId, minutes)
        const [from, until] = [minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1]
        connection.publish({ type: 'history rewritten', universeId, from, until })
        return count
      })
    },
    gaps: async (universeId, from, until) => gaps.between(universeId, from, until),
    schedules: async (universeId, from, until) => schedules.between(universeId, from, until),
    coverage: async (universeId, { from, until }, interval) =>
      inRead(() => spanCoverage(universeId, { from, until }, interval)),
    ...seriesDoctor(connection, { ...sources, retention: weekRetention, clock: options.clock, removed }),
    warmUp: () => memory.warmUp(),
    maintain: maintainer(connection, {
      ...options,
      ...sources,
      hours,
      compact,
      compactRows,
      ...removedParts,
    }),
    removedSamples: removedSampleStore(connection, { ...options, ...sources, ...removedParts, gaps, hourSamples }),
    isThinnedOut: async (universeId, minute) => {
      const entry = directory.find(universeId)
      return entry !== undefined && rollups.slotOf({ number: entry.number, universeId, week: weekOf(minute) }) > 1
    },
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
      const block = inRead(() => cut(read(universeId, week), from, until))
      for (const day of splitDays(block)) yield day
      await yieldToEventLoop()
    }
  }
}

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
