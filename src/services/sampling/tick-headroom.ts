// Estimates how many universes fit into the time of a tick: from the rate limits that the platform states, and from how
// long the last ticks took (PROCESS-22).
import type { Platform } from '../../domain/ports/platform.js'

/** With fewer universes, a tick lasts as long as a few calls, which says nothing about many universes. */
const MIN_TIMED_UNIVERSES = 500
const TIMED_TICKS = 5
/** By time alone, so many universes for each tracked one: nobody measured how long a larger tick takes. */
const MAX_TIMED_RATIO = 4

export interface TickHeadroom {
  /** After each tick: for how many universes the platform was requested, and how many are sampled when all are due. */
  note(tick: TimedTick): void
  /** Undefined while it is not known. */
  now(): Headroom | undefined
}

export interface Headroom {
  /** How many more universes fit. */
  readonly universes: number
  /** Whether more than these may fit: nobody measured how long a larger tick takes. */
  readonly isMinimum: boolean
}

export interface TimedTick {
  readonly requested: number
  readonly tracked: number
  readonly durationMs: number
}

/** `tickMs`: the time that a tick may take. */
export function createTickHeadroom(platform: Pick<Platform, 'capacity'>, tickMs: number): TickHeadroom {
  let tracked: number | undefined
  const perUniverse: number[] = []
  /** How many universes fit at the speed of the slowest of the last ticks; undefined before the first that was timed. */
  const timedCapacity = (): number | undefined =>
    perUniverse.length === 0 ? undefined : Math.floor(tickMs / Math.max(...perUniverse))
  return {
    note: (tick) => {
      tracked = tick.tracked
      if (tick.requested < MIN_TIMED_UNIVERSES || tick.durationMs <= 0) return
      perUniverse.push(tick.durationMs / tick.requested)
      if (perUniverse.length > TIMED_TICKS) perUniverse.shift()
    },
    now: () => {
      if (tracked === undefined) return undefined
      const stated = platform.capacity(tickMs)
      const timed = timedCapacity()
      if (stated === undefined && timed === undefined) return undefined
      const capacity = Math.min(stated ?? Infinity, timed ?? Infinity)
      const timedLimit = timed === undefined ? Infinity : MAX_TIMED_RATIO * tracked
      return { universes: Math.max(0, Math.min(capacity, timedLimit) - tracked), isMinimum: timedLimit < capacity }
    },
  }
}
