// What every request looks up, kept until anybody changes it: another process (a key revoked on the command line) as
// well as this one.
import type { Changes } from './changes.js'
import type { Connection } from './connection.js'

type Read<Key, Value> = (key: Key) => Value | undefined

export interface KeptReads {
  /** `read` with a memory of what is there, until anything at all is written to the file. */
  untilWritten<Key, Value>(read: Read<Key, Value>): Read<Key, Value>
  /** Another number after every write, by whomever, that was done before the present event came in. */
  version(): number
  /** The same for the writes of other processes alone. */
  othersVersion(): number
  /** The same, until accounts, games or universes change. */
  untilTrackingChanges<Key, Value>(read: Read<Key, Value>): Read<Key, Value>
}

export function keptReads({ raw }: Connection, changes: Changes): KeptReads {
  // Of this connection, and of all others.
  const total = raw.prepare<[], number>('SELECT total_changes()').pluck()
  const data = raw.prepare<[], number>('PRAGMA data_version').pluck()
  const kept = { written: [] as Map<unknown, unknown>[], tracking: [] as Map<unknown, unknown>[] }
  let [own, others, tracking] = [-1, -1, -1]
  let version = 0
  let isChecked = false

  /** The locks of a look at the file cost as much as a look-up: one look serves all that follows from one event. */
  function othersNow(): number {
    if (isChecked) return others
    isChecked = true
    beforeNextEvent(() => {
      isChecked = false
    })
    return data.get() ?? 0
  }

  function forgetWhatChanged(): void {
    const [ownNow, now] = [total.get() ?? 0, othersNow()]
    if (ownNow === own && now === others) return
    own = ownNow
    others = now
    version++
    for (const map of kept.written) map.clear()
    const trackingNow = changes.version()
    if (trackingNow !== tracking) for (const map of kept.tracking) map.clear()
    tracking = trackingNow
  }

  const keepIn = <Key, Value>(maps: Map<unknown, unknown>[], read: Read<Key, Value>): Read<Key, Value> => {
    const known = new Map<Key, Value>()
    maps.push(known)
    return (key) => {
      // What a transaction reads may never come to be.
      if (raw.inTransaction) return read(key)
      forgetWhatChanged()
      const value = known.get(key) ?? read(key)
      if (value !== undefined) known.set(key, value)
      return value
    }
  }

  return {
    version: () => {
      forgetWhatChanged()
      return version
    },
    othersVersion: () => {
      forgetWhatChanged()
      return others
    },
    untilWritten: (read) => keepIn(kept.written, read),
    untilTrackingChanges: (read) => keepIn(kept.tracking, read),
  }
}

/** When all is done that can be done without waiting: ticks go before promises where both wait, so it takes two. */
const beforeNextEvent = (run: () => void): void => process.nextTick(() => queueMicrotask(() => process.nextTick(run)))
