// Waits for turns of the event loop instead of for a time. Service and client of a test share one event loop, so each turn
// lets both go on, however slow the machine is.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** One write goes through the socket, its reader and back in fewer turns. */
const QUIET_TURNS = 100

/** Resolves when `count` has not changed for many turns in which no file was being read. */
export async function untilSteady(count: () => number): Promise<void> {
  let last = count()
  for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
    await nextTurn()
    if (count() === last && !process.getActiveResourcesInfo().includes('FSReqPromise')) continue
    last = count()
    quiet = 0
  }
}
