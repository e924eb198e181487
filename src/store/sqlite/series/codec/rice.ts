// Whole numbers from 0 in blocks of 240, Rice coded, with runs of zeros where there are many (FORMAT.md, "Blocks").
import { type ByteWriter, CorruptError } from './bytes.js'

export const BLOCK = 240
/** Stands among the numbers for a value that is written out instead. */
export const ESCAPED = -1
/** So many zero bits announce a value of 53 bits. */
const ESCAPE_ZEROS = 20
const MOST_LOW_BITS = 22
/** In place of the count of low bits: a block of zeros. */
const ALL_ZERO = 31
export const LARGEST_CODED = ESCAPE_ZEROS * 2 ** MOST_LOW_BITS - 1

/** Bits are written from the highest of each byte on. */
class BitWriter {
  private held = 0
  private used = 0
  constructor(private readonly out: ByteWriter) {}

  /** `bits` ≤ 24. */
  write(value: number, bits: number): void {
    let used = this.used + bits
    const held = (this.held << bits) | value
    const { bytes } = this.out
    while (used >= 8) {
      used -= 8
      bytes[this.out.length++] = held >>> used
    }
    this.held = held & ((1 << used) - 1)
    this.used = used
  }
  rice(number: number, low: number, value: number): void {
    const high = number >>> low
    if (number === ESCAPED || high >= ESCAPE_ZEROS) {
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
  flush(): void {
    if (this.used > 0) this.write(0, 8 - this.used)
  }
}

/** Writes `numbers[0 … count)`; where one is ESCAPED or too large for its block, the value beside it. */
export function writeBlocks(out: ByteWriter, numbers: Int32Array, values: Float64Array, count: number): void {
  const bits = new BitWriter(out)
  for (let from = 0; from < count; from += BLOCK) {
    out.reserve(BLOCK * 10 + 16)
    writeBlock(bits, numbers.subarray(from, Math.min(from + BLOCK, count)), values.subarray(from))
  }
  bits.flush()
}

function writeBlock(bits: BitWriter, numbers: Int32Array, values: Float64Array): void {
  let [sum, zeros] = [0, 0]
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    if (number === 0) zeros++
    else if (number > 0) sum += number
  }
  const others = numbers.length - zeros
  if (others === 0) {
    bits.write(ALL_ZERO, 5)
    return
  }
  const plain = cheapest(numbers, sum / numbers.length, 0)
  const sparse = zeros * 3 < numbers.length ? undefined : cheapest(numbers, sum / others, 1)
  const runs = lowBitsFor(zeros / (others + 1))
  // A run costs about its low bits and two more.
  if (sparse !== undefined && sparse.cost + (others + 1) * (runs + 2) + 5 < plain.cost)
    writeSparse(bits, numbers, values, { low: sparse.low, runs })
  else writePlain(bits, numbers, values, plain.low)
}

const lowBitsFor = (mean: number): number =>
  mean < 1 ? 0 : Math.min(MOST_LOW_BITS, Math.max(0, Math.floor(Math.log2(mean * 0.7))))

/** The count of low bits that codes the numbers, each less `less` and those below it left out, in the fewest bits. */
function cheapest(numbers: Int32Array, mean: number, less: number): { readonly low: number; readonly cost: number } {
  const guess = lowBitsFor(mean)
  let best = { low: guess, cost: Number.POSITIVE_INFINITY }
  for (let low = Math.max(0, guess - 1); low <= Math.min(MOST_LOW_BITS, guess + 1); low++) {
    let cost = 0
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number
      if (number >= less) {
        const high = (number - less) >>> low
        cost += high < ESCAPE_ZEROS ? high + 1 + low : ESCAPE_ZEROS + 53
      } else if (number === ESCAPED) cost += ESCAPE_ZEROS + 53
    }
    if (cost < best.cost) best = { low, cost }
  }
  return best
}

function writePlain(bits: BitWriter, numbers: Int32Array, values: Float64Array, low: number): void {
  bits.write(low << 1, 6)
  const mask = (1 << low) - 1
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    const high = number >>> low
    if (high + 1 + low <= 24 && high < ESCAPE_ZEROS) bits.write((1 << low) | (number & mask), high + 1 + low)
    else bits.rice(number, low, values[at] ?? 0)
  }
}

