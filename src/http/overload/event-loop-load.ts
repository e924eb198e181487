// Decides from the delay of the event loop whether the service has more to do than it can (PROCESS-40). A timer that fires late
// has waited for everything that was already waiting, as a request that arrives now would.
import type { Log } from '../../domain/ports/events.js'

const LOAD_CHECK_INTERVAL_MS = 50
/** A check that is later by this or more counts as late. */
const MIN_LATE_CHECK_DELAY_MS = 200
/** So many late checks in a row, which take at least a second, are more than one long wait or one long turn. */
const MIN_LATE_CHECK_COUNT = 4
/** So many checks in a row must be in time before the load counts as normal again. */
const MIN_TIMELY_CHECK_COUNT = 10

export class EventLoopLoad {
  isTooHigh = false
  #late = 0
  #timely = 0

  /** `delayMs`: by how many milliseconds the newest check was late. */
  add(delayMs: number): void {
    if (delayMs >= MIN_LATE_CHECK_DELAY_MS) {
      this.#late++
      this.#timely = 0
    } else {
      this.#timely++
      this.#late = 0
    }
    if (this.#late >= MIN_LATE_CHECK_COUNT) this.isTooHigh = true
    if (this.#timely >= MIN_TIMELY_CHECK_COUNT) this.isTooHigh = false
  }
}

export interface LoadMeter {
  readonly isOverloaded: () => boolean
  readonly stop: () => void
}

/**
 * Measures the event loop of this process until it is stopped, and how long requests have waited for their turn, which the event loop
 * does not show.
 */
export function measureLoad(log: Log, longestWaitMs: () => number): LoadMeter {
  const load = new EventLoopLoad()
  let due = performance.now() + LOAD_CHECK_INTERVAL_MS
  const timer = setInterval(() => {
    const now = performance.now()
    const wasTooHigh = load.isTooHigh
    load.add(Math.max(now - due, longestWaitMs()))
    due = now + LOAD_CHECK_INTERVAL_MS
    if (load.isTooHigh && !wasTooHigh)
      log.warn({}, 'The service has more to do than it can: new requests are answered 503 until it has caught up.')
    if (!load.isTooHigh && wasTooHigh) log.info({}, 'The service has caught up and answers all requests again.')
  }, LOAD_CHECK_INTERVAL_MS)
  timer.unref()
  return { isOverloaded: () => load.isTooHigh, stop: () => clearInterval(timer) }
}
