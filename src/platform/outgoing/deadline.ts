// The time by which a call must end.
import { setMaxListeners } from 'node:events'
import type { CallDeadline } from '../../domain/ports/platform.js'

/** `at` is in monotonic ms (`performance.now`), because the wall clock may be wrong or may be set. */
export interface Deadline {
  readonly at: number
  readonly stop: AbortSignal
}

export function deadlineIn(limit: CallDeadline): Deadline {
  // Hundreds of calls of one tick listen to the same signal, which is not a memory leak.
  setMaxListeners(0, limit.stop)
  return { at: performance.now() + limit.withinMs, stop: limit.stop }
}
