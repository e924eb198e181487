// Random numbers from a seed: the same seed gives the same requests.

export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  chance(part: number): boolean
  pick<T>(from: readonly T[]): T
}

/** The generator mulberry32, which is small and random enough for tests. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (part) => next() < part,
    pick: (from) => {
      const index = below(from.length)
      if (!(index in from)) throw new RangeError('There is nothing to pick from.')
      return from[index] as (typeof from)[number]
    },
  }
}
