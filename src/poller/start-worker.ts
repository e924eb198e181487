// A background worker: looks for work once a second, does all that is pending, and never runs twice at once.
import type { Log } from '../domain/ports/events.js'

const RUN_INTERVAL_MS = 1_000
/** The wait after a failure doubles each time, up to this many milliseconds. */
const RUN_TIMEOUT_MS = 60_000

export interface Worker {
  /** Resolves when the current work is completed or aborted. */
  stop(): Promise<void>
}

export function startWorker(work: (stop: AbortSignal) => Promise<void>, failure: string, log: Log): Worker {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  let pause = RUN_INTERVAL_MS

  const run = async (): Promise<void> => {
    try {
      await work(stopping.signal)
      pause = RUN_INTERVAL_MS
    } catch (error) {
      pause = Math.min(RUN_TIMEOUT_MS, pause * 2)
      log.error({ err: error }, failure)
    }
  }
  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      running = run().then(() => {
        if (!stopping.signal.aborted) wait(pause)
      })
    }, milliseconds)
    timer.unref()
  }
  wait(0)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
