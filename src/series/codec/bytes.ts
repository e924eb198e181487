// Reads and writes numbers as varints, with checked bounds. Bytes that do not decode throw a CorruptError.
import { crc32 } from 'node:zlib'

/** The bytes are not what this format writes. */
export class CorruptError extends Error {
  override readonly name = 'CorruptError'
}

const CONTINUATION_BIT = 128
const MAX_INT32 = 2 ** 31 - 1
/** The length of the checksum at the end of stored bytes. */
export const CRC_BYTES = 4

const keyBytes = Buffer.alloc(8)

/** With the key of their row, bytes that came under another key are detected. */
export function checksumOf(bytes: Uint8Array, key: number | undefined): number {
  const sum = crc32(bytes)
  if (key === undefined) return sum
  keyBytes.writeBigInt64LE(BigInt(key))
  return crc32(keyBytes, sum)
}

export class ByteWriter {
  bytes = new Uint8Array(65_536)
  length = 0

  reset(): void {
    this.length = 0
  }
  /** Ensures room for `more` bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }
  /** For 0 … 2^53−1. Seven bits a byte, lowest first; the high bit says that more follow. */
  varint(value: number): void {
    this.reserve(8)
    let rest = value
    while (rest >= CONTINUATION_BIT) {
      this.bytes[this.length++] = (rest % CONTINUATION_BIT) | CONTINUATION_BIT
      rest = Math.floor(rest / CONTINUATION_BIT)
    }
    this.bytes[this.length++] = rest
  }
  /** The same for each of them, in less time than one by one. */
  varints(values: Float64Array): void {
    this.reserve(8 * values.length)
    const { bytes } = this
    let at = this.length
    for (let index = 0; index < values.length; index++) {
      let rest = values[index] as number
      while (rest > MAX_INT32) {
        bytes[at++] = (rest % CONTINUATION_BIT) | CONTINUATION_BIT
        rest = Math.floor(rest / CONTINUATION_BIT)
      }
      // Operations on 32 bits take a fraction of the time.
      let low = rest | 0
      for (; low >= CONTINUATION_BIT; low >>>= 7) bytes[at++] = low | CONTINUATION_BIT
      bytes[at++] = low
    }
    this.length = at
  }
  /** For whole numbers from −2^52 to 2^52. Maps 0, −1, 1, −2 … to 0, 1, 2, 3 … */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }
  double(value: number): void {
    this.reserve(8)
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true)
    this.length += 8
  }
  uint32(value: number): void {
    this.reserve(4)
    new DataView(this.bytes.buffer).setUint32(this.length, value, true)
    this.length += 4
  }
  /** Overwrites four bytes that were written before. */
  patchUint32(at: number, value: number): void {
    new DataView(this.bytes.buffer).setUint32(at, value, true)
  }
  put(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }
  copy(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length))
  }
}

export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public position = 0,
    readonly end = bytes.length,
  ) {}

  byte(): number {
    if (this.position >= this.end) throw new CorruptError('The bytes end too early.')
    return this.bytes[this.position++] ?? 0
  }
  varint(): number {
    const first = this.byte()
    if (first < CONTINUATION_BIT) return first
    let value = first & (CONTINUATION_BIT - 1)
    let scale = CONTINUATION_BIT
    for (;;) {
      const byte = this.byte()
      value += (byte & (CONTINUATION_BIT - 1)) * scale
      if (byte < CONTINUATION_BIT) break
      scale *= CONTINUATION_BIT
      if (scale > 2 ** 49) throw new CorruptError('A number is too long.')
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new CorruptError('A number is too large.')
    return value
  }
  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  double(): number {
    const at = this.skip(8)
    return new DataView(this.bytes.buffer, this.bytes.byteOffset).getFloat64(at, true)
  }
  uint32(): number {
    const at = this.skip(4)
    return new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(at, true)
  }
  /** Returns the position where the skipped bytes begin. */
  skip(length: number): number {
    const at = this.position
    if (length > this.end - at) throw new CorruptError('The bytes end too early.')
    this.position += length
    return at
  }
}