/** A run of zeros, then a number that is none, and so on to the block's end. */
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
      bits.rice(number === ESCAPED ? ESCAPED : number - 1, low, values[at] ?? 0)
      zeros = 0
    }
  }
  if (zeros > 0) bits.rice(zeros, runs, zeros)
}

/** Reads what writeBlocks wrote, a block at a time. The bytes must go on for at least 16 bytes after `end`. */
export class BlockReader {
  private at: number
  private readonly last: number
  private escaped = 0
  readonly numbers = new Int32Array(BLOCK)
  readonly values = new Float64Array(BLOCK)

  constructor(
    private readonly bytes: Uint8Array,
    from: number,
    end: number,
  ) {
    this.at = from * 8
    this.last = end * 8
  }

  /** Fills `numbers`, and `values` where a number is ESCAPED; answers whether one is. */
  read(count: number): boolean {
    const low = this.take(5)
    if (low === ALL_ZERO) {
      this.numbers.fill(0, 0, count)
      return false
    }
    if (low > MOST_LOW_BITS) throw new CorruptError('A block has an unknown form.')
    return this.take(1) === 0 ? this.readPlain(low, count) : this.readSparse(low, count)
  }

  /** The hot loop: 25 bits are at hand at any place, enough for nearly every number. */
  private readPlain(low: number, count: number): boolean {
    const { numbers, bytes } = this
    let [at, hasEscapes] = [this.at, false]
    for (let index = 0; index < count; index++) {
      const byte = at >>> 3
      const window =
        (((bytes[byte] as number) << 24) |
          ((bytes[byte + 1] as number) << 16) |
          ((bytes[byte + 2] as number) << 8) |
          (bytes[byte + 3] as number)) <<
        (at & 7)
      const high = Math.clz32(window)
      const used = high + 1
      if (high < ESCAPE_ZEROS && used + low <= 25) {
        at += used + low
        numbers[index] = (high << low) | (((window << used) >>> 1) >>> (31 - low))
      } else {
        this.at = at
        const number = this.rice(low)
        numbers[index] = number
        if (number === ESCAPED) {
          this.values[index] = this.escaped
          hasEscapes = true
        }
        at = this.at
      }
      if (at > this.last) throw new CorruptError('The bytes end too early.')
    }
    this.at = at
    return hasEscapes
  }

  private readSparse(low: number, count: number): boolean {
    let hasEscapes = false
    const runs = this.take(5)
    if (runs > MOST_LOW_BITS) throw new CorruptError('A block has an unknown form.')
    const { numbers } = this
    for (let index = 0; index < count; ) {
      const run = this.rice(runs)
      const zeros = run === ESCAPED ? this.escaped : run
      if (zeros > count - index) throw new CorruptError('A run of zeros is too long.')
      numbers.fill(0, index, index + zeros)
      index += zeros
      if (index >= count) break
      const number = this.rice(low)
      numbers[index] = number === ESCAPED ? ESCAPED : number + 1
      if (number === ESCAPED) {
        this.values[index] = this.escaped
        hasEscapes = true
      }
      index++
    }
    return hasEscapes
  }

  private rice(low: number): number {
    const window = this.window()
    const high = Math.clz32(window)
    if (high >= ESCAPE_ZEROS) return this.escape()
    const used = high + 1
    this.at += used + low
    if (used + low <= 32) return low === 0 ? high : (high << low) | ((window << used) >>> (32 - low))
    this.at -= low
    return (high << low) | this.take(low)
  }

  private escape(): number {
    this.at += ESCAPE_ZEROS
    this.escaped = this.take(5) * 2 ** 48 + this.take(24) * 2 ** 24 + this.take(24)
    return ESCAPED
  }

  private take(bits: number): number {
    const value = this.window() >>> (32 - bits)
    this.at += bits
    return value
  }

  /** The next 32 bits. */
  private window(): number {
    const { bytes, at } = this
    if (at > this.last) throw new CorruptError('The bytes end too early.')
    const index = at >>> 3
    const shift = at & 7
    const word =
      ((bytes[index] ?? 0) << 24) |
      ((bytes[index + 1] ?? 0) << 16) |
      ((bytes[index + 2] ?? 0) << 8) |
      (bytes[index + 3] ?? 0)
    return (word << shift) | ((bytes[index + 4] ?? 0) >>> (8 - shift))
  }
}
