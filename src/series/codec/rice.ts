// Writes whole numbers from 0 in Rice-coded blocks of 240, with runs of zeros where there are many (FORMAT.md,
// "Blocks").
import type { ByteWriter } from './bytes.js'

export const BLOCK_SIZE = 240
/** Stands in `numbers` for a value that is written in full. */
export const ESCAPE_CODE = -1
/** The number of zero bits that precede a value of 53 bits. */
export const ESCAPE_ZEROS = 20
export const MAX_LOW_BITS = 22
/** Stands where the number of low bits is written, and means that the block is all zeros. */
export const ALL_ZERO_CODE = 31
export const MAX_CODED = ESCAPE_ZEROS * 2 ** MAX_LOW_BITS - 1

/** Writes bits, beginning with the highest of each byte. */
export class BitWriter {
  private pendingBits = 0
  private used = 0
  constructor(private readonly out: ByteWriter) {}

  /** `bits` ≤ 24. */
  write(value: number, bits: number): void {
    let used = this.used + bits
    const pendingBits = (this.pendingBits << bits) | value
    const { bytes } = this.out
    while (used >= 8) {
      used -= 8
      bytes[this.out.length++] = pendingBits >>> used
    }
    this.pendingBits = pendingBits & ((1 << used) - 1)
    this.used = used
  }
  /**
   * Copies the bits from `from`, which must be the beginning of a byte, to before `until`. Nothing may have been
   * written before.
   */
  copy(bytes: Uint8Array, from: number, until: number): void {
    const end = until >>> 3
    this.out.put(bytes.subarray(from >>> 3, end))
    const used = until & 7
    this.pendingBits = (bytes[end] ?? 0) >>> (8 - used)
    this.used = used
  }
  rice(number: number, low: number, value: number): void {
    const high = number >>> low
    if (number === ESCAPE_CODE || high >= ESCAPE_ZEROS) {
      this.write(0, ESCAPE_ZEROS)
      this.write(Math.floor(value / 2 ** 48), 5)
      this.write(Math.floor(value / 2 ** 24) % 2 ** 24, 24)
      this.write(value % 2 ** 24, 24)
    } else if (high + 1 + low <= 24) {
      this.write((1 << low) | (number & ((1 << low) - 1)), high + 1 + low)
    } else {
      this.write(1, high + 1)
      this.write(number & ((1 << low) - 1), low)
    }
  }
  /** The hot loop, for numbers of at most 24 bits each, none of them escaped. */
  plain(numbers: Int32Array, low: number): void {
    const { bytes } = this.out
    const mask = (1 << low) - 1
    let [pendingBits, used, length] = [this.pendingBits, this.used, this.out.length]
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number
      const bits = (number >>> low) + 1 + low
      pendingBits = (pendingBits << bits) | (1 << low) | (number & mask)
      used += bits
      while (used >= 8) {
        used -= 8
        bytes[length++] = pendingBits >>> used
      }
      pendingBits &= (1 << used) - 1
    }
    this.pendingBits = pendingBits
    this.used = used
    this.out.length = length
  }
  flush(): void {
    if (this.used > 0) this.write(0, 8 - this.used)
  }
}

/**
 * Writes `numbers[0 … count)`; where one is ESCAPE_CODE or too large for its block, writes the entry of `values` instead.
 */
export function writeBlocks(out: ByteWriter, bits: BitWriter, numbers: Int32Array, values: Float64Array): void {
  for (let from = 0; from < values.length; from += BLOCK_SIZE) {
    out.reserve(BLOCK_SIZE * 10 + 16)
    writeBlock(bits, numbers.subarray(from, Math.min(from + BLOCK_SIZE, values.length)), values.subarray(from))
  }
  bits.flush()
}

interface Sums {
  readonly sum: number
  readonly zeros: number
  /** Infinity where a number is escaped. */
  readonly largest: number
}

function sumsOf(numbers: Int32Array): Sums {
  let [sum, zeros, largest, escaped] = [0, 0, 0, 0]
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    if (number === 0) zeros++
    else if (number > 0) {
      sum += number
      if (number > largest) largest = number
    } else escaped++
  }
  return { sum, zeros, largest: escaped > 0 ? Number.POSITIVE_INFINITY : largest }
}

/** The form in which a block takes the fewest bits. */
interface BlockForm {
  readonly largest: number
  readonly plain: RiceParameter
  /** Undefined where runs of zeros would not make the block smaller. */
  readonly sparse: (RiceParameter & { readonly runs: number }) | undefined
}

/** Undefined where all numbers are zero. */
function cheapestForm(numbers: Int32Array, cheapest = cheapestLow): BlockForm | undefined {
  const { sum, zeros, largest } = sumsOf(numbers)
  const others = numbers.length - zeros
  if (others === 0) return undefined
  const plain = cheapest(numbers, { sum, count: numbers.length, largest, less: 0 })
  if (zeros * 3 < numbers.length) return { largest, plain, sparse: undefined }
  const { low, cost } = cheapest(numbers, { sum, count: others, largest, less: 1 })
  const runs = lowBitsFor(zeros / (others + 1))
  // A run costs about its low bits and two more.
  const sparseCost = cost + (others + 1) * (runs + 2) + 5
  return { largest, plain, sparse: sparseCost < plain.cost ? { low, runs, cost: sparseCost } : undefined }
}

