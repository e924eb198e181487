// Once an hour, shortly after it begins and between two ticks, compacts completed hours, thins out old samples and notes the
// size of the database.
import { type Clock, HOUR_MS, MINUTE_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import type { SeriesStore } from '../domain/ports/series.js'
import type { Leases } from '../domain/processes/leases.js'
import type { ClockState } from '../domain/time/clock-check.js'
import { repeat, type Worker } from './repeat.js'

/** The offset into the hour, in milliseconds: by then the ticks of its first minutes are stored. */
const HOUR_OFFSET_MS = 2 * MINUTE_MS + 20_000
/**
 * The delay after the start, in milliseconds, until work that the last process left is done. By then the first tick has
 * run and has determined whether the clock is correct.
 */
const MAINTENANCE_START_DELAY_MS = 80_000

interface Deps {
  readonly series: Pick<SeriesStore, 'maintain'>
  readonly clock: Clock
  readonly clockState: () => ClockState
  readonly leases: Pick<Leases, 'take'>
  /** Notes the size of the database. */
  noteSize(): Promise<void>
  readonly log: Log
}

export function startMaintenance({ series, clock, clockState, leases, noteSize, log }: Deps): Worker {
  const run = async (stop: AbortSignal): Promise<number> => {
    const startedAt = performance.now()
    try {
      if ((await leases.take('maintenance')) === undefined) return MINUTE_MS
      const state = clockState()
      await series.maintain(stop)
      if (state === 'correct') await noteSize()
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'Completed hours were compacted.')
      if (state !== 'correct')
        log.warn({ clock: state }, `Nothing was thinned out or deleted, because the clock is ${state}.`)
    } catch (error) {
      log.error({ err: error }, 'Compacting completed hours failed; the next hour tries again.')
    }
    return HOUR_MS - ((clock.now() - HOUR_OFFSET_MS) % HOUR_MS)
  }
  return repeat(run, MAINTENANCE_START_DELAY_MS)
}
