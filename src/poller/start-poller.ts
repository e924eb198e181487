// The door of time: cron says when a tick is, and a tick never overlaps the next.
import cron from 'node-cron'
import { isoOfMs } from '../domain/clock.js'
import type { Log } from '../domain/ports/log.js'
import type { Operations } from '../operations/operations.js'
import type { PartState } from '../operations/reading/check-health.js'

export interface Poller {
  state(): PartState
  /** Stops the clock; a tick that runs stores what it has and marks the rest as a gap. */
  stop(): Promise<void>
}

/** A tick that the event loop held up this long still belongs to its minute. */
const LATEST_START_MS = 40_000

export function startPoller(pattern: string, operations: Operations, log: Log): Poller {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let state: PartState = { state: 'waiting', detail: 'The first tick is still to come.' }

  const tick = async (): Promise<void> => {
    const startedAt = operations.clock.now()
    try {
      const { sampled, gaps, trouble } = await operations.sampleTick({ stop: stopping.signal })
      state = {
        state: 'running',
        since: isoOfMs(startedAt),
        detail: `Last tick: ${sampled} sampled, ${gaps.length} gaps.`,
      }
      const found = { sampled, gaps: gaps.length, reasons: counted(gaps) }
      if (gaps.length > 0 || trouble !== undefined)
        log.warn({ ...found, err: trouble }, 'The platform did not answer all of a tick.')
      else log.info({ sampled, ms: operations.clock.now() - startedAt }, 'A tick was stored.')
    } catch (error) {
      state = { state: 'failing', since: isoOfMs(startedAt), detail: 'The last tick could not be stored.' }
      log.error({ err: error }, 'A tick failed; its time becomes a gap.')
    }
  }

  const task = cron.schedule(
    pattern,
    () => {
      // A missed tick is not made up for: the next one writes the gap.
      if (stopping.signal.aborted) return
      if (running) {
        log.warn({}, 'A tick was passed over: the one before it is still running.')
        return
      }
      running = tick().finally(() => {
        running = undefined
      })
    },
    { timezone: 'UTC', suppressMissedWarning: true, missedExecutionTolerance: LATEST_START_MS },
  )
  return {
    state: () => state,
    stop: async () => {
      stopping.abort()
      await task.destroy()
      await running
    },
  }
}

function counted(gaps: readonly { readonly reason: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason } of gaps) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
