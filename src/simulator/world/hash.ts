// Stateless randomness: every random number of the world is a hash of what it belongs to, so any past minute can be computed again.
// Where one thing needs several random numbers, each call has a constant of its own, as 21 in `unit(key, slot, 21)`.

const mix = (state: number, value: number): number => {
  let h = Math.imul(state ^ value, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  return h ^ (h >>> 13)
}

/** An unsigned 32-bit hash of (seed, a, b); only the low 32 bits of a and b matter. */
export const hash = (seed: number, a: number, b = 0): number => {
  let h = mix(mix(mix(0x51ed270b, seed), a), b)
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A hash in [0, 1). */
export const unit = (seed: number, a: number, b = 0): number => hash(seed, a, b) / 4_294_967_296

/** Scales `fraction` from [0, 1) to [low, high). */
export const between = (low: number, high: number, fraction: number): number => low + (high - low) * fraction

/** A 32-bit key for an id that may exceed 32 bits. */
export const keyOf = (seed: number, id: number): number =>
  hash(seed, id % 4_294_967_296, Math.floor(id / 4_294_967_296))

export const pick = <T>(list: readonly [T, ...T[]], number: number): T => list[number % list.length] ?? list[0]
