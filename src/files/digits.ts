// Writes whole numbers as digits to a buffer, because a string per number would cost more than the rest of an export. Up to four digits
// are written at once, from tables; what such a write puts after its last digit is overwritten by what follows.

const ZERO_CODE = 48
/** One more than four digits can hold. */
export const GROUP_SIZE = 10_000
export const TWO_GROUPS_SIZE = GROUP_SIZE ** 2

/** `00` … `99`, with the first digit in the lower byte, which is written first. */
const PAIRS = new Int16Array(100)
/** `0000` … `9999`, likewise. */
const GROUPS = new Int32Array(GROUP_SIZE)
/** `0` … `9999`, without the zeros before them. */
const SHORT = new Int32Array(GROUP_SIZE)

for (let value = 0; value < PAIRS.length; value++) {
  const tens = Math.floor(value / 10)
  PAIRS[value] = (ZERO_CODE + tens) | ((ZERO_CODE + value - tens * 10) << 8)
}
for (let value = 0; value < GROUP_SIZE; value++) {
  const hundreds = Math.floor(value / 100)
  const group = (PAIRS[hundreds] as number) | ((PAIRS[value - hundreds * 100] as number) << 16)
  GROUPS[value] = group
  SHORT[value] = group >> (8 * (4 - lengthOf(value)))
}

/** Of 0 … 9,999. */
function lengthOf(value: number): number {
  if (value < 100) return value < 10 ? 1 : 2
  return value < 1_000 ? 3 : 4
}

export const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView => new DataView(buffer, byteOffset, length)

/** Writes 0 … 99 as two digits. */
export function putPair(text: DataView, at: number, value: number): void {
  text.setInt16(at, PAIRS[value] as number, true)
}

/**
 * Writes a whole number from 0 to 2^53−1. Returns the offset after it; up to three bytes from there on are overwritten. Below 10^8, products
 * instead of quotients take a third of the time, and are as exact.
 */
export function putCount(text: DataView, at: number, value: number): number {
  if (value < GROUP_SIZE) return putShort(text, at, value)
  if (value < TWO_GROUPS_SIZE) {
    const higher = Math.floor(value * 1e-4)
    return putGroup(text, putShort(text, at, higher), value - higher * GROUP_SIZE)
  }
  const higher = Math.floor(value / TWO_GROUPS_SIZE)
  const lower = value - higher * TWO_GROUPS_SIZE
  const middle = Math.floor(lower * 1e-4)
  const end = higher < GROUP_SIZE ? putShort(text, at, higher) : putCount(text, at, higher)
  return putGroup(text, putGroup(text, end, middle), lower - middle * GROUP_SIZE)
}

/** Writes a whole number that has `width` digits so that it ends before `end`. Overwrites nothing else. */
export function putDigits(text: DataView, end: number, width: number, value: number): void {
  let [at, left, rest] = [end, width, value]
  for (; left >= 4; left -= 4, at -= 4) {
    const higher = Math.floor(rest / GROUP_SIZE)
    putGroup(text, at - 4, rest - higher * GROUP_SIZE)
    rest = higher
  }
  if (left === 1) text.setUint8(at - 1, ZERO_CODE + rest)
  if (left < 2) return
  const hundreds = Math.floor(rest / 100)
  putPair(text, at - 2, rest - hundreds * 100)
  if (left === 3) text.setUint8(at - 3, ZERO_CODE + hundreds)
}

/** The bytes of a group that hold the last `digits` digits of it; all of them from four digits on, and none below one. */
export function maskOf(digits: number): number {
  if (digits <= 0) return 0
  return -1 << (8 * Math.max(0, 4 - digits))
}

/** Writes the digits of 0 … 9,999 that the mask names, and leaves the other bytes as they are. */
export function putMaskedGroup(text: DataView, at: number, value: number, mask: number): void {
  text.setInt32(at, (text.getInt32(at, true) & ~mask) | ((GROUPS[value] as number) & mask), true)
}

/** Writes 0 … 9,999 as four digits, and nothing else. Returns the offset after them. */
function putGroup(text: DataView, at: number, value: number): number {
  text.setInt32(at, GROUPS[value] as number, true)
  return at + 4
}

function putShort(text: DataView, at: number, value: number): number {
  text.setInt32(at, SHORT[value] as number, true)
  return at + lengthOf(value)
}

/** Text that is written often, eight bytes at once: as numbers, of which no ASCII text is one that JavaScript would change. */
export class FixedText {
  readonly length: number
  private readonly words: Float64Array

  /** ASCII only. */
  constructor(text: string) {
    this.length = text.length
    const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8, '\0'), 'latin1')
    this.words = Float64Array.from({ length: bytes.length / 8 }, (_, word) => bytes.readDoubleLE(8 * word))
  }

  /** Returns the offset after it; up to seven bytes from there on are overwritten. */
  put(text: DataView, at: number): number {
    const { words } = this
    for (let word = 0; word < words.length; word++) text.setFloat64(at + 8 * word, words[word] as number, true)
    return at + this.length
  }
}
