// The periodic maintenance of the series: compacts the hours that are over, and returns free disk space.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { HOUR_MINUTES, minuteOf } from '../../../../domain/clock.js'
import { emptyBlock } from '../../../../domain/sample.js'
import type { HourRoller } from '../../../../series/compaction/hour-roller.js'
import type { WeekCompactor } from '../../../../series/compaction/week-compactor.js'
import type { Sources } from '../../../../series/reading/weeks.js'
import { numberOfKey, weekOfKey } from '../../../../series/tables/keys.js'
import type { RollupTable } from '../../../../series/tables/rollup-table.js'
import { failureLog, type LogFailure, runSteps } from '../../../values/maintenance-steps.js'
import { type Connection, isOfDisk } from '../../connection.js'
import type { SeriesReadCache } from '../read-cache.js'
import { type ExpiryDeps, removedExpiry } from '../removal/expiry.js'
import { dailyThinner, type ThinningDeps } from '../retention/daily-thinner.js'
import { missingHours } from '../tables/hour-sample-rows.js'
import type { RowCompactor } from './row-compactor.js'
import { segmentRewriter } from './segment-rewriter.js'

export interface MaintenanceDeps extends ThinningDeps, ExpiryDeps, Sources {
  readonly memory: SeriesReadCache
  readonly rollups: RollupTable
  readonly compact: WeekCompactor
  readonly hours: Pick<HourRoller, 'fill' | 'horizon'>
  readonly compactRows: RowCompactor
  readonly inRead: <T>(work: () => T) => T
}

export function maintainer(connection: Connection, deps: MaintenanceDeps): (signal?: AbortSignal) => Promise<void> {
  const { memory, clock, clockState, compactRows, inRead } = deps
  const failed = failureLog(deps.log)
  const rollUpStaleWeeks = createStaleRollups(connection, deps, failed)
  const expire = removedExpiry(connection, deps)
  const thinOut = dailyThinner(connection, deps, failed)
  const rewriteSegments = segmentRewriter(connection, deps)
  const fillHours = hourFiller(connection, deps)
  return async (signal) => {
    const until = Math.floor(minuteOf(clock.now()) / HOUR_MINUTES) * HOUR_MINUTES
    const rows = inRead(() => memory.sync())
    memory.watch(until)
    const isDisturbed = (): boolean => memory.sync() !== rows || memory.hasLateRows
    let left: ReadonlySet<number> | undefined
    try {
      left = await compactRows({ rows, until, isDisturbed, failed, ...(signal && { signal }) })
    } finally {
      // Some rows may be deleted and others not, so the head rows must be read again.
      if (left === undefined) memory.forget()
    }
    if (left !== undefined) await memory.compacted(until, left)
    const steps = [
      () => rollUpStaleWeeks(signal),
      () => fillHours(signal),
      () => expire(signal),
      // A clock that is years ahead would make samples look old that must stay. All other steps lose nothing with a wrong
      // clock.
      async () => (clockState() === 'correct' ? thinOut(signal) : undefined),
      () => rewriteSegments(signal),
      () => giveSpaceBack(connection, signal),
    ]
    await runSteps(steps, isOfDisk)
  }
}

/** Computes the rollups of weeks whose schedules changed afterwards, and of weeks whose rollups were found damaged. */
function createStaleRollups(
  { writeUnsynced }: Connection,
  { directory, rollups, compact }: MaintenanceDeps,
  failed: LogFailure,
) {
  return async (signal?: AbortSignal): Promise<void> => {
    const keys = rollups.staleKeys()
    if (keys.length === 0) return
    const ids = new Map(directory.all().map(({ number, universeId }) => [number, universeId]))
    for (const key of keys) {
      if (signal?.aborted) return
      const universeId = ids.get(numberOfKey(key))
      if (universeId !== undefined)
        try {
          writeUnsynced(() => compact({ universeId, week: weekOfKey(key), open: emptyBlock(universeId, 0) }))
        } catch (error) {
          if (isOfDisk(error)) throw error
          failed(universeId, error)
        }
      await yieldToEventLoop()
    }
  }
}

/** Universes; each takes about a millisecond. */
const FILL_BATCH_SIZE = 4

/** Stores the hours of universes that have none yet, a few at a time. */
function hourFiller(connection: Connection, { hours }: MaintenanceDeps) {
  const missing = missingHours(connection)
  return async (signal?: AbortSignal): Promise<void> => {
    for (;;) {
      const universes = missing(hours.horizon(), FILL_BATCH_SIZE)
      if (universes.length === 0 || signal?.aborted) return
      connection.writeUnsynced(() => {
        for (const { number, universeId } of universes) hours.fill(number, universeId)
      })
      await yieldToEventLoop()
    }
  }
}

/** The next hours use free pages again. Those beyond a fortieth of the file are returned to the disk, in small batches. */
async function giveSpaceBack({ raw, writeUnsynced }: Connection, signal?: AbortSignal): Promise<void> {
  const number = (name: string): number => Number(raw.pragma(name, { simple: true }))
  while (number('freelist_count') > Math.max(MIN_FREE_PAGES, number('page_count') / 40) && !signal?.aborted) {
    writeUnsynced(() => raw.pragma(`incremental_vacuum(${VACUUM_BATCH_SIZE})`))
    await yieldToEventLoop()
  }
}

/** What the next hours use. */
const MIN_FREE_PAGES = 64
const VACUUM_BATCH_SIZE = 32
