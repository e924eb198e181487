// Caches lookups. Equal lookups share one call, and a stale value is returned where the platform fails.
import { LRUCache } from 'lru-cache'
import { type Clock, isWaitOver, MINUTE_MS } from '../../domain/clock.js'
import type { LookupValue } from '../../domain/ports/lookups.js'
import { isFailure, toHeadcountError } from './client.js'

/** LEGACY-5: how long names stay in the cache. */
export const NAME_LIFETIME_MS = 10 * MINUTE_MS
export const VISITS_LIFETIME_MS = MINUTE_MS
/** "Not found" is cached no longer than this, because the thing may be created at any time. */
const NOT_FOUND_LIFETIME_MS = MINUTE_MS
const MAX_STALE_MS = 24 * 60 * MINUTE_MS
/** For this long after a failure, a stale value is returned at once and the platform is not called. */
const FAILED_LOOKUP_DELAY_MS = 10_000
const MAX_CACHE_SIZE = 5_000

interface LookupCacheOptions {
  readonly freshMs: number
  /** The maximum number of cached values (default 5,000). */
  readonly maxSize?: number
  /** The maximum number of different lookups in progress, and the error for one more. */
  readonly concurrency: number
  readonly limitReached: () => Error
  readonly clock: Clock
  readonly onRead: (isHit: boolean) => void
}

interface LookupCacheEntry<T> {
  readonly value: T | undefined
  readonly at: number
  retryAt: number
}

export class LookupCache<Key extends string | number, T> {
  private readonly cache: LRUCache<Key, LookupCacheEntry<T>>
  private readonly pendingLookups = new Map<Key, Promise<LookupValue<T | undefined>>>()

  /** `ask` returns undefined for what the platform does not know. */
  constructor(
    private readonly options: LookupCacheOptions,
    private readonly ask: (key: Key) => Promise<T | undefined>,
  ) {
    // With `max`, room for all would be reserved at once, which takes most of the time of opening the lookups.
    this.cache = new LRUCache({ maxSize: options.maxSize ?? MAX_CACHE_SIZE, sizeCalculation: () => 1 })
  }

  async get(key: Key): Promise<LookupValue<T | undefined>> {
    const known = this.cache.get(key)
    const isHit = known !== undefined && this.isFresh(known)
    this.options.onRead(isHit)
    if (isHit) return { value: known.value, isStale: false }
    if (known && this.isUsable(known) && !isWaitOver(known.retryAt, FAILED_LOOKUP_DELAY_MS, this.options.clock.now()))
      return stale(known)
    const shared = this.pendingLookups.get(key)
    if (shared) return shared
    if (this.pendingLookups.size >= this.options.concurrency) {
      if (known && this.isUsable(known)) return stale(known)
      throw this.options.limitReached()
    }
    const renewal = this.renew(key, known).finally(() => this.pendingLookups.delete(key))
    this.pendingLookups.set(key, renewal)
    return renewal
  }

  private async renew(key: Key, known: LookupCacheEntry<T> | undefined): Promise<LookupValue<T | undefined>> {
    try {
      const value = await this.ask(key)
      this.cache.set(key, { value, at: this.options.clock.now(), retryAt: 0 })
      return { value, isStale: false }
    } catch (error) {
      if (!known || !isFailure(error) || !this.isUsable(known)) throw toHeadcountError(error)
      known.retryAt = this.options.clock.now() + FAILED_LOOKUP_DELAY_MS
      return stale(known)
    }
  }

  private isFresh({ value, at }: LookupCacheEntry<T>): boolean {
    const { freshMs, clock } = this.options
    return isWithin(at, value === undefined ? Math.min(freshMs, NOT_FOUND_LIFETIME_MS) : freshMs, clock.now())
  }

  /** A stale "not found" is never returned, because the thing may exist by now. */
  private isUsable({ value, at }: LookupCacheEntry<T>): boolean {
    return value !== undefined && isWithin(at, MAX_STALE_MS, this.options.clock.now())
  }
}

/** If the clock was set back, the entry counts as expired. */
const isWithin = (at: number, span: number, now: number): boolean => now >= at && now - at < span

const stale = <T>({ value }: LookupCacheEntry<T>): LookupValue<T | undefined> => ({ value, isStale: true })
