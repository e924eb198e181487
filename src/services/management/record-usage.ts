// Counts requests in memory and writes the counts periodically, so that no request waits for the disk.
import { type Clock, dayOf, MINUTE_MS, minuteOf } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

const FLUSH_INTERVAL_MS = 5_000

export interface UsageRecorder {
  /** Counts one request, and the use of the key. */
  record(accountId: number, keyId: number): void
  /** A request that is not counted still uses the key. */
  recordUse(keyId: number): void
  /** Writes the collected counts. */
  flush(): Promise<void>
  /** Stops the timer and writes the remaining counts. */
  close(): Promise<void>
}

interface KeyCounter {
  readonly keyId: number
  readonly day: number
  count: number
}

interface UsageDeps {
  readonly store: { readonly usage: Pick<Store['usage'], 'add'> }
  readonly clock: Clock
}

export function createRecordUsage({ store, clock }: UsageDeps): UsageRecorder {
  let requests = new Map<string, { accountId: number; day: number; count: number }>()
  let keys = new Map<number, number>()
  let keyRequests = new Map<string, KeyCounter>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (requests.size === 0 && keys.size === 0) return
    const [counted, used, countedByKey] = [requests, keys, keyRequests]
    requests = new Map()
    keys = new Map()
    keyRequests = new Map()
    try {
      await store.usage.add({
        requests: [...counted.values()],
        keyRequests: [...countedByKey.values()],
        keys: [...used].map(([keyId, at]) => ({ keyId, at })),
      })
    } catch (error) {
      for (const { accountId, day, count } of counted.values()) add(accountId, day, count)
      for (const { keyId, day, count } of countedByKey.values()) addKey(keyId, day, count)
      keys = new Map([...used, ...keys])
      throw error
    }
  }

  const add = (accountId: number, day: number, count: number): void => {
    const counted = requests.get(`${accountId}:${day}`) ?? { accountId, day, count: 0 }
    counted.count += count
    requests.set(`${accountId}:${day}`, counted)
  }

  const addKey = (keyId: number, day: number, count: number): void => {
    const counted = keyRequests.get(`${keyId}:${day}`) ?? { keyId, day, count: 0 }
    counted.count += count
    keyRequests.set(`${keyId}:${day}`, counted)
  }

  const recordUse = (keyId: number): void => {
    // API-34: rounded down to the minute.
    keys.set(keyId, Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS)
    timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_INTERVAL_MS).unref()
  }

  return {
    record: (accountId, keyId) => {
      const day = dayOf(minuteOf(clock.now()))
      add(accountId, day, 1)
      addKey(keyId, day, 1)
      recordUse(keyId)
    },
    recordUse,
    flush,
    close: flush,
  }
}
