// Reads blocks of Rice-coded numbers (FORMAT.md, "Blocks").
import { CorruptError } from './bytes.js'
import { ALL_ZERO_CODE, BLOCK_SIZE, ESCAPE_CODE, ESCAPE_ZEROS, MAX_LOW_BITS } from './rice.js'

/** Bytes that must follow the end, because the end is checked only after a block was read. */
export const PADDING_BYTES = 1_024

// All readers share these arrays: a block is consumed before the next one is read.
const NUMBERS = new Int32Array(BLOCK_SIZE)
const VALUES = new Float64Array(BLOCK_SIZE)

/** Up to so many high bits, a number with `low` low bits lies in the 25 bits that any position has. */
export const mostHighBits = (low: number): number => Math.min(ESCAPE_ZEROS - 1, 24 - low)

/** Reads the output of writeBlocks, one block at a time. */
export class BlockReader {
  /** The bit position of what is read next. */
  at: number
  private readonly last: number
  /** The value of the last number that is ESCAPE_CODE. */
  escaped = 0
  readonly view: DataView
  readonly numbers = NUMBERS
  readonly values = VALUES

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = from * 8
    this.last = end * 8
  }

  /** Fills `numbers`, and `values` where a number is ESCAPE_CODE. */
  read(count: number): void {
    const low = this.open(count)
    if (low !== undefined) this.readPlain(low, count)
  }

  /**
   * Returns the low bits of each number of a plain block, which the caller reads one after the other; undefined where the
   * block has another form, whose numbers are then filled as `read` does.
   */
  open(count: number): number | undefined {
    const low = this.take(5)
    if (low === ALL_ZERO_CODE) {
      this.numbers.fill(0, 0, count)
      return undefined
    }
    if (low > MAX_LOW_BITS) throw new CorruptError('A block has an unknown form.')
    if (this.take(1) === 0) return low
    this.readSparse(low, count)
    return undefined
  }

  /** Ends a block whose numbers the caller has read. */
  close(at: number): void {
    if (at > this.last) throw new CorruptError('The bytes end too early.')
    this.at = at
  }

  /** The hot loop. At least 25 bits are available at any position, which is enough for nearly every number. */
  private readPlain(low: number, count: number): void {
    const { numbers, view } = this
    const mostHigh = mostHighBits(low)
    let at = this.at
    for (let index = 0; index < count; index++) {
      const window = view.getInt32(at >>> 3) << (at & 7)
      const high = Math.clz32(window)
      if (high <= mostHigh) {
        const used = high + 1
        at += used + low
        numbers[index] = (high << low) | (((window << used) >>> 1) >>> (31 - low))
      } else {
        this.at = at
        const number = this.rice(low)
        numbers[index] = number
        if (number === ESCAPE_CODE) this.values[index] = this.escaped
        at = this.at
      }
    }
    this.close(at)
  }

  private readSparse(low: number, count: number): void {
    const runs = this.take(5)
    if (runs > MAX_LOW_BITS) throw new CorruptError('A block has an unknown form.')
    const { numbers } = this
    for (let index = 0; index < count; ) {
      const run = this.rice(runs)
      const zeros = run === ESCAPE_CODE ? this.escaped : run
      if (zeros > count - index) throw new CorruptError('A run of zeros is too long.')
      numbers.fill(0, index, index + zeros)
      index += zeros
      if (index >= count) break
      const number = this.rice(low)
      numbers[index] = number === ESCAPE_CODE ? ESCAPE_CODE : number + 1
      if (number === ESCAPE_CODE) this.values[index] = this.escaped
      index++
    }
  }

  /** One number, or ESCAPE_CODE. */
  rice(low: number): number {
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
    return ESCAPE_CODE
  }

  private take(bits: number): number {
    const value = this.window() >>> (32 - bits)
    this.at += bits
    return value
  }

  /** The next 32 bits. */
  private window(): number {
    const { view, at } = this
    if (at > this.last) throw new CorruptError('The bytes end too early.')
    const index = at >>> 3
    const shift = at & 7
    return (view.getInt32(index) << shift) | (view.getUint8(index + 4) >>> (8 - shift))
  }
}
