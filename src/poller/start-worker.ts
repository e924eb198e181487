// A background worker: looks for work once a second, does all that is pending, and never runs twice at once.
import type { Log } from '../domain/ports/events.js'
import type { Leases, SingleTask } from '../domain/processes/leases.js'
import { repeat, type Worker } from './repeat.js'

const RUN_INTERVAL_MS = 1_000
/** The wait after a failure doubles each time, up to this many milliseconds. */
const MAX_RUN_DELAY_MS = 60_000

/** Work that one process does at a time, wherever: this one does nothing while another has the lease. */
export const onlyHere =
  (leases: Pick<Leases, 'take'>, task: SingleTask, work: (stop: AbortSignal) => Promise<void>) =>
  async (stop: AbortSignal): Promise<void> => {
    if ((await leases.take(task)) !== undefined) await work(stop)
  }

export function startWorker(work: (stop: AbortSignal) => Promise<void>, failureText: string, log: Log): Worker {
  let pause = RUN_INTERVAL_MS
  return repeat(async (stop) => {
    try {
      await work(stop)
      pause = RUN_INTERVAL_MS
    } catch (error) {
      pause = Math.min(MAX_RUN_DELAY_MS, pause * 2)
      log.error({ err: error }, failureText)
    }
    return pause
  }, 0)
}
