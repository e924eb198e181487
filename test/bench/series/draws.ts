// Random draws from a seed, which add up the fewest bits that a code of them takes: the information of each draw.
import { randomFrom } from '../effects/random.js'

export interface RandomDraws {
  /** A number from 0 to 1, which counts nothing. */
  readonly unit: () => number
  readonly poisson: (mean: number) => number
  /** About a mean, half its root away. */
  readonly players: (mean: number) => number
  /** One of so many whole numbers, of which that part is below 0. */
  readonly even: (count: number, below: number) => number
  readonly bits: () => number
}

/** From here on a normal-like number is drawn instead. */
const MAX_EXACT_MEAN = 20

export function drawingOf(seed: number): RandomDraws {
  const unit = randomFrom(seed).next
  let bits = 0
  const sum = (count: number): number => {
    let total = 0
    for (let left = count; left > 0; left--) total += unit()
    return total
  }
  return {
    unit,
    poisson: (mean) => {
      if (mean >= MAX_EXACT_MEAN) {
        bits += BITS_OF_SUM[6] + Math.log2(Math.SQRT2 * Math.sqrt(mean))
        return Math.max(0, Math.round(mean + Math.SQRT2 * (sum(6) - 3) * Math.sqrt(mean)))
      }
      const end = Math.exp(-mean)
      let [drawn, product, chance] = [0, unit(), end]
      while (product > end) {
        drawn++
        product *= unit()
        chance *= mean / drawn
      }
      bits -= Math.log2(chance)
      return drawn
    },
    players: (mean) => {
      bits += Math.max(0, BITS_OF_SUM[3] + Math.log2(Math.sqrt(mean)))
      return Math.max(0, Math.round(mean + (sum(3) - 1.5) * Math.sqrt(mean)))
    },
    even: (count, below) => {
      bits += Math.log2(count)
      return Math.round((unit() - below) * count)
    },
    bits: () => bits,
  }
}

/** The differential entropy of a sum of so many even numbers from 0 to 1, in bits; a sum that is spread out has as much more as the logarithm of its scale. */
const BITS_OF_SUM = { 3: entropyOfSum(3), 6: entropyOfSum(6) } as const

function entropyOfSum(count: number): number {
  const step = 1 / 1_000
  let bits = 0
  for (let at = step / 2; at < count; at += step) {
    const density = densityOfSum(count, at)
    if (density > 0) bits -= density * Math.log2(density) * step
  }
  return bits
}

/** Irwin and Hall's. */
function densityOfSum(count: number, at: number): number {
  let [total, choose, factorial] = [0, 1, 1]
  for (let below = 2; below < count; below++) factorial *= below
  for (let term = 0; term <= Math.floor(at); term++) {
    total += (term % 2 === 0 ? 1 : -1) * choose * (at - term) ** (count - 1)
    choose *= (count - term) / (term + 1)
  }
  return total / factorial
}
