// Writes export rows as text, fast. An export has up to millions of rows, and building each from strings would take most of its time. So
// each row is written straight into the bytes that are sent, and what all rows of a day share is prepared once. Rows that have as many digits
// in each value as the row before are copies of it, in which only digits are overwritten: that takes half of the time where it goes on for
// hundreds of rows, and several times as long where it ends after a few. So it is tried less and less often while it ends early.
import { DAY_MINUTES, dayOf, HOUR_MINUTES, isoOfDay, type Minute } from '../../domain/clock.js'
import { FixedText, putCount, putPair } from '../digits.js'
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

/** Where rows are written. */
export interface RowSpace {
  readonly text: DataView
  readonly at: number
  /** No row begins at this offset or after it. Those that begin before it must fit. */
  readonly limit: number
}

const HOUR_OFFSET = 'YYYY-MM-DDT'.length
const MINUTE_OFFSET = 'YYYY-MM-DDTHH:'.length

/** The width that marks a missing value. */
const MISSING_WIDTH = -1
/** The width that marks a number that is no count, such as a fraction. */
const OTHER_WIDTH = -2
/** Together they fit into the fastest cache of a processor. */
const MAX_REPEATED_ROWS = 256
/** Where values change their number of digits more often than that, repeating rows takes longer than writing each of them. */
const MIN_REPEATED_ROWS = 24

export class RowWriter {
  private readonly labels: readonly FixedText[]
  private readonly missing: FixedText
  private readonly end: FixedText
  /** What precedes the first value in each row of a day, with a time that is overwritten. */
  private start = new FixedText('')
  private dayBegin = Number.NaN
  // The fields of the row that was written last: their values, their widths, and where they end in the row.
  private readonly values: Float64Array
  private readonly widths: Int32Array
  private readonly ends: Int32Array
  /** How many rows `repeat` tries to write: two more than twice those of the last time, because what follows a value of another width is wasted. */
  private attempt = MAX_REPEATED_ROWS
  /** How many rows are written one by one before it is tried again: twice as many each time that there was little to repeat. */
  private pause = 0
  private lastPause = 0

  constructor(private readonly form: RowForm) {
    this.labels = form.labels.map((label) => new FixedText(label))
    this.missing = new FixedText(form.missing)
    this.end = new FixedText(form.end)
    this.values = new Float64Array(form.labels.length)
    this.widths = new Int32Array(form.labels.length)
    this.ends = new Int32Array(form.labels.length)
  }

  /** Writes rows of one UTC day, from `from` on and before `until`, while there is space. Returns the offset and the row after the last one. */
  write(rows: ColumnRows, from: number, until: number, space: RowSpace): { readonly at: number; readonly row: number } {
    let { at } = space
    let row = from
    this.beginDay(rows.minutes[from] ?? Number.NaN)
    while (row < until && at < space.limit) {
      const begin = at
      at = this.putRow(space.text, begin, rows, row++)
      if (this.pause-- > 0) continue
      const most = Math.min(until - row, Math.floor((space.limit - at) / (at - begin)))
      const tried = Math.min(most, this.attempt)
      const count = this.repeat(rows, row, most, { ...space, at: begin, rowLength: at - begin })
      this.notePause(count, tried)
      row += count
      at += count * (at - begin)
    }
    return { at, row }
  }

  /** Where all that was tried could be repeated, more is tried next; until these are enough rows, the last pause is remembered. */
  private notePause(count: number, tried: number): void {
    if (count >= MIN_REPEATED_ROWS) this.lastPause = 0
    else if (count < tried) this.lastPause = Math.min(MAX_REPEATED_ROWS, 2 * this.lastPause + 2)
    this.pause = count < tried ? this.lastPause : 0
  }

  private beginDay(minute: Minute): void {
    const day = dayOf(minute)
    if (day * DAY_MINUTES === this.dayBegin) return
    this.dayBegin = day * DAY_MINUTES
    this.start = new FixedText(`${this.form.begin}${isoOfDay(day)}T00:00:00.000Z${this.form.labels[0] ?? ''}`)
  }

  /** Returns the offset after the row. */
  private putRow(text: DataView, begin: number, { minutes, columns }: ColumnRows, row: number): number {
    const { labels, values, widths, ends } = this
    let at = this.start.put(text, begin)
    this.putTime(text, begin, minutes[row] as number)
    // `as` asserts that the index is within bounds: a check of each value would cost as much as writing it.
    for (let field = 0; field < columns.length; field++) {
      if (field > 0) at = (labels[field] as FixedText).put(text, at)
      const value = (columns[field] as Float64Array)[row] as number
      values[field] = value
      if (value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value) {
        const end = putCount(text, at, value)
        widths[field] = end - at
        at = end
      } else {
        widths[field] = Number.isNaN(value) ? MISSING_WIDTH : OTHER_WIDTH
        at = (Number.isNaN(value) ? this.missing : new FixedText(`${value}`)).put(text, at)
      }
      ends[field] = at - begin
    }
    return this.end.put(text, at)
  }

  /** Writes `YYYY-MM-DDTHH:MM:00.000Z` (API-13), of which the date is there. */
  private putTime(text: DataView, begin: number, minute: Minute): void {
    const at = begin + this.form.begin.length
    const minuteOfDay = minute - this.dayBegin
    const hour = (minuteOfDay / HOUR_MINUTES) | 0
    putPair(text, at + HOUR_OFFSET, hour)
    putPair(text, at + MINUTE_OFFSET, minuteOfDay - hour * HOUR_MINUTES)
  }

  /**
   * Writes up to `most` rows that follow the row at `at`, as long as each value has as many digits as in that row: as copies of it, in
   * which the digits are overwritten, one field after the other (repeat-fields.ts). Returns how many these are.
   */
  private repeat(
    { minutes, columns }: ColumnRows,
    from: number,
    most: number,
    { text, at, rowLength }: CopiedRow,
  ): number {
    let count = Math.min(most, this.attempt)
    if (count <= 0) return 0
    copyRow(text, at, rowLength, count)
    const begin = at + rowLength
    for (const [field, column] of columns.entries()) {
      const end = begin + (this.ends[field] ?? 0)
      count = this.repeatField(field, { text, end, rowLength, column, from, count })
    }
    for (let row = 0; row < count; row++) this.putTime(text, begin + row * rowLength, minutes[from + row] as number)
    this.attempt = Math.min(MAX_REPEATED_ROWS, 2 * count + 2)
    return count
  }

  private repeatField(field: number, place: RepeatedField): number {
    const width = this.widths[field] ?? OTHER_WIDTH
    if (width === MISSING_WIDTH) return repeatMissing(place)
    return width === OTHER_WIDTH ? 0 : repeatNumbers(place, width, this.values[field] ?? Number.NaN)
  }
}

interface CopiedRow {
  readonly text: DataView
  /** Where the row begins. */
  readonly at: number
  readonly rowLength: number
}

/** Doubling the copies needs few calls, each of which costs as much as a row. */
function copyRow({ buffer, byteOffset }: DataView, at: number, rowLength: number, copies: number): void {
  const bytes = new Uint8Array(buffer, byteOffset)
  for (let rows = 1; rows <= copies; rows *= 2)
    bytes.copyWithin(at + rows * rowLength, at, at + Math.min(rows, copies + 1 - rows) * rowLength)
}
