// Collects the samples of a file in file order, in typed arrays of 48 bytes per sample; objects would need four times
// as much.
import { WEEK_MINUTES } from '../../domain/clock.js'
import { MEASURE_NAMES, ROW_WIDTH } from '../../domain/measures.js'
import { type Block, columnsOf } from '../../domain/sample.js'

const INITIAL_BUFFER_CAPACITY = 64

export class SampleBuffer {
  private data = new Float64Array(INITIAL_BUFFER_CAPACITY * ROW_WIDTH)
  private count = 0
  private isAscending = true
  /** The rows in order of time, once no more are added. */
  private sorted: Int32Array | undefined
  private minuteList: Int32Array | undefined

  constructor(private readonly universeId: number) {}

  get firstMinute(): number {
    return this.data[0] ?? 0
  }

  /** Copies the minute and the measures that begin there. `as number`: the index is within bounds. */
  add(values: Float64Array, from: number): void {
    this.sorted = undefined
    this.minuteList = undefined
    const at = this.count++ * ROW_WIDTH
    if (at === this.data.length) {
      const maxLength = at < WEEK_MINUTES * ROW_WIDTH ? WEEK_MINUTES * ROW_WIDTH : Number.POSITIVE_INFINITY
      const larger = new Float64Array(Math.min(at * 4, maxLength))
      larger.set(this.data)
      this.data = larger
    }
    if (at > 0 && (values[from] as number) <= (this.data[at - ROW_WIDTH] as number)) this.isAscending = false
    for (let index = 0; index < ROW_WIDTH; index++) this.data[at + index] = values[from + index] as number
  }

  /** The minutes of the rows, ascending, each once. */
  minutes(): Int32Array {
    this.minuteList ??= this.listMinutes()
    return this.minuteList
  }

  private listMinutes(): Int32Array {
    const order = this.order()
    const minutes = new Int32Array(this.length)
    for (let row = 0; row < minutes.length; row++) minutes[row] = this.data[offsetOf(order, row)] ?? 0
    return minutes
  }

  /** The number of different minutes. */
  get length(): number {
    return this.order()?.length ?? this.count
  }

  /** How many rows another row of the same minute replaces. */
  get replaced(): number {
    return this.count - this.length
  }

  /** Oldest first; of two rows for the same minute, the later row is used. */
  block(): Block {
    const order = this.order()
    const { data } = this
    const minutes = this.minutes()
    const column = (index: number): Float64Array => {
      const values = new Float64Array(minutes.length)
      for (let row = 0; row < values.length; row++) values[row] = data[offsetOf(order, row) + 1 + index] as number
      return values
    }
    return {
      universeId: this.universeId,
      minutes,
      columns: columnsOf((name) => column(MEASURE_NAMES.indexOf(name))),
    }
  }

  /** Undefined where the rows are in order of time already. */
  private order(): Int32Array | undefined {
    if (this.isAscending) return undefined
    this.sorted ??= this.sort()
    return this.sorted
  }

  private sort(): Int32Array {
    const all = Int32Array.from({ length: this.count }, (_, row) => row)
    const minuteOf = (row: number | undefined): number => this.data[(row ?? -1) * ROW_WIDTH] ?? Number.NaN
    // The sort is stable: rows of one minute keep the order of the file.
    return all
      .sort((a, b) => minuteOf(a) - minuteOf(b) || a - b)
      .filter((row, at, sorted) => minuteOf(row) !== minuteOf(sorted[at + 1]))
  }
}

const offsetOf = (order: Int32Array | undefined, row: number): number =>
  (order === undefined ? row : (order[row] ?? 0)) * ROW_WIDTH
