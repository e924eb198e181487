// Splits long work into transactions of a few milliseconds, between which the event loop is free.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Connection } from '../../connection.js'

/** A transaction ends after this time. With its commit and a tick that waits for both, it takes less than 5 ms. */
const MAX_COMPACTION_SLICE_MS = 2
/** A slice writes about forty pages of 4 KiB. */
const CHECKPOINT_SLICES = 12

export interface Slices {
  /** Calls `take` for every item, in order. Resolves to false where `take` or the signal stopped it. */
  each<T>(items: Iterable<T>, take: (item: T) => boolean): Promise<boolean>
}

/** Each slice is a transaction that a power failure may undo; the caller must then repeat its work. */
export function slices(connection: Connection, checkpoint: () => Promise<void>, signal?: AbortSignal): Slices {
  let count = 0

  /** Returns undefined where items may be left. */
  function oneSlice<T>(items: Iterator<T>, take: (item: T) => boolean): boolean | undefined {
    const began = performance.now()
    return connection.writeUnsynced(() => {
      do {
        const { done, value } = items.next()
        if (done) return true
        if (!take(value)) return false
      } while (performance.now() - began < MAX_COMPACTION_SLICE_MS)
      return undefined
    })
  }

  return {
    async each(items, take) {
      const iterator = items[Symbol.iterator]()
      for (;;) {
        if (signal?.aborted) return false
        const ended = oneSlice(iterator, take)
        if (++count % CHECKPOINT_SLICES === 0) await checkpoint()
        await yieldToEventLoop()
        if (ended !== undefined) return ended
      }
    },
  }
}
