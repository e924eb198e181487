// Reads something of each of many universes: what is known at once, the others a few at a time, so that a request for
// thousands of universes never stops the others.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MAX_TURN_MS, type UniverseReader } from '../../../../series/reading/universe-reader.js'

/** How much is read between two turns of the event loop. */
const MAX_BATCH_COST = 32
/** `inRead` is a transaction; a turn of the event loop never falls into it. */
export async function readByUniverse<Value>(
  universeIds: readonly number[],
  { known, read }: UniverseReader<Value>,
  inRead: <T>(work: () => T) => T,
): Promise<Map<number, Value>> {
  const found = new Map<number, Value>()
  const put = (id: number, value: Value | undefined): void => {
    if (value !== undefined) found.set(id, value)
  }
  let next = 0
  const passKnown = (): void => {
    for (; next < universeIds.length; next++) {
      const id = universeIds[next] ?? 0
      const one = known(id)
      if (one === undefined) return
      put(id, one.value)
    }
  }
  /** Returns whether all are read. */
  const takeTurn = (): boolean => {
    const began = performance.now()
    for (let cost = 0; cost < MAX_BATCH_COST && performance.now() - began < MAX_TURN_MS; passKnown()) {
      if (next >= universeIds.length) return true
      const id = universeIds[next++] ?? 0
      const one = read(id)
      put(id, one.value)
      cost += one.cost
    }
    return next >= universeIds.length
  }
  passKnown()
  while (next < universeIds.length && !inRead(takeTurn)) await yieldToEventLoop()
  return found
}
