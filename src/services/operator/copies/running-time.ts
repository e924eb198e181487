// Waits for a time in which this process runs. A process that was suspended finds its timers due at once, before it hears of anything that
// ended meanwhile, and would blame what it waits for.
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds by which a timer of a process that runs may be late. */
const MAX_LATENESS_MS = 500

/** Rejects when the signal is aborted. Does not keep the process alive. */
export async function runningTime(ms: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const began = performance.now()
    await sleep(ms, undefined, { ref: false, signal })
    if (performance.now() - began <= ms + MAX_LATENESS_MS) return
  }
}
