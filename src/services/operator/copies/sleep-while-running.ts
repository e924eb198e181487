// Sleeps, and begins again where the process was suspended meanwhile. Otherwise a time limit would be over at once when the process goes on, before
// it can read what ended in time.
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds by which a timer of a process that runs may be late. */
const MAX_LATENESS_MS = 500

/** Rejects when the signal is aborted. Does not keep the process alive. */
export async function sleepWhileRunning(ms: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const began = performance.now()
    await sleep(ms, undefined, { ref: false, signal })
    if (performance.now() - began <= ms + MAX_LATENESS_MS) return
  }
}
