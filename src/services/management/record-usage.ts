// Counts requests in memory and writes the counts periodically, so that no request waits for the disk.
import { type Clock, dayOf, MINUTE_MS, minuteOf } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

const FLUSH_MS = 5_000

export interface UsageRecorder {
  record(accountId: number, keyId: number): void
  /** Writes the collected counts. */
  flush(): Promise<void>
  /** Stops the timer and writes the remaining counts. */
  close(): Promise<void>
}

export function createRecordUsage({ store, clock }: { store: Store; clock: Clock }): UsageRecorder {
  let requests = new Map<string, { accountId: number; day: number; count: number }>()
  let keys = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (requests.size === 0 && keys.size === 0) return
    const [counted, used] = [requests, keys]
    requests = new Map()
    keys = new Map()
    try {
      await store.usage.add({
        requests: [...counted.values()],
        keys: [...used].map(([keyId, at]) => ({ keyId, at })),
      })
    } catch (error) {
      for (const { accountId, day, count } of counted.values()) add(accountId, day, count)
      keys = new Map([...used, ...keys])
      throw error
    }
  }

  const add = (accountId: number, day: number, count: number): void => {
    const counted = requests.get(`${accountId}:${day}`) ?? { accountId, day, count: 0 }
    counted.count += count
    requests.set(`${accountId}:${day}`, counted)
  }

  return {
    record: (accountId, keyId) => {
      const day = dayOf(minuteOf(clock.now()))
      add(accountId, day, 1)
      // API-34: rounded down to the minute.
      keys.set(keyId, Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS)
      timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS).unref()
    },
    flush,
    close: flush,
  }
}
