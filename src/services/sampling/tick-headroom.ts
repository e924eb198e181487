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
  /** How many more universes fit; undefined while that is not known. */
  universes(): number | undefined
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
  /** How many universes fit at the speed of the slowest of the last ticks; empty before the first that was timed. */
  const timedCapacity = (known: number): number[] =>
    perUniverse.length === 0 ? [] : [Math.min(Math.floor(tickMs / Math.max(...perUniverse)), MAX_TIMED_RATIO * known)]
  return {
    note: (tick) => {
      tracked = tick.tracked
      if (tick.requested < MIN_TIMED_UNIVERSES || tick.durationMs <= 0) return
      perUniverse.push(tick.durationMs / tick.requested)
      if (perUniverse.length > TIMED_TICKS) perUniverse.shift()
    },
    universes: () => {
      if (tracked === undefined) return undefined
      const stated = platform.capacity(tickMs)
      const known = [...timedCapacity(tracked), ...(stated === undefined ? [] : [stated])]
      return known.length === 0 ? undefined : Math.max(0, Math.min(...known) - tracked)
    },
  }
}
