// Reads the player counts of many universes from the store, and caches what was read for earlier minutes.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Minute } from '../../domain/clock.js'
import type { PlayerCounts } from '../../domain/notifications/evaluator.js'
import { OLDEST_LEVEL, STEP } from '../../domain/notifications/evaluators/platform-drop.js'
import type { LatestSample } from '../../domain/ports/series.js'
import { type HistoryDeps, readBlock } from '../insights/read-samples.js'

/** The maximum time in milliseconds before it yields to other work. */
const MAX_SLICE_MS = 8
/** Points cached per universe: twice as many as are requested at once. */
const MAX_CACHE_SIZE = 80

type LatestSamples = ReadonlyMap<number, LatestSample>

export interface PlayerCountReader {
  /** `latest`: the latest samples, if the caller has them. */
  forWindow(latest?: LatestSamples): PlayerCounts
  /**
   * Caches the minute that was just stored. While the platform is down, the last six hours of all universes are
   * requested every minute; a reader that follows the ticks then needs no read.
   */
  follow(minute: Minute, latest: LatestSamples): void
}

/** Kept for as long as evaluations run. */
export function createPlayerCountReader(store: HistoryDeps): PlayerCountReader {
  const kept = new Map<number, Map<Minute, number>>()

  const keep = (universeId: number, minute: Minute, level: number): void => {
    const known = kept.get(universeId) ?? new Map<Minute, number>()
    kept.set(universeId, known.set(minute, level))
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CACHE_SIZE) break
      known.delete(oldest)
    }
  }

  const read = async (universeId: number, minutes: readonly Minute[], age: number): Promise<Map<Minute, number>> => {
    const levels = new Map<Minute, number>()
    const [first, last] = [minutes[0], minutes.at(-1)]
    if (first === undefined || last === undefined) return levels
    const { minutes: taken, columns } = await readBlock(store, universeId, first - age, last + 1)
    let row = -1
    for (const minute of minutes) {
      while ((taken[row + 1] ?? Number.POSITIVE_INFINITY) <= minute) row++
      levels.set(minute, isFresh(taken[row], minute, age) ? (columns.ccu[row] ?? Number.NaN) : Number.NaN)
    }
    return levels
  }

  const levelsOf = async (
    universeId: number,
    asked: PlayerCountsQuery,
    latest: LatestSample | undefined,
  ): Promise<Float64Array> => {
    const { minutes, age } = asked
    const mayKeep = age === OLDEST_LEVEL
    const known = mayKeep ? kept.get(universeId) : undefined
    const isKnown = (minute: Minute) => known?.has(minute) || (latest !== undefined && latest.minute <= minute)
    const missing = minutes.filter((minute) => !isKnown(minute))
    const found = await read(universeId, missing, age)
    // Only full steps are requested again.
    if (mayKeep) for (const [minute, level] of found) if (minute % STEP === 0) keep(universeId, minute, level)
    return Float64Array.from(
      minutes,
      (minute) => found.get(minute) ?? known?.get(minute) ?? levelNow(latest, minute, age),
    )
  }

  const at = async (universes: readonly number[], asked: PlayerCountsQuery, latest: LatestSamples | undefined) => {
    const found = new Map<number, Float64Array>()
    let began = performance.now()
    for (const universeId of universes) {
      found.set(universeId, await levelsOf(universeId, asked, latest?.get(universeId)))
      if (performance.now() - began < MAX_SLICE_MS) continue
      await breathe()
      began = performance.now()
    }
    return found
  }

  return {
    forWindow: (latest) => {
      const asked = new Map<string, Promise<unknown>>()
      const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
        const found = (asked.get(name) as Promise<T> | undefined) ?? find()
        asked.set(name, found)
        return found
      }
      return { at: (universes, minutes, age) => at(universes, { minutes, age }, latest), once }
    },
    follow: (minute, latest) => {
      if (minute % STEP !== 0) return
      for (const [universeId, sample] of latest)
        if (sample.minute <= minute) keep(universeId, minute, levelNow(sample, minute, OLDEST_LEVEL))
    },
  }
}

interface PlayerCountsQuery {
  readonly minutes: readonly Minute[]
  readonly age: number
}

const isFresh = (taken: Minute | undefined, minute: Minute, age: number): boolean =>
  taken !== undefined && taken <= minute && minute - taken <= age

const levelNow = (latest: LatestSample | undefined, minute: Minute, age: number): number =>
  latest !== undefined && isFresh(latest.minute, minute, age) ? latest.ccu : Number.NaN
