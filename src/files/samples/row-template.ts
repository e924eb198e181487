// Renders export rows as text, fast. An export has up to millions of rows, and building each from strings would take most of its
// time. Consecutive rows mostly differ in a few digits. So one row is written whole; those that follow it with as many digits in each
// value are copies of it, in which the digits are overwritten, one field after the other (repeat-fields.ts).
import { DAY_MINUTES, dayOf, HOUR_MINUTES, isoOfDay, type Minute } from '../../domain/clock.js'
import { MEASURE_NAMES } from '../../domain/measures.js'
import type { Block } from '../../domain/sample.js'
import { putDigits, putPairAtOnce, viewOf, widthOf } from '../digits.js'
import { type RepeatedField, repeatMissing, repeatNumbers } from './repeat-fields.js'

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

/** Samples, oldest first, with the columns in the order of the labels. */
export interface ColumnRows {
  readonly minutes: Int32Array
  readonly columns: readonly Float64Array[]
}

export const rowsOf = ({ minutes, columns }: Block): ColumnRows => ({
  minutes,
  columns: MEASURE_NAMES.map((name) => columns[name]),
})

/** Where rows are written. */
export interface RowSpace {
  readonly text: Uint8Array
  /** The same memory. */
  readonly view: DataView
  readonly at: number
  /** The most rows for which there is room. */
  readonly rows: number
}

/** The width that marks a missing value. */
const MISSING_WIDTH = -1
/** The width that marks a number that is no count, such as a fraction. */
const OTHER_WIDTH = -2
/** Longer than any number that JavaScript writes. */
const MAX_NUMBER_LENGTH = 32
/** Together they fit into the fastest cache of a processor. */
const MAX_REPEATED_ROWS = 256
const MIDNIGHT = 'T00:00:00.000Z'
const DATE_END = 'YYYY-MM-DD'.length
const HOUR_END = 'YYYY-MM-DDTHH'.length
const MINUTE_END = 'YYYY-MM-DDTHH:MM'.length
const TIMESTAMP_LENGTH = DATE_END + MIDNIGHT.length

/** The number of digits of a count; otherwise a marker of how it is written. */
function widthCodeOf(value: number): number {
  if (Number.isNaN(value)) return MISSING_WIDTH
  return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0) ? widthOf(value) : OTHER_WIDTH
}

export class RowTemplate {
  /** The row, which the caller has to copy. */
  bytes: Uint8Array
  private readonly text: Buffer
  private readonly view: DataView
  /** The first minute of the day that is currently written in the row. */
  private dayBegin = Number.NaN
  private readonly values: Float64Array
  private readonly widths: Int32Array
  private readonly ends: Int32Array
  private readonly labels: readonly Uint8Array[]
  private readonly end: Uint8Array
  /**
   * How many rows `repeat` tries to write: twice as many as the last time, because all that follow a value of another width are written
   * for nothing.
   */
  private attempt = MAX_REPEATED_ROWS

  constructor(private readonly form: RowForm) {
    const fields = form.labels.length
    this.labels = form.labels.map((label) => Buffer.from(label, 'latin1'))
    this.end = Buffer.from(form.end, 'latin1')
    const fixedLength = form.begin.length + TIMESTAMP_LENGTH + form.labels.join('').length + form.end.length
    this.text = Buffer.alloc(fixedLength + fields * MAX_NUMBER_LENGTH)
    this.view = viewOf(this.text)
    this.text.write(form.begin, 'latin1')
    this.bytes = this.text
    this.values = new Float64Array(fields)
    this.widths = new Int32Array(fields)
    this.ends = new Int32Array(fields)
  }

  /** Writes a row whole. */
  write({ minutes, columns }: ColumnRows, row: number): void {
    let at = this.writeTimestamp(minutes[row] ?? Number.NaN)
    this.labels.forEach((label, field) => {
      this.text.set(label, at)
      at = this.writeValue(field, columns[field]?.[row] ?? Number.NaN, at + label.length)
    })
    this.text.set(this.end, at)
    this.bytes = this.text.subarray(0, at + this.end.length)
  }

  /** Writes `YYYY-MM-DDTHH:MM:00.000Z` (API-13). Returns the offset after it. */
  private writeTimestamp(minute: Minute): number {
    const begin = this.form.begin.length
    const day = dayOf(minute)
    this.dayBegin = day * DAY_MINUTES
    this.text.write(`${isoOfDay(day)}${MIDNIGHT}`, begin, 'latin1')
    putTime(this.view, begin, minute - this.dayBegin)
    return begin + TIMESTAMP_LENGTH
  }

  private writeValue(field: number, value: number, at: number): number {
    const width = widthCodeOf(value)
    const written =
      width > 0 ? width : this.text.write(width === MISSING_WIDTH ? this.form.missing : `${value}`, at, 'latin1')
    const end = at + written
    if (width > 0) putDigits(this.text, end, width, value)
    this.values[field] = value
    this.widths[field] = width
    this.ends[field] = end
    return end
  }

  /**
   * Writes the rows from `from` on that follow the one of the last `write`, as long as they are of the same day and each value has as
   * many digits as in that row. Returns how many these are; each takes `bytes.length` bytes.
   */
  repeat({ minutes, columns }: ColumnRows, from: number, { text, view, at, rows }: RowSpace): number {
    const rowLength = this.bytes.length
    let count = this.rowsOfDay(minutes, from, Math.min(rows, this.attempt))
    if (count > 0) copyRow(this.bytes, text, at, count)
    for (const [field, column] of columns.entries()) {
      const end = at + (this.ends[field] ?? 0)
      count = this.repeatField(field, { text, view, end, rowLength, column, from, count })
    }
    const begin = at + this.form.begin.length
    for (let row = 0; row < count; row++)
      putTime(view, begin + row * rowLength, (minutes[from + row] as number) - this.dayBegin)
    this.attempt = Math.min(MAX_REPEATED_ROWS, 2 * count + 2)
    return count
  }

  /** The number of rows, up to `most`, of the day that is written in the row. */
  private rowsOfDay(minutes: Int32Array, from: number, most: number): number {
    let count = Math.min(most, minutes.length - from)
    while (count > 0 && !((minutes[from + count - 1] as number) < this.dayBegin + DAY_MINUTES)) count--
    return count
  }

  private repeatField(field: number, place: RepeatedField): number {
    const width = this.widths[field] ?? OTHER_WIDTH
    if (width === MISSING_WIDTH) return repeatMissing(place)
    return width === OTHER_WIDTH ? 0 : repeatNumbers(place, width, this.values[field] ?? Number.NaN)
  }
}

function putTime(text: DataView, begin: number, minuteOfDay: number): void {
  const hour = (minuteOfDay / HOUR_MINUTES) | 0
  putPairAtOnce(text, begin + HOUR_END, hour)
  putPairAtOnce(text, begin + MINUTE_END, minuteOfDay - hour * HOUR_MINUTES)
}

/** Doubling the copies needs few calls, each of which costs as much as a row. */
function copyRow(row: Uint8Array, text: Uint8Array, at: number, count: number): void {
  text.set(row, at)
  for (let copies = 1; copies < count; copies *= 2)
    text.copyWithin(at + copies * row.length, at, at + Math.min(copies, count - copies) * row.length)
}
