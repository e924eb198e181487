// Events about what was committed to the store, for code that caches data of it, and the log of events for the operator.
// The store's events are plain data about tables and minutes, so that a storage engine with several processes can also
// publish the commits of the other processes.
import type { Minute } from '../clock.js'
import type { Tick } from './series.js'

export const RECORD_TABLES = [
  'accounts',
  'members',
  'keys',
  'games',
  'guilds',
  'universes',
  'notifications',
  'revenue',
] as const
export type RecordTable = (typeof RECORD_TABLES)[number]

export type StoreEvent =
  | { readonly type: 'records changed'; readonly table: RecordTable }
  | { readonly type: 'tick recorded'; readonly tick: Tick }
  /** Another process recorded a tick; what is in it is only in the store. */
  | { readonly type: 'tick recorded elsewhere'; readonly minute: Minute }
  /** An event of the list of events was written, changed or withdrawn. */
  | { readonly type: 'events changed' }
  /** The players of the platform as a whole were counted for another minute. */
  | { readonly type: 'market counted' }
  | HistoryRewrite
  /** Other processes cannot be heard, or could not be for a while: anything may have changed. */
  | { readonly type: 'changes missed' }

/** Samples or schedules of the past changed: an import, or a week that was thinned out or restored. */
export interface HistoryRewrite {
  readonly type: 'history rewritten'
  readonly universeId: number
  readonly from: Minute
  readonly until: Minute
  /** An import of what is there already: only how far apart its samples count as taken may have changed. */
  readonly hasSameSamples?: true | undefined
}

/** Listeners are called after the commit, in the order of subscription, and must not throw. */
export interface EventSource {
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: StoreEvent) => void): () => void
}

export interface EventBus extends EventSource {
  publish(event: StoreEvent): void
}

export function createEventBus(): EventBus {
  const listeners = new Set<(event: StoreEvent) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
  }
}

/** True for changes of accounts, games, names and notification settings: all records but the API keys. */
export const isTrackingChange = (event: StoreEvent): boolean =>
  event.type === 'changes missed' || (event.type === 'records changed' && event.table !== 'keys')

/** The minute of a tick that was recorded, by whichever process. */
export function recordedMinute(event: StoreEvent): Minute | undefined {
  if (event.type === 'tick recorded') return event.tick.minute
  return event.type === 'tick recorded elsewhere' ? event.minute : undefined
}

/**
 * Caches the result of `load` until an event makes it stale. A result that became stale while it was being loaded is
 * returned to the callers that wait for it and is not cached; a failure is not cached.
 */
export function cachedUntil<Answer>(
  events: EventSource,
  isStale: (event: StoreEvent) => boolean,
  load: () => Answer,
): () => Answer {
  let known: { readonly answer: Answer } | undefined
  events.subscribe((event) => {
    if (isStale(event)) known = undefined
  })
  return () => {
    if (known !== undefined) return known.answer
    const loaded = { answer: load() }
    known = loaded
    if (loaded.answer instanceof Promise)
      loaded.answer.catch(() => {
        if (known === loaded) known = undefined
      })
    return loaded.answer
  }
}

/** The operator's log. It is implemented in src/log.ts. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
