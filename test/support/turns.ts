// Waits until nothing moves between a service and its clients. Both share one event loop, so turns of it let both go on,
// however slow the machine is; but what one writes reaches the other through the kernel, which a busy machine delays.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** One write goes through the socket, its reader and back in fewer turns. */
const QUIET_TURNS = 100
/** Longer than a busy kernel takes to hand over what was written. */
const QUIET_NS = 40_000_000n
/** The rest of that while is not spent in turns, which would take the processor from the kernel and other tests. */
const NAP_MS = 8

/** Resolves when `count` has not changed for many turns, and for a while, in which no file was being read. */
export async function untilSteady(count: () => number): Promise<void> {
  let last = count()
  let [turns, since] = [0, process.hrtime.bigint()]
  while (turns < QUIET_TURNS || process.hrtime.bigint() - since < QUIET_NS) {
    await (turns < QUIET_TURNS ? nextTurn() : sleep(NAP_MS))
    turns++
    if (count() === last && !process.getActiveResourcesInfo().includes('FSReqPromise')) continue
    last = count()
    ;[turns, since] = [0, process.hrtime.bigint()]
  }
}
