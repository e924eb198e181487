// The players of many universes at once, read from what is stored; what was read for an earlier minute is kept.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import type { Crowds } from '../../../domain/notices/kind.js'
import { STEP } from '../../../domain/notices/platform/platform-drop.js'
import { type HistoryPorts, readBlock } from './history.js'

/** Universes read without a pause: nobody else is answered meanwhile. */
const AT_ONCE = 20
/** Points kept of a universe: twice as many as are asked for at once. */
const MOST_KEPT = 80

/** One for as long as the judge runs: while the platform is down, the same six hours are asked for every minute. */
export function openCrowds(store: HistoryPorts): { forStretch(): Crowds } {
  const kept = new Map<string, Map<Minute, number>>()

  const levelsOf = async (universeId: number, minutes: readonly Minute[], age: number): Promise<Float64Array> => {
    const key = `${universeId} ${age}`
    const known = kept.get(key) ?? new Map<Minute, number>()
    const missing = minutes.filter((minute) => !known.has(minute))
    const [first, last] = [missing[0], missing.at(-1)]
    const fresh = new Map<Minute, number>()
    if (first !== undefined && last !== undefined) {
      const { minutes: taken, columns } = await readBlock(store, universeId, first - age, last + 1)
      let row = -1
      for (const minute of missing) {
        while ((taken[row + 1] ?? Number.POSITIVE_INFINITY) <= minute) row++
        const isFresh = row >= 0 && minute - (taken[row] ?? 0) <= age
        fresh.set(minute, isFresh ? (columns.ccu[row] ?? Number.NaN) : Number.NaN)
      }
    }
    const levels = Float64Array.from(minutes, (minute) => known.get(minute) ?? fresh.get(minute) ?? Number.NaN)
    if (known.size > MOST_KEPT) known.clear()
    // Only what will be asked for again: full steps.
    for (const [minute, level] of fresh) if (minute % STEP === 0) known.set(minute, level)
    kept.set(key, known)
    return levels
  }

  const at: Crowds['at'] = async (universes, minutes, age) => {
    const found = new Map<number, Float64Array>()
    for (const [index, universeId] of universes.entries()) {
      found.set(universeId, await levelsOf(universeId, minutes, age))
      if ((index + 1) % AT_ONCE === 0) await breathe()
    }
    return found
  }

  return {
    forStretch: () => {
      const asked = new Map<string, Promise<unknown>>()
      const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
        const found = (asked.get(name) as Promise<T> | undefined) ?? find()
        asked.set(name, found)
        return found
      }
      return { at, once }
    },
  }
}
