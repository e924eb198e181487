// Writes one field of many rows of the same form, which lie one after the other and already hold copies of the row before them. One
// field after the other takes less time than one row after the other: its offset, its limits and its higher digits stay at hand.
import { GROUP_SIZE, putDigits, putGroup } from '../digits.js'

/** Rows in the output, and the values that belong there. */
export interface RepeatedField {
  readonly text: DataView
  /** The offset after the field in the first of these rows. */
  readonly end: number
  /** In bytes. */
  readonly rowLength: number
  readonly column: Float64Array
  /** The row of the column that is written first. */
  readonly from: number
  readonly count: number
}

/** Indexed by digits: the smallest value with that many digits, and the smallest one with more. */
const MIN_BY_DIGITS = [0, 0, ...Array.from({ length: 15 }, (_, index) => 10 ** (index + 1))]
const LIMIT_BY_DIGITS = [0, ...Array.from({ length: 15 }, (_, index) => 10 ** (index + 1)), 2 ** 53]

/** Writes nothing, because the copies are right. Returns how many values are missing, as in the row before, until one is there. */
export function repeatMissing({ column, from, count }: RepeatedField): number {
  for (let row = 0; row < count; row++) if (!Number.isNaN(column[from + row])) return row
  return count
}

/**
 * Writes whole numbers until one has another number of digits than `width`, which is that of `before`, the value of the row before.
 * Returns how many were written.
 */
export function repeatNumbers(field: RepeatedField, width: number, before: number): number {
  return width > 3 ? repeatLong(field, width, before) : repeatShort(field, width)
}

// In the loops below `as number` asserts that the index is within bounds: a check of each value would cost as much as writing it.

function repeatShort({ text, end: firstEnd, rowLength, column, from, count }: RepeatedField, width: number): number {
  const [least, limit] = [MIN_BY_DIGITS[width] as number, LIMIT_BY_DIGITS[width] as number]
  for (let row = 0, end = firstEnd; row < count; row++, end += rowLength) {
    const value = column[from + row] as number
    if (!(value >= least && value < limit && (value | 0) === value)) return row
    putDigits(text, end, width, value)
  }
  return count
}

/**
 * Usually only the last four digits differ from the row before, which the copies hold. Of 1234|5678 and 1235|0012 the `higher` digits
 * differ too, and are then written in each row. Each turn of the loop writes at least one row, because `higher` is that of its first row.
 */
function repeatLong(field: RepeatedField, width: number, before: number): number {
  const { column, from, count } = field
  const [least, limit] = [MIN_BY_DIGITS[width] as number, LIMIT_BY_DIGITS[width] as number]
  const copied = Math.floor(before / GROUP_SIZE)
  let higher = copied
  for (let row = 0; ; ) {
    const begin = row
    const base = higher * GROUP_SIZE
    row = repeatLowDigits(field, row, { base, lowest: Math.max(0, least - base) })
    if (higher !== copied) repeatHigherDigits(field, begin, row, { higher, copied, width: width - 4 })
    if (row === count) return count
    const value = column[from + row] as number
    if (!(value >= least && value < limit && Math.floor(value) === value)) return row
    higher = Math.floor(value / GROUP_SIZE)
  }
}

interface LowDigits {
  /** The value of the digits before the last four. */
  readonly base: number
  /** What is added to it at least, where a smaller value would have fewer digits. */
  readonly lowest: number
}

/** Writes the last four digits from `row` on until the others differ. Returns the row where they do. */
function repeatLowDigits(
  { text, end: first, rowLength, column, from, count }: RepeatedField,
  row: number,
  { base, lowest }: LowDigits,
) {
  let next = row
  for (let end = first + row * rowLength; next < count; next++, end += rowLength) {
    const value = column[from + next] as number
    const low = (value - base) | 0
    if (low < lowest || low >= GROUP_SIZE || base + low !== value) break
    putGroup(text, end - 4, low)
  }
  return next
}

interface HigherDigits {
  readonly higher: number
  /** What the copies hold in their place. */
  readonly copied: number
  readonly width: number
}

/** Writes the same digits before the last four in the rows from `begin` to before `until`. */
function repeatHigherDigits(
  { text, end, rowLength }: RepeatedField,
  begin: number,
  until: number,
  digits: HigherDigits,
) {
  const { higher, copied, width } = digits
  const top = Math.floor(higher / GROUP_SIZE)
  const areFourEnough = width >= 4 && top === Math.floor(copied / GROUP_SIZE)
  for (let row = begin, at = end + begin * rowLength - 4; row < until; row++, at += rowLength)
    if (areFourEnough) putGroup(text, at - 4, higher - top * GROUP_SIZE)
    else putDigits(text, at, width, higher)
}
