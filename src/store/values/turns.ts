// Turns of the event loop in long work on the database, so that requests are served meanwhile.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MAX_TURN_MS } from '../../series/reading/universe-reader.js'

/**
 * Returns what is to be awaited after each small piece of work: it lets others run once the pieces since the last time took long
 * enough. To let them run after each piece would make the work wait for a turn of all others as often.
 */
export function createTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < MAX_TURN_MS) return
    await yieldToEventLoop()
    began = performance.now()
  }
}