/** About the bits that the numbers take as one block. */
export function blockBits(numbers: Int32Array): number {
  const form = cheapestForm(numbers)
  return form === undefined ? 0 : (form.sparse ?? form.plain).cost
}

/** One block of `writeBlocks`, without its end. The output needs room for 10 bytes a number. */
export function writeBlock(bits: BitWriter, numbers: Int32Array, values: Float64Array): void {
  const form = cheapestForm(numbers, cheapestBesideOutlier)
  if (form === undefined) bits.write(ALL_ZERO_CODE, 5)
  else if (form.sparse !== undefined) writeSparse(bits, numbers, values, form.sparse)
  else writePlain(bits, numbers, values, { low: form.plain.low, largest: form.largest })
}

const lowBitsFor = (mean: number): number =>
  mean < 1 ? 0 : Math.min(MAX_LOW_BITS, Math.max(0, Math.floor(Math.log2(mean * 0.7))))

interface RiceParameter {
  readonly low: number
  readonly cost: number
}

interface NumbersForRice {
  readonly sum: number
  readonly count: number
  /** Infinity where a number is escaped. */
  readonly largest: number
  readonly less: number
}

/**
 * The number of low bits that encodes the numbers in the fewest bits. Each number is reduced by `less`, and those below
 * `less` are left out.
 */
function cheapestLow(numbers: Int32Array, { sum, count, largest, less }: NumbersForRice): RiceParameter {
  const guess = lowBitsFor(sum / count)
  const [from, until] = [Math.max(0, guess - 1), Math.min(MAX_LOW_BITS, guess + 1)]
  if (largest < ESCAPE_ZEROS << from) return cheapestShort(numbers, { from, until, less })
  let best = { low: guess, cost: Number.POSITIVE_INFINITY }
  for (let low = from; low <= until; low++) {
    const cost = costWithEscapes(numbers, low, less)
    if (cost < best.cost) best = { low, cost }
  }
  return best
}

/** One number is that part of the sum of a block, or more, where escaping it may be shorter. */
const MIN_OUTLIER_SHARE = 1 / 4

/**
 * The same, also tried without the largest number. Above all the first value of a column, which nothing predicts, is many times the
 * others: all of its block would take its bits, so that it may be shorter to escape it.
 */
function cheapestBesideOutlier(numbers: Int32Array, block: NumbersForRice): RiceParameter {
  const { sum, count, largest, less } = block
  const best = cheapestLow(numbers, block)
  if (largest === Number.POSITIVE_INFINITY || largest < MIN_OUTLIER_SHARE * sum || count < 2) return best
  const others = { sum: sum - largest, count: count - 1, largest: Number.POSITIVE_INFINITY, less }
  const escaped = cheapestLow(numbers, others)
  return escaped.cost < best.cost ? escaped : best
}

/** The same of numbers none of which is escaped; adds up the costs of all, at most three, parameters in one pass. */
function cheapestShort(
  numbers: Int32Array,
  { from, until, less }: { readonly from: number; readonly until: number; readonly less: number },
): RiceParameter {
  let [count, first, second, third] = [0, 0, 0, 0]
  for (let at = 0; at < numbers.length; at++) {
    const number = (numbers[at] as number) - less
    if (number < 0) continue
    const high = number >>> from
    first += high
    second += high >>> 1
    third += high >>> 2
    count++
  }
  let best = { low: from, cost: first + count * (1 + from) }
  const costOfSecond = second + count * (2 + from)
  if (from < until && costOfSecond < best.cost) best = { low: from + 1, cost: costOfSecond }
  const costOfThird = third + count * (3 + from)
  if (from + 1 < until && costOfThird < best.cost) best = { low: from + 2, cost: costOfThird }
  return best
}

function costWithEscapes(numbers: Int32Array, low: number, less: number): number {
  let cost = 0
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    if (number >= less) {
      const high = (number - less) >>> low
      cost += high < ESCAPE_ZEROS ? high + 1 + low : ESCAPE_ZEROS + 53
    } else if (number === ESCAPE_CODE) cost += ESCAPE_ZEROS + 53
  }
  return cost
}

function writePlain(
  bits: BitWriter,
  numbers: Int32Array,
  values: Float64Array,
  { low, largest }: { readonly low: number; readonly largest: number },
): void {
  bits.write(low << 1, 6)
  const longest = largest / 2 ** low + 1 + low
  if (largest < ESCAPE_ZEROS << low && longest <= 24) bits.plain(numbers, low)
  else for (let at = 0; at < numbers.length; at++) bits.rice(numbers[at] ?? 0, low, values[at] ?? 0)
}

/** Writes a run of zeros, then a nonzero number, and so on to the end of the block. */
function writeSparse(
  bits: BitWriter,
  numbers: Int32Array,
  values: Float64Array,
  { low, runs }: { readonly low: number; readonly runs: number },
): void {
  bits.write((low << 1) | 1, 6)
  bits.write(runs, 5)
  let zeros = 0
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0
    if (number === 0) zeros++
    else {
      bits.rice(zeros, runs, zeros)
      bits.rice(number === ESCAPE_CODE ? ESCAPE_CODE : number - 1, low, values[at] ?? 0)
      zeros = 0
    }
  }
  if (zeros > 0) bits.rice(zeros, runs, zeros)
}
