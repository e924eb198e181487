// What was committed to the store, told to those that remember something of it. Events are plain data about tables and
// minutes, so that an engine with several processes can publish here what it learns of the other processes' commits.
import type { Minute } from '../clock.js'
import type { Tick } from './series.js'

export const RECORD_TABLES = ['accounts', 'members', 'keys', 'games', 'guilds', 'universes', 'notifications'] as const
export type RecordTable = (typeof RECORD_TABLES)[number]

export type StoreEvent =
  | { readonly type: 'records changed'; readonly table: RecordTable }
  | { readonly type: 'tick recorded'; readonly tick: Tick }
  /** Samples or schedules of the past changed: an import, a week that was thinned out or restored. */
  | { readonly type: 'history rewritten'; readonly universeId: number; readonly from: Minute; readonly until: Minute }

/** Listeners are called after the commit, in the order of their subscription, and must not throw. */
export interface EventSource {
  /** Answers how to listen no more. */
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

/** Who tracks what, under which names, and how people want to be notified: all records but the keys. */
export const isTrackingChange = (event: StoreEvent): boolean =>
  event.type === 'records changed' && event.table !== 'keys'

/**
 * The answer of `load`, kept until an event makes it stale. An answer that was being loaded meanwhile goes to those who
 * wait for it, and to nobody after them; a failure is not kept.
 */
export function keptUntil<Answer>(
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
