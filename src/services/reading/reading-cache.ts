// What was read of a series, kept for some minutes: reading takes longer than a page may.
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'

interface CachedReading<Value> {
  readonly at: Minute
  readonly until: Minute
  readonly value: Promise<Value>
}

/** Past samples change only where somebody imports them; they show within so many minutes. */
const CACHE_LIFETIME_MINUTES = 10
/** Not all grow old at once: a ranking of hundreds would wait for hundreds of series. */
export const STAGGER_MINUTES = 5
/** Longest that a reading is old. */
export const OLDEST_MINUTES = CACHE_LIFETIME_MINUTES + STAGGER_MINUTES
const MAX_CACHE_SIZE = 5_000

export class ReadingCache<Value> {
  private readonly readings = new Map<string, CachedReading<Value>>()

  constructor(private readonly clock: Clock) {}

  /** `stagger`: anything that differs between the things that are read. */
  of(key: string, stagger: number, read: (now: Minute) => Promise<Value>): Promise<Value> {
    const now = minuteOf(this.clock.now())
    const known = this.readings.get(key)
    if (known && now >= known.at && now < known.until) return known.value
    const value = read(now).catch((error: unknown) => {
      this.readings.delete(key)
      throw error
    })
    if (this.readings.size >= MAX_CACHE_SIZE) this.readings.clear()
    this.readings.set(key, { at: now, until: now + CACHE_LIFETIME_MINUTES + (stagger % STAGGER_MINUTES), value })
    return value
  }
}
