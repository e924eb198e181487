// SeededRandom numbers from a seed, the same on every machine.

export interface SeededRandom {
  /** Evenly in 0 ≤ x < 1. */
  next(): number
  between(low: number, high: number): number
  /** Of the standard normal distribution. */
  normal(): number
  chance(share: number): boolean
}

export function randomFrom(seed: number): SeededRandom {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal,
    chance: (share) => next() < share,
  }
}

/** How many of so many expected players are there: by Poisson's distribution, or nearly so where there are many. */
export function countOf(expected: number, random: SeededRandom): number {
  if (expected > 50) return Math.max(0, Math.round(expected + Math.sqrt(expected) * random.normal()))
  const limit = Math.exp(-expected)
  let count = -1
  for (let product = 1; product > limit; count++) product *= random.next()
  return Math.max(0, count)
}
