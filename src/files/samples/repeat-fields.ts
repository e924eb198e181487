// Writes one field of many rows of the same form, which lie one after the other and already hold copies of the row before them. One
// field after the other takes less time than one row after the other: its offset, its limits and its higher digits stay at hand.
import { GROUP_SIZE, maskOf, putDigits, putMaskedGroup, TWO_GROUPS_SIZE } from '../digits.js'

/** Rows in the output, and the values that belong there. */
export interface RepeatedField {
  readonly text: DataView
  /** The offset after the field in the first of these rows. */
  readonly end: number
  /** In bytes, of each row; of all of them where they are equal. */
  readonly rowLengths: Int32Array | number
  readonly column: Float64Array
  /** The row of the column that is written first. */
  readonly from: number
  readonly count: number
}

/** Indexed by digits: the smallest value with that many digits, and the smallest one with more. */
const MIN_BY_DIGITS = [0, 0, ...Array.from({ length: 15 }, (_, index) => 10 ** (index + 1))]
const LIMIT_BY_DIGITS = [0, ...Array.from({ length: 15 }, (_, index) => 10 ** (index + 1)), 2 ** 53]

/** How many values, up to `most`, are missing until one is there. */
export function countMissing(column: Float64Array, from: number, most: number): number {
  for (let row = 0; row < most; row++) if (!Number.isNaN(column[from + row])) return row
  return most
}

/** How many values, up to `most`, are at least the smallest and less than the largest one with so many digits. */
export function countOfWidth(column: Float64Array, from: number, most: number, width: number): number {
  const least = MIN_BY_DIGITS[width] as number
  const limit = LIMIT_BY_DIGITS[width] as number
  for (let row = 0; row < most; row++) {
    const value = column[from + row] as number
    if (!(value >= least && value < limit)) return row
  }
  return most
}

/**
 * Writes whole numbers until one has another number of digits than `width`, which is that of `before`, the value of the row before.
 * Returns how many were written. The copies hold the digits of `before`. Most values differ from it in the last four digits only, and
 * nearly all others in the last eight, so these are written as one or two groups of four, of which the bytes before a shorter number are kept.
 */
export function repeatNumbers(field: RepeatedField, width: number, before: number): number {
  const { text, end: firstEnd, rowLengths, column, from, count } = field
  const least = MIN_BY_DIGITS[width] as number
  const limit = LIMIT_BY_DIGITS[width] as number
  // `before` with zeros in place of its last eight digits, and of its last four; and the bounds of what is added to them.
  const base = before < TWO_GROUPS_SIZE ? 0 : Math.floor(before / TWO_GROUPS_SIZE) * TWO_GROUPS_SIZE
  const [lowest, highest] = [Math.max(0, least - base), Math.min(TWO_GROUPS_SIZE, limit - base)]
  const lastBase = base + Math.floor((before - base) * 1e-4) * GROUP_SIZE
  const [lastLowest, lastHighest] = [Math.max(0, least - lastBase), Math.min(GROUP_SIZE, limit - lastBase)]
  const [mask, lastMask] = [maskOf(width - 4), maskOf(width)]
  const [lengths, length] = typeof rowLengths === 'number' ? [undefined, rowLengths] : [rowLengths, 0]
  let end = firstEnd
  for (let row = 0; row < count; row++, end += lengths === undefined ? length : (lengths[row] as number)) {
    // `as` asserts that the index is within bounds: a check of each value would cost as much as writing it.
    const value = column[from + row] as number
    const last = (value - lastBase) | 0
    if (last >= lastLowest && last < lastHighest && last + lastBase === value) {
      putMaskedGroup(text, end - 4, last, lastMask)
      continue
    }
    const rest = value - base
    if (rest >= lowest && rest < highest && Math.floor(rest) === rest) {
      const higher = Math.floor(rest * 1e-4)
      putMaskedGroup(text, end - 8, higher, mask)
      putMaskedGroup(text, end - 4, rest - higher * GROUP_SIZE, lastMask)
    } else if (value >= least && value < limit && Math.floor(value) === value) putDigits(text, end, width, value)
    else return row
  }
  return count
}
