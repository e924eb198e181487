// Retries with growing, randomized delays.
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_RETRY_DELAY_MS = 1_000

export interface RetryOptions {
  readonly stop: AbortSignal
  readonly maxWaitMs: number
  readonly onFailure: (error: unknown, waitMs: number) => void
}

/** Resolves when `work` has succeeded or `stop` fires; never rejects. */
export async function retry(work: () => Promise<void>, { stop, maxWaitMs, onFailure }: RetryOptions): Promise<void> {
  for (let attempt = 0; !stop.aborted; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (stop.aborted) return
      const waitMs = Math.round(Math.min(maxWaitMs, FIRST_RETRY_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2))
      onFailure(error, waitMs)
      await sleep(waitMs, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
