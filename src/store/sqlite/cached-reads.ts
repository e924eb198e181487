// Caches what every request looks up (its key, account and games), and publishes the changes. Such records change rarely, so a
// change of any of them empties the cache; that is simpler than finding the affected entries, and a read refills them.
import type { NoteRead } from '../../domain/ports/activity.js'
import { isTrackingChange, type RecordTable, type StoreEvent } from '../../domain/ports/events.js'
import type { Connection } from './connection.js'

type CachedFunction<Key, Value> = (key: Key) => Value | undefined

export interface ReadCache {
  /** Caches the results of `read` until accounts, games, universes or related records change. */
  untilTrackingChanges<Key, Value>(read: CachedFunction<Key, Value>): CachedFunction<Key, Value>
  /** The same for API keys, which are also removed with their account. */
  untilKeysChange<Key, Value>(read: CachedFunction<Key, Value>): CachedFunction<Key, Value>
}

export function cachedReads({ raw, events }: Connection, onRead: NoteRead): ReadCache {
  const cached = <Key, Value>(
    isStale: (event: StoreEvent) => boolean,
    read: CachedFunction<Key, Value>,
  ): CachedFunction<Key, Value> => {
    const known = new Map<Key, Value>()
    events.subscribe((event) => {
      if (isStale(event)) known.clear()
    })
    return (key) => {
      // Inside a transaction nothing is cached, because the transaction may be rolled back.
      if (raw.inTransaction) return read(key)
      const found = known.get(key)
      onRead(found !== undefined)
      const value = found ?? read(key)
      if (value !== undefined) known.set(key, value)
      return value
    }
  }
  return {
    untilTrackingChanges: (read) => cached(isTrackingChange, read),
    untilKeysChange: (read) =>
      cached((event) => event.type === 'records changed' && ['keys', 'accounts'].includes(event.table), read),
  }
}

/** Notifies callers that their caches of records are stale, once the transaction that changes the records is committed. */
export interface Changes {
  /** Must be called inside the transaction that writes. */
  bump(table: RecordTable): void
}

export const changePublisher = ({ publish }: Connection): Changes => ({
  bump: (table) => publish({ type: 'records changed', table }),
})
