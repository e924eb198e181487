// Caches a slow popularity source: refreshes it at intervals, never waits long for it, and keeps the last reading for a while if it
// fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, MINUTE_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import type { Popularity, PopularityPlace, PopularityReading } from '../domain/ports/popularity.js'

const MAX_FRESH_AGE_MS = 5 * MINUTE_MS
/** After a failure, the source is not read for this long. */
const POPULARITY_RETRY_DELAY_MS = MINUTE_MS
/** An older reading is no longer used. */
const MAX_POPULARITY_AGE_MS = 60 * MINUTE_MS
/** The first caller waits at most this many milliseconds for the first reading. */
const FIRST_READING_TIMEOUT_MS = 1_000

export type Places = ReadonlyMap<number, PopularityPlace>

interface RefreshOptions {
  readonly source: string
  readonly clock: Clock
  readonly log: Log
  readonly close: () => Promise<void>
}

export function cachedPopularity(
  read: () => Promise<Places>,
  { source, clock, log, close }: RefreshOptions,
): Popularity {
  // Ages use the monotonic clock, because a wall clock that is set back would keep an old reading for too long.
  let reading: (PopularityReading & { readonly monotonic: number }) | undefined
  let running: Promise<void> | undefined
  let nextReadAt = Number.NEGATIVE_INFINITY

  const refresh = async (): Promise<void> => {
    try {
      const places = await read()
      reading = { places, source, readAt: clock.now(), monotonic: clock.monotonic() }
      nextReadAt = clock.monotonic() + MAX_FRESH_AGE_MS
    } catch (error) {
      // API-38: the ranking is shown without popularity.
      log.warn({ err: error }, 'The popularity source could not be read; rankings go on without it.')
      nextReadAt = clock.monotonic() + POPULARITY_RETRY_DELAY_MS
    }
  }

  return {
    current: async () => {
      if (clock.monotonic() >= nextReadAt && !running) {
        running = refresh().finally(() => {
          running = undefined
        })
      }
      if (!reading && running) await Promise.race([running, sleep(FIRST_READING_TIMEOUT_MS, undefined, { ref: false })])
      return reading && clock.monotonic() - reading.monotonic <= MAX_POPULARITY_AGE_MS ? reading : undefined
    },
    close,
  }
}
