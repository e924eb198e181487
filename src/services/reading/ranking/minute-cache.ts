// Caches what is computed from the newest data, for the rest of the minute and until something is written. Ticks come once a
// minute, so readers in between, and readers that turn pages or change the order, get the same answer.

import { LRUCache } from 'lru-cache'
import { type Clock, minuteOf } from '../../../domain/clock.js'
import type { NoteRead } from '../../../domain/ports/activity.js'
import type { EventSource, StoreEvent } from '../../../domain/ports/events.js'

interface MinuteCacheOptions {
  readonly events: EventSource
  readonly clock: Clock
  /** The maximum number of answers. */
  readonly max: number
  readonly onRead?: NoteRead
}

/** Keys are written when they are used, and say nothing of games; nor does a count of the market, of which nothing is kept here. */
const isStale = (event: StoreEvent): boolean =>
  event.type !== 'market counted' && (event.type !== 'records changed' || event.table !== 'keys')

export class MinuteCache<Value> {
  private readonly answers: LRUCache<string, Promise<Value>>

  constructor(private readonly options: MinuteCacheOptions) {
    this.answers = new LRUCache({ max: options.max })
    options.events.subscribe((event) => {
      if (isStale(event)) this.answers.clear()
    })
  }

  /** An answer that became stale while it was read is returned to those who wait for it, and not cached. Failures are not cached. */
  of(name: string, read: () => Promise<Value>): Promise<Value> {
    const key = `${minuteOf(this.options.clock.now())} ${name}`
    const known = this.answers.get(key)
    this.options.onRead?.(known !== undefined)
    if (known !== undefined) return known
    const answer = read()
    this.answers.set(key, answer)
    answer.catch(() => {
      if (this.answers.peek(key) === answer) this.answers.delete(key)
    })
    return answer
  }
}
