// Keeps a slow source at hand: read anew now and then, never waited for long, kept a while when it fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, MINUTE_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/log.js'
import type { Popularity, PopularityPlace, PopularityReading } from '../domain/ports/popularity.js'

const FRESH_MS = 5 * MINUTE_MS
/** After a failure the source is left alone for a while. */
const RETRY_MS = MINUTE_MS
/** A reading that is older stands for nothing any more. */
const OLDEST_MS = 60 * MINUTE_MS
/** The first caller waits this long for the first reading. */
const WAIT_TIMEOUT_MS = 1_000

export type Places = ReadonlyMap<number, PopularityPlace>

interface RefreshOptions {
  readonly source: string
  readonly clock: Clock
  readonly log: Log
  readonly close: () => Promise<void>
}

export function refreshing(read: () => Promise<Places>, { source, clock, log, close }: RefreshOptions): Popularity {
  // By the monotonic clock: one that is set back must not keep an old reading for years.
  let reading: (PopularityReading & { readonly monotonic: number }) | undefined
  let running: Promise<void> | undefined
  let nextReadAt = Number.NEGATIVE_INFINITY

  const refresh = async (): Promise<void> => {
    try {
      const places = await read()
      reading = { places, source, readAt: clock.now(), monotonic: clock.monotonic() }
      nextReadAt = clock.monotonic() + FRESH_MS
    } catch (error) {
      // API-38: the ranking is shown without it.
      log.warn({ err: error }, 'The popularity source could not be read; rankings go on without it.')
      nextReadAt = clock.monotonic() + RETRY_MS
    }
  }

  return {
    current: async () => {
      if (clock.monotonic() >= nextReadAt && !running) {
        running = refresh().finally(() => {
          running = undefined
        })
      }
      if (!reading && running) await Promise.race([running, sleep(WAIT_TIMEOUT_MS, undefined, { ref: false })])
      return reading && clock.monotonic() - reading.monotonic <= OLDEST_MS ? reading : undefined
    },
    close,
  }
}
