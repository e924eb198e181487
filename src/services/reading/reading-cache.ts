// Caches what was read of a series for some minutes, because reading takes longer than a page may.

import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import type { NoteRead } from '../../domain/ports/activity.js'

interface CachedReading<Value> {
  readonly at: Minute
  readonly until: Minute
  readonly value: Promise<Value>
}

/** Past samples change only by an import, which becomes visible within this many minutes. */
const CACHE_LIFETIME_MINUTES = 10
/** Entries expire at different minutes; otherwise a ranking of hundreds of games would wait for hundreds of reads. */
export const STAGGER_MINUTES = 5
/** The maximum age of a cached value in minutes. */
export const MAX_AGE_MINUTES = CACHE_LIFETIME_MINUTES + STAGGER_MINUTES
const MAX_CACHE_SIZE = 10_000

export class ReadingCache<Value> {
  private readonly readings = new Map<string, CachedReading<Value>>()

  constructor(
    private readonly clock: Clock,
    private readonly onRead: NoteRead = () => undefined,
    /** A cache of large values keeps fewer of them. */
    private readonly maxSize = MAX_CACHE_SIZE,
  ) {}

  /** `stagger` is any number that differs between the entries. */
  of(key: string, stagger: number, read: (now: Minute) => Promise<Value>): Promise<Value> {
    const now = minuteOf(this.clock.now())
    const known = this.readings.get(key)
    const isHit = known !== undefined && now >= known.at && now < known.until
    this.onRead(isHit)
    if (isHit) return known.value
    const value = read(now).catch((error: unknown) => {
      this.readings.delete(key)
      throw error
    })
    this.readings.delete(key)
    const [oldest] = this.readings.keys()
    if (this.readings.size >= this.maxSize && oldest !== undefined) this.readings.delete(oldest)
    this.readings.set(key, { at: now, until: now + CACHE_LIFETIME_MINUTES + (stagger % STAGGER_MINUTES), value })
    return value
  }
}
