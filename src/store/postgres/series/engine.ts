// Composes the engine of src/series on a workspace. An engine is used by one call at a time and used again by later ones,
// because it has memory for a week of samples.
import type { Clock } from '../../../domain/clock.js'
import { PLAN_NAMES, type Plans } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { Log } from '../../../domain/ports/events.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import { hourRoller } from '../../../series/compaction/hour-roller.js'
import { importer } from '../../../series/compaction/imports.js'
import { createWeekCompactor } from '../../../series/compaction/week-compactor.js'
import { gapTable } from '../../../series/gaps/gaps.js'
import type { SeriesMemory } from '../../../series/memory.js'
import { damageFinder } from '../../../series/reading/damage.js'
import { dayRollupReader } from '../../../series/reading/day-rollups.js'
import { nearestHourReader } from '../../../series/reading/nearest-hour.js'
import { pointReader } from '../../../series/reading/points.js'
import { spanCoverageReader, weekCoverageReader } from '../../../series/reading/week-coverage.js'
import { weekReader } from '../../../series/reading/weeks.js'
import { removedSegmentTable } from '../../../series/removal/removed-segments.js'
import { weekFinder, weekWriter } from '../../../series/removal/restore-week.js'
import { type ReaderPlans, retention } from '../../../series/retention/retention.js'
import { SampleWindows } from '../../../series/sample-windows.js'
import { damagedSegmentTable } from '../../../series/tables/damaged-segments.js'
import { hourSampleTable } from '../../../series/tables/hour-samples.js'
import { importCadenceTable } from '../../../series/tables/import-cadences.js'
import { rollupTable } from '../../../series/tables/rollup-table.js'
import { scheduleTable } from '../../../series/tables/schedules.js'
import { type DamageMemory, segmentTable } from '../../../series/tables/segments.js'
import { cadenceRows, gapRows, scheduleRows } from './rows/ranges.js'
import {
  correctTimeRow,
  directoryRows,
  hourSampleRows,
  removedBudget,
  removedRows,
  restoredWeekRows,
} from './rows/universe.js'
import { quarantineRows, rollupRows, segmentRows } from './rows/weeks.js'
import type { Workspace } from './workspace.js'

export interface PostgresSeriesOptions {
  readonly clock: Clock
  /** Deleting, thinning and expiring require `correct`. */
  readonly clockState: () => ClockState
  readonly plans: Plans
  readonly maxRemovedBytes: number
  readonly log?: Log | undefined
  readonly activity?: Pick<Activity, 'publish'> | undefined
}

export type SeriesEngine = ReturnType<typeof createEngine>

/** The smallest interval is first, because it counts the samples of a day. */
const intervalsOf = (plans: Plans): number[] =>
  [...new Set([1, ...PLAN_NAMES.map((name) => plans[name].intervalMinutes)])].sort((a, b) => a - b)

/** All engines of a process have the same `damage`: what one finds damaged is damaged for the others. */
export function createEngine(options: PostgresSeriesOptions, damage: DamageMemory) {
  const { clock, log, plans, activity, maxRemovedBytes } = options
  let workspace: Workspace | undefined
  const current = (): Workspace => {
    if (workspace === undefined) throw new Error('The series are used outside of a call.')
    return workspace
  }
  const memory = memoryOf(current)
  const directory = directoryRows(current)
  const scheduled = scheduleRows(current)
  const cadences = importCadenceTable(cadenceRows(current), scheduled)
  const schedules = scheduleTable(scheduled, cadences)
  const segments = segmentTable(segmentRows(current), log, noteReads(activity, 'weeks'), damage)
  const weeks = weekReader({ memory, directory, segments })
  const coverageOf = weekCoverageReader({ schedules, cadences, readWeek: weeks.read })
  const rollups = rollupTable(rollupRows(current), coverageOf, { intervals: intervalsOf(plans), log })
  const gaps = gapTable(gapRows(current), schedules, (id, from, until) => weeks.block(id, from, until).minutes)
  const damagedSegments = damagedSegmentTable(quarantineRows(current))
  const budget = removedBudget(current, maxRemovedBytes)
  const removed = removedSegmentTable(removedRows(current), {
    directory,
    segments,
    budget,
    correctTime: correctTimeRow(current),
  })
  const restoredWeeks = restoredWeekRows(current)
  const hourSamples = hourSampleTable(hourSampleRows(current))
  const hours = hourRoller({ hourSamples, directory, weeks, clock })
  const compact = createWeekCompactor({ directory, segments, rollups, damagedSegments, removed, cadences, hours })
  const damageDeps = { directory, segments, rollups, damagedSegments }
  let plansOf: ReaderPlans = () => undefined
  const restoreDeps = { ...damageDeps, memory, gaps, removed, restoredWeeks, hourSamples, cadences }

  return {
    begin(next: Workspace): void {
      workspace = next
    },
    /** For the retention. */
    usePlans(next: ReaderPlans): void {
      plansOf = next
    },
    /** Forgets what a work that was stopped has left. */
    forget(): void {
      for (const results of [memory.latest, memory.days, memory.windows, memory.hours]) results.clear()
    },
    end(): void {
      this.forget()
      workspace = undefined
    },
    memory,
    weeks,
    directory,
    segments,
    rollups,
    schedules,
    cadences,
    gaps,
    hours,
    compact,
    removed,
    /** The weeks of which something was removed. */
    removedWeeks: (universeId: number): number[] =>
      [
        ...new Set(
          current()
            .of(universeId, 'removed')
            .removed.map(({ week }) => week),
        ),
      ].sort((a, b) => a - b),
    importBlock: importer({ memory, compact, cadences, weeks, directory, segments }),
    points: pointReader({ memory, directory, segments, ...options }, weeks, rollups),
    nearestHour: nearestHourReader({ memory, directory, hourSamples, weeks }),
    readRollups: dayRollupReader({ memory, directory, weeks, rollups, coverageOf }),
    spanCoverage: spanCoverageReader({ schedules, cadences, readSpan: weeks.block }),
    damage: damageFinder(damageDeps),
    retention: retention({ ...damageDeps, memory, plansAt: () => (id) => plansOf(id), removed, restoredWeeks }),
    findRestorable: weekFinder(restoreDeps),
    writeRestored: weekWriter(restoreDeps),
  }
}

const memoryOf = (current: () => Workspace): SeriesMemory => ({
  sync: () => current().head,
  latest: new Map(),
  days: new Map(),
  windows: new SampleWindows(),
  hours: new Map(),
})
