// The fast path of the import: reads a line of samples as exports write it, in one pass over its bytes and without making strings of its
// fields. Any other line, also every invalid one, is left to the exact reader, `readLine` of samples-csv-reader.ts. Both readers return
// the same row for a line that this one accepts.
import { DAY_MINUTES, HOUR_MINUTES } from '../../domain/clock.js'
import { MEASURE_NAMES, MEASURES } from '../../domain/measures.js'
import { IMPORT_ROW, type ImportRows } from '../../domain/sample-file.js'
import { TIME_COLUMN, UNIVERSE_COLUMN } from './read-header.js'

const [ZERO, COMMA, NEWLINE, CARRIAGE_RETURN] = [48, 44, 10, 13]
const DATE_LENGTH = 'YYYY-MM-DD'.length
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length
/** With the comma after it. */
const TIME_LENGTH = 'YYYY-MM-DDTHH:MM:SS.SSSZ,'.length
/** Numbers with up to this many digits are exact as doubles. */
const MAX_EXACT_DIGITS = 15
/** Numbers with up to this many digits are below 2^31. */
const MAX_INT32_DIGITS = 9
const UNREADABLE_VALUE = -2
/** A column that must be empty, as revenue is where nothing was earned, or whose measure is unknown. */
const EMPTY_COLUMN_CODE = -1
/** Returned for a line that is left to the exact reader. */
export const NOT_PLAIN_CODE = -1

export class PlainLineReader {
  /** Lines in order of time repeat a date up to 1,440 times. */
  private date: readonly [number, number, number] = [0, 0, 0]
  private day = 0
  /** By column after the time: where its number belongs in a row, or EMPTY_COLUMN_CODE. */
  private readonly rowOffsets: Int32Array
  /** By column after the time: 1 where the number may be missing. */
  private readonly optional: Uint8Array
  /** Where the numbers of a row belong that no column has. */
  private readonly absentOffsets: Int32Array
  /** Other files are left to the exact reader. */
  private readonly isReadable: boolean

  constructor(
    header: readonly string[],
    private readonly parseDay: (date: string) => number | undefined,
  ) {
    const [first, ...columns] = header
    this.isReadable = first === TIME_COLUMN && columns.includes(UNIVERSE_COLUMN)
    this.rowOffsets = Int32Array.from(columns, rowOffsetOf)
    const present = new Set(this.rowOffsets)
    this.absentOffsets = Int32Array.from(ROW_OFFSETS.filter((offset) => !present.has(offset)))
    this.optional = Uint8Array.from(columns, (column) => Number(mayBeEmpty(column)))
  }

  /**
   * Adds the row of the line that begins at `from`, and returns where the next line begins; NOT_PLAIN_CODE for a line of any
   * other form, of which nothing is added.
   */
  read(bytes: Uint8Array, from: number, rows: ImportRows, line: number): number {
    const minute = this.isReadable ? this.minuteOf(bytes, from) : UNREADABLE_VALUE
    if (minute === UNREADABLE_VALUE) return NOT_PLAIN_CODE
    const row = rows.reserve()
    const { values } = rows
    values[row] = minute
    for (const absent of this.absentOffsets) values[row + absent] = Number.NaN
    const end = this.readFields(bytes, from + TIME_LENGTH, values, row)
    if (end === NOT_PLAIN_CODE || !isComplete(values, row)) return NOT_PLAIN_CODE
    values[row + IMPORT_ROW.line] = line
    rows.length++
    return end
  }

