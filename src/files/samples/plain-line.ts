// The fast path of the import: reads a line of samples as exports write it, in one pass over its bytes and without making strings of its
// fields. Any other line, also every invalid one, is left to the exact reader, `readLine` of read-samples-csv.ts. Both readers return
// the same row for a line that this one accepts.
import { DAY_MINUTES, HOUR_MINUTES } from '../../domain/clock.js'
import { MEASURE_NAMES, MEASURES } from '../../domain/measures.js'
import { IMPORT_ROW, type ImportRows } from '../../domain/sample-file.js'
import { TIME_COLUMN, UNIVERSE_COLUMN } from './read-header.js'

const [ZERO, COMMA, NEWLINE, CARRIAGE_RETURN] = [48, 44, 10, 13]
const DATE_LENGTH = 'YYYY-MM-DD'.length
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length
/** Numbers with up to this many digits are exact as doubles. */
const MAX_EXACT_DIGITS = 15
const UNREADABLE_VALUE = -2
/** A column that must be empty, as revenue is where nothing was earned, or whose measure is unknown. */
const EMPTY_COLUMN_CODE = -1
/** Returned for a line that is left to the exact reader. */
export const NOT_PLAIN_CODE = -1

export class PlainLineReader {
  /** Lines in order of time repeat a date up to 1,440 times. */
  private date = codesOf('?')
  private day = 0
  /** By column after the time: where its number belongs in a row, or EMPTY_COLUMN_CODE. */
  private readonly rowOffsets: Int32Array
  /** By column after the time: 1 where the number may be missing. */
  private readonly optional: Uint8Array
  /** Other files are left to the exact reader. */
  private readonly isReadable: boolean

  constructor(
    header: readonly string[],
    private readonly parseDay: (date: string) => number | undefined,
  ) {
    const [first, ...columns] = header
    this.isReadable = first === TIME_COLUMN && columns.includes(UNIVERSE_COLUMN)
    this.rowOffsets = Int32Array.from(columns, rowOffsetOf)
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
    values.fill(Number.NaN, row + 1, row + IMPORT_ROW.width)
    const end = this.readFields(bytes, from + MINUTE_LENGTH + TIME_END.length, values, row)
    if (end === NOT_PLAIN_CODE || !isComplete(values, row)) return NOT_PLAIN_CODE
    values[row + IMPORT_ROW.line] = line
    rows.length++
    return end
  }

  /** The hot loop: reads the numbers of a line and its end into the row. `as number`: the index is within bounds. */
  private readFields(bytes: Uint8Array, from: number, values: Float64Array, row: number): number {
    const { rowOffsets, optional } = this
    let at = from
    for (let column = 0; column < rowOffsets.length; column++) {
      const begin = at
      let value = 0
      for (; at < bytes.length; at++) {
        const digit = (bytes[at] as number) - ZERO
        if (digit < 0 || digit > 9) break
        value = value * 10 + digit
      }
      const rowOffset = rowOffsets[column] as number
      if (at > begin) {
        if (rowOffset === EMPTY_COLUMN_CODE || at - begin > MAX_EXACT_DIGITS) return NOT_PLAIN_CODE
        values[row + rowOffset] = value
      } else if (optional[column] === 0) return NOT_PLAIN_CODE
      if (column < rowOffsets.length - 1 && bytes[at++] !== COMMA) return NOT_PLAIN_CODE
    }
    if (bytes[at] === CARRIAGE_RETURN) at++
    if (at === bytes.length) return at
    return bytes[at] === NEWLINE ? at + 1 : NOT_PLAIN_CODE
  }

  private minuteOf(bytes: Uint8Array, from: number): number {
    if (!matchesAt(bytes, from + MINUTE_LENGTH, TIME_END) || bytes[from + DATE_LENGTH] !== T) return UNREADABLE_VALUE
    if (!matchesAt(bytes, from, this.date)) {
      const date = String.fromCharCode(...bytes.subarray(from, from + DATE_LENGTH))
      const day = this.parseDay(date)
      if (day === undefined || day < 0) return UNREADABLE_VALUE
      this.date = codesOf(date)
      this.day = day
    }
    const time = from + DATE_LENGTH + 1
    const [hour, minute] = [twoDigits(bytes, time), twoDigits(bytes, time + 3)]
    const isTime = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && bytes[time + 2] === COLON
    return isTime ? this.day * DAY_MINUTES + hour * HOUR_MINUTES + minute : UNREADABLE_VALUE
  }
}

/** The universe is a valid id, and votes are both known or both unknown. */
function isComplete(values: Float64Array, row: number): boolean {
  const universeId = values[row + IMPORT_ROW.universeId] as number
  const hasLikes = !Number.isNaN(values[row + LIKES] as number)
  return universeId >= 1 && hasLikes === !Number.isNaN(values[row + DISLIKES] as number)
}

const [LIKES, DISLIKES] = [1 + MEASURE_NAMES.indexOf('likes'), 1 + MEASURE_NAMES.indexOf('dislikes')]

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

function matchesAt(bytes: Uint8Array, at: number, codes: Uint8Array): boolean {
  for (let index = 0; index < codes.length; index++) if (bytes[at + index] !== codes[index]) return false
  return true
}

const codesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const TIME_END = codesOf(':00.000Z,')
const T = 'T'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)

function twoDigits(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [(bytes[at] ?? 0) - ZERO, (bytes[at + 1] ?? 0) - ZERO]
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? UNREADABLE_VALUE : 10 * tens + ones
}
