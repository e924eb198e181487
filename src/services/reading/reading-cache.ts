// Caches what was read of a series for some minutes, because reading takes longer than a page may.

import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import type { NoteRead } from '../../domain/ports/activity.js'
import type { EventSource } from '../../domain/ports/events.js'

interface CachedReading<Value> {
  readonly at: Minute
  readonly until: Minute
  readonly value: Promise<Value>
  /** How often its past was rewritten before it was read. */
  readonly rewriteCount: number
}

const CACHE_LIFETIME_MINUTES = 10
/** Entries expire at different minutes; otherwise a ranking of hundreds of games would wait for hundreds of reads. */
export const STAGGER_MINUTES = 5
/** The maximum age of a cached value in minutes. */
export const MAX_AGE_MINUTES = CACHE_LIFETIME_MINUTES + STAGGER_MINUTES
const MAX_CACHE_SIZE = 10_000

interface ReadingCacheOptions {
  readonly clock: Clock
  readonly events: EventSource
  readonly onRead?: NoteRead | undefined
  /** A cache of large values keeps fewer of them. */
  readonly maxSize?: number
}

/** Stands for the pasts of all universes. */
export const ALL_UNIVERSES_CODE = 0

/** A value ends when the past that it was read of is rewritten, as by an import, which counts at once. */
export class ReadingCache<Value> {
  private readonly readings = new Map<string, CachedReading<Value>>()
  private readonly rewriteCounts = new Map<number, number>()
  private readonly clock: Clock
  private readonly onRead: NoteRead
  private readonly maxSize: number

  constructor({ clock, events, onRead = () => undefined, maxSize = MAX_CACHE_SIZE }: ReadingCacheOptions) {
    this.clock = clock
    this.onRead = onRead
    this.maxSize = maxSize
    events.subscribe((event) => {
      if (event.type === 'changes missed') this.readings.clear()
      if (event.type !== 'history rewritten') return
      for (const id of [event.universeId, ALL_UNIVERSES_CODE]) this.rewriteCounts.set(id, this.rewriteCountOf(id) + 1)
    })
  }

  /** Of one universe, or of ALL_UNIVERSES_CODE. */
  of(key: string, universeId: number, read: (now: Minute) => Promise<Value>): Promise<Value> {
    const now = minuteOf(this.clock.now())
    const rewriteCount = this.rewriteCountOf(universeId)
    const known = this.readings.get(key)
    const isHit = known !== undefined && now >= known.at && now < known.until && known.rewriteCount === rewriteCount
    this.onRead(isHit)
    if (isHit) return known.value
    const value = read(now).catch((error: unknown) => {
      this.readings.delete(key)
      throw error
    })
    this.readings.delete(key)
    const [oldest] = this.readings.keys()
    if (this.readings.size >= this.maxSize && oldest !== undefined) this.readings.delete(oldest)
    const until = now + CACHE_LIFETIME_MINUTES + (universeId % STAGGER_MINUTES)
    this.readings.set(key, { at: now, until, value, rewriteCount })
    return value
  }

  private rewriteCountOf(universeId: number): number {
    return this.rewriteCounts.get(universeId) ?? 0
  }
}