  /** The hot loop: reads the numbers of a line and its end into the row. `as number`: the index is within bounds. */
  private readFields(bytes: Uint8Array, from: number, values: Float64Array, row: number): number {
    const { rowOffsets, optional } = this
    const { length } = bytes
    const last = rowOffsets.length - 1
    let at = from
    for (let column = 0; column <= last; column++) {
      const begin = at
      // Whole numbers of 32 bits are added up in a fraction of the time of doubles; a number of more digits has two parts.
      let value = 0
      let digit = 0
      const mid = Math.min(length, begin + MAX_INT32_DIGITS)
      for (; at < mid; at++) {
        digit = (bytes[at] as number) - ZERO
        if (digit < 0 || digit > 9) break
        value = (value * 10 + digit) | 0
      }
      let whole = value
      if (at === begin + MAX_INT32_DIGITS) {
        for (; at < length; at++) {
          digit = (bytes[at] as number) - ZERO
          if (digit < 0 || digit > 9) break
          whole = whole * 10 + digit
        }
      }
      const rowOffset = rowOffsets[column] as number
      if (at > begin) {
        if (rowOffset === EMPTY_COLUMN_CODE || at - begin > MAX_EXACT_DIGITS) return NOT_PLAIN_CODE
        values[row + rowOffset] = whole
      } else if (optional[column] === 0) return NOT_PLAIN_CODE
      else if (rowOffset !== EMPTY_COLUMN_CODE) values[row + rowOffset] = Number.NaN
      if (column < last && bytes[at++] !== COMMA) return NOT_PLAIN_CODE
    }
    if (bytes[at] === CARRIAGE_RETURN) at++
    if (at === length) return at
    return bytes[at] === NEWLINE ? at + 1 : NOT_PLAIN_CODE
  }

  private minuteOf(bytes: Uint8Array, from: number): number {
    if (from + TIME_LENGTH > bytes.length) return UNREADABLE_VALUE
    const hasEnd = wordAt(bytes, from + MINUTE_LENGTH) === SECONDS && wordAt(bytes, from + MINUTE_LENGTH + 4) === ZONE
    if (!hasEnd || bytes[from + TIME_LENGTH - 1] !== COMMA || bytes[from + DATE_LENGTH] !== T) return UNREADABLE_VALUE
    const { date } = this
    const isSameDay =
      wordAt(bytes, from) === date[0] && wordAt(bytes, from + 4) === date[1] && wordAt(bytes, from + 6) === date[2]
    if (!isSameDay && !this.rememberDay(bytes, from)) return UNREADABLE_VALUE
    const hour = twoDigits(bytes, from + DATE_LENGTH + 1)
    const minute = twoDigits(bytes, from + DATE_LENGTH + 4)
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || bytes[from + DATE_LENGTH + 3] !== COLON)
      return UNREADABLE_VALUE
    return this.day * DAY_MINUTES + hour * HOUR_MINUTES + minute
  }

  private rememberDay(bytes: Uint8Array, from: number): boolean {
    const day = this.parseDay(String.fromCharCode(...bytes.subarray(from, from + DATE_LENGTH)))
    if (day === undefined || day < 0) return false
    this.date = [wordAt(bytes, from), wordAt(bytes, from + 4), wordAt(bytes, from + 6)]
    this.day = day
    return true
  }
}

/** The universe is a valid id, and votes are both known or both unknown. */
function isComplete(values: Float64Array, row: number): boolean {
  const universeId = values[row + IMPORT_ROW.universeId] as number
  const hasLikes = !Number.isNaN(values[row + LIKES] as number)
  return universeId >= 1 && hasLikes === !Number.isNaN(values[row + DISLIKES] as number)
}

const [LIKES, DISLIKES] = [1 + MEASURE_NAMES.indexOf('likes'), 1 + MEASURE_NAMES.indexOf('dislikes')]

/** Of all numbers that a line may have, but its time. */
const ROW_OFFSETS = [...MEASURE_NAMES.map((_, index) => 1 + index), IMPORT_ROW.universeId, IMPORT_ROW.revenue]

function rowOffsetOf(column: string): number {
  if (column === UNIVERSE_COLUMN) return IMPORT_ROW.universeId
  const index = MEASURES.findIndex((measure) => measure.column === column)
  return index < 0 ? EMPTY_COLUMN_CODE : 1 + index
}

/** Whether a line without a number in this column is a whole one. */
function mayBeEmpty(column: string): boolean {
  if (column === UNIVERSE_COLUMN) return false
  return MEASURES.find((measure) => measure.column === column)?.nullable ?? true
}

/** Four bytes as one number, because comparing one by one takes a third of the time of a line. `as number`: they are within bounds. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number)

const wordOf = (text: string): number => wordAt(Buffer.from(text, 'latin1'), 0)

/** What follows the minute, before the comma. */
const [SECONDS, ZONE] = [wordOf(':00.'), wordOf('000Z')]
const T = 'T'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)

/** `as number`: the bytes are within bounds. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO
  const ones = (bytes[at + 1] as number) - ZERO
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? UNREADABLE_VALUE : 10 * tens + ones
}
