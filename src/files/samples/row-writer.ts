// Writes export rows as text, fast. An export has up to millions of rows, and building each from strings would take most of its time. So
// each row is written straight into the bytes that are sent, and what all rows of a day share is prepared once. Rows that have as many digits
// in each value as the row before are copies of it, in which only digits are overwritten: that takes half of the time where it goes on for
// hundreds of rows, and several times as long where it ends after a few. So it is tried less and less often while it ends early. The first
// value, the players, changes its number of digits most: where only that one does, the rest of the row is copied.
import { DAY_MINUTES, dayOf, HOUR_MINUTES, isoOfDay, type Minute } from '../../domain/clock.js'
import { FixedText, putCount, putPair } from '../digits.js'
import { countMissing, countOfWidth, type RepeatedField, repeatNumbers } from './repeat-fields.js'

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
  /** Whether the first value had another number of digits before the end of the rows that were tried the last time. */
  private doesFirstVary = false
  /** Of the repeated rows, where they differ. One more is read. */
  private readonly rowLengths = new Int32Array(MAX_REPEATED_ROWS + 1)
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
      const repeated = this.repeat(rows, row, until, { ...space, at, rowLength: at - begin })
      row += repeated.count
      at = repeated.at
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
      if (isCount(value)) {
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
   * Writes rows before `until` that follow the one that ends at `at`, as long as each value but the first has as many digits as in that
   * row: as copies of it, in which the digits are overwritten, one field after the other (repeat-fields.ts). Returns how many these are, and
   * the offset after them.
   */
  private repeat(
    rows: ColumnRows,
    from: number,
    until: number,
    place: CopiedRow,
  ): { readonly count: number; readonly at: number } {
    const { text, at, rowLength, limit } = place
    const most = Math.min(this.attempt, until - from, Math.ceil((limit - at) / rowLength))
    if (most <= 0) return { count: 0, at }
    const alike = this.doesFirstVary ? this.countAlike(rows, from, most) : most
    const areAlike = alike === most || alike >= MIN_REPEATED_ROWS
    const tried = areAlike ? this.copyRows(place, alike) : this.copyRests(rows, from, most, place)
    const lengths = areAlike ? rowLength : this.rowLengths
    const firstEnd = at + (areAlike ? rowLength : (this.rowLengths[0] as number)) - rowLength
    let count = tried
    for (let field = areAlike ? 0 : 1; field < rows.columns.length; field++) {
      const [column, end] = [rows.columns[field] as Float64Array, firstEnd + (this.ends[field] as number)]
      count = this.repeatField(field, { text, end, rowLengths: lengths, column, from, count })
      if (field === 0) this.doesFirstVary = count < most
    }
    if (areAlike) this.putTimes(rows, from, count, place)
    this.attempt = Math.min(MAX_REPEATED_ROWS, 2 * (count === tried ? this.attempt : count) + 2)
    this.notePause(count, tried)
    return { count, at: at + (areAlike ? count * rowLength : sumOf(this.rowLengths, count)) }
  }

  /** How many rows, up to `most`, have a first value of as many digits as the row before them. */
  private countAlike({ columns: [first] }: ColumnRows, from: number, most: number): number {
    if (first === undefined) return 0
    const width = this.widths[0] ?? OTHER_WIDTH
    return width === MISSING_WIDTH ? countMissing(first, from, most) : countOfWidth(first, from, most, width)
  }

  /** Doubling the copies needs few calls, each of which costs as much as a row. */
  private copyRows({ text: { buffer, byteOffset }, at, rowLength }: CopiedRow, copies: number): number {
    const bytes = new Uint8Array(buffer, byteOffset)
    const begin = at - rowLength
    for (let rows = 1; rows <= copies; rows *= 2)
      bytes.copyWithin(begin + rows * rowLength, begin, begin + Math.min(rows, copies + 1 - rows) * rowLength)
    return copies
  }

  private putTimes({ minutes }: ColumnRows, from: number, count: number, { text, at, rowLength }: CopiedRow): void {
    for (let row = 0; row < count; row++) this.putTime(text, at + row * rowLength, minutes[from + row] as number)
  }

  /** Writes the time and the first value of each row, and copies the rest. Returns the number of rows, which ends at one without a count. */
  private copyRests({ minutes, columns }: ColumnRows, from: number, most: number, place: CopiedRow): number {
    const { text, limit, rowLength } = place
    const first = columns[0] as Float64Array
    const rest = place.at - rowLength + (this.ends[0] ?? 0)
    const restLength = place.at - rest
    let { at } = place
    for (let row = 0; row < most; row++) {
      const value = first[from + row] as number
      if (at >= limit || !isCount(value)) return row
      const begin = at
      at = this.start.put(text, begin)
      this.putTime(text, begin, minutes[from + row] as number)
      at = putCount(text, at, value)
      // As numbers of eight bytes, see FixedText.
      for (let byte = 0; byte < restLength; byte += 8) text.setFloat64(at + byte, text.getFloat64(rest + byte))
      at += restLength
      this.rowLengths[row] = at - begin
    }
    return most
  }

  private repeatField(field: number, place: RepeatedField): number {
    const width = this.widths[field] ?? OTHER_WIDTH
    if (width === MISSING_WIDTH) return countMissing(place.column, place.from, place.count)
    return width === OTHER_WIDTH ? 0 : repeatNumbers(place, width, this.values[field] ?? Number.NaN)
  }
}

/** A row that was written, and the space after it. */
interface CopiedRow extends RowSpace {
  /** In bytes. */
  readonly rowLength: number
}

const isCount = (value: number): boolean =>
  value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value

function sumOf(lengths: Int32Array, count: number): number {
  let sum = 0
  for (let row = 0; row < count; row++) sum += lengths[row] as number
  return sum
}
