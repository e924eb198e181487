// Long work in transactions of a few milliseconds, between which the event loop is free.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Connection } from '../../connection.js'

/** After it a transaction ends: with its commit, and a tick that waits for both, it fits in five milliseconds. */
const SLICE_MS = 2
/** A slice writes about forty pages of four kilobytes. */
const SLICES_A_CHECKPOINT = 12

export interface Slices {
  /** Takes every item, in order. False where `take` or the signal ended it. */
  each<T>(items: Iterable<T>, take: (item: T) => boolean): Promise<boolean>
}

/** Each slice is a transaction that may be lost in a power cut: what it does must be done again then. */
export function slices(connection: Connection, checkpoint: () => Promise<void>, signal?: AbortSignal): Slices {
  let count = 0

  /** Answers undefined where there may be more. */
  function oneSlice<T>(items: Iterator<T>, take: (item: T) => boolean): boolean | undefined {
    const began = performance.now()
    return connection.writeUnsynced(() => {
      do {
        const { done, value } = items.next()
        if (done) return true
        if (!take(value)) return false
      } while (performance.now() - began < SLICE_MS)
      return undefined
    })
  }

  return {
    async each(items, take) {
      const iterator = items[Symbol.iterator]()
      for (;;) {
        if (signal?.aborted) return false
        const ended = oneSlice(iterator, take)
        if (++count % SLICES_A_CHECKPOINT === 0) await checkpoint()
        await breathe()
        if (ended !== undefined) return ended
      }
    },
  }
}
