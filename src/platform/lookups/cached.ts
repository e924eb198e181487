// Answers kept for a while. Equal questions share one call; what the platform no longer tells is answered from memory.
import { LRUCache } from 'lru-cache'
import { type Clock, isWaitOver } from '../../domain/clock.js'
import type { LookUpValue } from '../../domain/ports/look-ups.js'
import { isFailure, translated } from './line.js'

const MINUTE_MS = 60_000
/** LEGACY-5. */
export const NAMES_MS = 10 * MINUTE_MS
export const LIVE_MS = MINUTE_MS
/** "No such thing" holds no longer than this: somebody may just be making it. */
const UNKNOWN_MS = MINUTE_MS
const STALE_MS = 24 * 60 * MINUTE_MS
/** After a failure an old answer is given at once, and the platform left alone for so long. */
const REST_MS = 10_000
const MAX_CACHE_SIZE = 5_000

interface LookUpCacheOptions {
  readonly freshMs: number
  /** How many answers are kept (5,000). */
  readonly kept?: number
  /** How many different questions may be under way, and what to say to one more. */
  readonly concurrency: number
  readonly crowded: () => Error
  readonly clock: Clock
}

interface LookUpCacheEntry<T> {
  readonly value: T | undefined
  readonly at: number
  restUntil: number
}

export class LookUpCache<Key extends string | number, T> {
  private readonly kept: LRUCache<Key, LookUpCacheEntry<T>>
  private readonly underWay = new Map<Key, Promise<LookUpValue<T | undefined>>>()

  /** `ask` answers undefined for what the platform does not know. */
  constructor(
    private readonly terms: LookUpCacheOptions,
    private readonly ask: (key: Key) => Promise<T | undefined>,
  ) {
    this.kept = new LRUCache({ max: terms.kept ?? MAX_CACHE_SIZE })
  }

  async get(key: Key): Promise<LookUpValue<T | undefined>> {
    const known = this.kept.get(key)
    if (known && this.isFresh(known)) return { value: known.value, isStale: false }
    if (known && this.isUsable(known) && !isWaitOver(known.restUntil, REST_MS, this.terms.clock.now()))
      return stale(known)
    const shared = this.underWay.get(key)
    if (shared) return shared
    if (this.underWay.size >= this.terms.concurrency) {
      if (known && this.isUsable(known)) return stale(known)
      throw this.terms.crowded()
    }
    const mine = this.renew(key, known).finally(() => this.underWay.delete(key))
    this.underWay.set(key, mine)
    return mine
  }

  private async renew(key: Key, known: LookUpCacheEntry<T> | undefined): Promise<LookUpValue<T | undefined>> {
    try {
      const value = await this.ask(key)
      this.kept.set(key, { value, at: this.terms.clock.now(), restUntil: 0 })
      return { value, isStale: false }
    } catch (error) {
      if (!known || !isFailure(error) || !this.isUsable(known)) throw translated(error)
      known.restUntil = this.terms.clock.now() + REST_MS
      return stale(known)
    }
  }

  private isFresh({ value, at }: LookUpCacheEntry<T>): boolean {
    const { freshMs, clock } = this.terms
    return isWithin(at, value === undefined ? Math.min(freshMs, UNKNOWN_MS) : freshMs, clock.now())
  }

  /** An old "no such thing" is never repeated: it may have come to be. */
  private isUsable({ value, at }: LookUpCacheEntry<T>): boolean {
    return value !== undefined && isWithin(at, STALE_MS, this.terms.clock.now())
  }
}

/** A clock that was set back makes nothing fresh for longer. */
const isWithin = (at: number, span: number, now: number): boolean => now >= at && now - at < span

const stale = <T>({ value }: LookUpCacheEntry<T>): LookUpValue<T | undefined> => ({ value, isStale: true })
