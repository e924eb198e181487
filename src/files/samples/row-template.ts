// Renders export rows as text, fast. An export has up to millions of rows, and building each from strings would take most of its
// time. Consecutive rows mostly differ in a few digits. So one buffer holds the previous row as bytes, with the position and
// the number of digits of each value: a value with as many digits as before is overwritten in place, usually only in its last
// three digits. Only when a number of digits changes is everything after the timestamp written again.
import { DAY_MINUTES, dayOf, HOUR_MINUTES, isoOfDay, type Minute } from '../../domain/clock.js'
import { putDigits, putGroup, putPair, widthOf } from '../digits.js'

export interface RowForm {
  /** Text before the timestamp. */
  readonly begin: string
  /** Text before each value; the first one follows the timestamp. */
  readonly labels: readonly string[]
  /** Text in place of a missing value. */
  readonly missing: string
  /** Text after the last value. */
  readonly end: string
}

/** The width that marks a missing value. */
const MISSING_WIDTH = -1
/** The width that marks a number that is no count, such as a fraction. */
const OTHER_WIDTH = -2
/** Longer than any number that JavaScript writes. */
const MAX_NUMBER_LENGTH = 32
const DATE = '1970-01-01'
const HOUR_END = 'YYYY-MM-DDTHH'.length
const MINUTE_END = 'YYYY-MM-DDTHH:MM'.length
const GROUP_SIZE = 1_000
const NOTHING = new Uint8Array()

/** Indexed by digits: the smallest value with that many digits. */
const MIN_BY_DIGITS = [Number.NaN, 0, ...Array.from({ length: 15 }, (_, index) => 10 ** (index + 1))]
const LIMIT_BY_DIGITS = [Number.NaN, ...Array.from({ length: 15 }, (_, index) => 10 ** (index + 1)), 2 ** 53]

/** The number of digits of a count; otherwise a marker of how it is written. */
function widthCodeOf(value: number): number {
  if (Number.isNaN(value)) return MISSING_WIDTH
  return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0) ? widthOf(value) : OTHER_WIDTH
}

export class RowTemplate {
  /** The row, which the caller has to copy. */
  bytes: Uint8Array
  private readonly text: Buffer
  /** The first minute of the day that is currently written in the row. */
  private dayBegin = Number.NaN
  /** For each value of at least four digits: the value without its last three. */
  private readonly thousands: Float64Array
  /** The same without the last six, if there are as many. */
  private readonly millions: Float64Array
  private readonly widths: Int32Array
  private readonly ends: Int32Array
  /** The range of values with the current number of digits: `least` ≤ value < `limit`. */
  private readonly least: Float64Array
  private readonly limit: Float64Array
  private readonly labels: readonly Uint8Array[]
  private readonly end: Uint8Array

  constructor(private readonly form: RowForm) {
    const fields = form.labels.length
    this.labels = form.labels.map((label) => Buffer.from(label, 'latin1'))
    this.end = Buffer.from(form.end, 'latin1')
    const fixed = `${form.begin}${DATE}T00:00:00.000Z${form.labels.join('')}${form.end}`
    this.text = Buffer.alloc(fixed.length + fields * MAX_NUMBER_LENGTH)
    this.text.write(fixed, 'latin1')
    this.bytes = this.text
    this.thousands = new Float64Array(fields).fill(Number.NaN)
    this.millions = new Float64Array(fields).fill(Number.NaN)
    this.widths = new Int32Array(fields)
    this.ends = new Int32Array(fields)
    this.least = new Float64Array(fields).fill(Number.NaN)
    this.limit = new Float64Array(fields).fill(Number.NaN)
  }

  fill(minute: Minute, columns: readonly Float64Array[], row: number): void {
    this.writeTimestamp(minute)
    const { text, thousands, ends } = this
    for (let field = 0; field < columns.length; field++) {
      const value = (columns[field] as Float64Array)[row] as number
      const low = value - (thousands[field] as number)
      // Usually only the last three digits differ.
      if (low >= 0 && low < GROUP_SIZE && (low | 0) === low) putGroup(text, ends[field] as number, low)
      else if (!this.tryOverwrite(field, value)) {
        this.writeFields(columns, row)
        return
      }
    }
  }

  /** Overwrites the value in place; returns false if it has another number of digits than the one before. */
  private tryOverwrite(field: number, value: number): boolean {
    const width = this.widths[field] as number
    const hasSameWidth = value >= (this.least[field] as number) && value < (this.limit[field] as number)
    if (!hasSameWidth || Math.floor(value) !== value) return Number.isNaN(value) && width === MISSING_WIDTH
    const end = this.ends[field] as number
    if (width <= 3) putDigits(this.text, end, width, value)
    else {
      const higher = Math.floor(value / GROUP_SIZE)
      const base = higher * GROUP_SIZE
      putGroup(this.text, end, value - base)
      // The next three digits are enough if the rest is unchanged.
      const middleGroup = higher - (this.millions[field] as number)
      if (middleGroup >= 0 && middleGroup < GROUP_SIZE) putGroup(this.text, end - 3, middleGroup)
      else {
        putDigits(this.text, end - 3, width - 3, higher)
        this.millions[field] = width > 6 ? Math.floor(higher / GROUP_SIZE) * GROUP_SIZE : Number.NaN
      }
      this.thousands[field] = base
    }
    return true
  }

  /** Writes `YYYY-MM-DDTHH:MM:00.000Z` (API-13). */
  private writeTimestamp(minute: Minute): void {
    const { text } = this
    const begin = this.form.begin.length
    let minuteOfDay = minute - this.dayBegin
    if (!(minuteOfDay >= 0 && minuteOfDay < DAY_MINUTES)) {
      const day = dayOf(minute)
      this.dayBegin = day * DAY_MINUTES
      minuteOfDay = minute - this.dayBegin
      text.write(isoOfDay(day), begin, 'latin1')
    }
    const hour = (minuteOfDay / HOUR_MINUTES) | 0
    putPair(text, begin + HOUR_END, hour)
    putPair(text, begin + MINUTE_END, minuteOfDay - hour * HOUR_MINUTES)
  }

  /** Rewrites everything after the timestamp, because a value changed its number of digits. */
  private writeFields(columns: readonly Float64Array[], row: number): void {
    let at = this.form.begin.length + DATE.length + 'T00:00:00.000Z'.length
    for (let field = 0; field < columns.length; field++) {
      const value = columns[field]?.[row] ?? Number.NaN
      at = this.writeValue(field, value, this.put(at, this.labels[field] ?? NOTHING))
    }
    this.bytes = this.text.subarray(0, this.put(at, this.end))
  }

  /** Returns the offset after the written bytes. */
  private put(at: number, bytes: Uint8Array): number {
    for (let index = 0; index < bytes.length; index++) this.text[at + index] = bytes[index] as number
    return at + bytes.length
  }

  private writeValue(field: number, value: number, at: number): number {
    const width = widthCodeOf(value)
    const written =
      width > 0 ? width : this.text.write(width === MISSING_WIDTH ? this.form.missing : `${value}`, at, 'latin1')
    const end = at + written
    if (width > 0) putDigits(this.text, end, width, value)
    this.thousands[field] = width > 3 ? Math.floor(value / GROUP_SIZE) * GROUP_SIZE : Number.NaN
    this.millions[field] = Number.NaN
    this.ends[field] = end
    this.widths[field] = width
    this.least[field] = MIN_BY_DIGITS[width] ?? Number.NaN
    this.limit[field] = LIMIT_BY_DIGITS[width] ?? Number.NaN
    return end
  }
}
