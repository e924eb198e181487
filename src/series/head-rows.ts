// The samples of the open hours in memory, by universe. The table `tick_samples` has them by tick, because writing them by
// universe would cost more at every tick than the tick itself.
import type { Minute } from '../domain/clock.js'
import { MEASURE_NAMES, ROW_WIDTH } from '../domain/measures.js'
import { type Block, emptyBlock, type Measurements, type Sample } from '../domain/sample.js'
import type { TickSamples } from './codec/tick.js'

const INITIAL_CAPACITY = 16

/** One universe's rows, ascending by minute. */
class UniverseHeadRows {
  count = 0
  private data = new Float64Array(INITIAL_CAPACITY * ROW_WIDTH)

  minuteOf(row: number): Minute {
    return this.data[row * ROW_WIDTH] ?? 0
  }
  /** The index of the first row whose minute is not before `minute`. */
  rowAt(minute: Minute): number {
    if (this.count === 0 || this.minuteOf(this.count - 1) < minute) return this.count
    let [low, high] = [0, this.count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.minuteOf(middle) < minute) low = middle + 1
      else high = middle
    }
    return low
  }
  /** Makes room for a row of this minute. Returns its position in `data`, or −1 where there is a row of this minute. */
  place(minute: Minute): number {
    const row = this.rowAt(minute)
    if (row < this.count && this.minuteOf(row) === minute) return -1
    if ((this.count + 1) * ROW_WIDTH > this.data.length) {
      const larger = new Float64Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    const at = row * ROW_WIDTH
    // Nearly every row is the last one, and a call that moves nothing takes as long as writing the row.
    if (row < this.count) this.data.copyWithin(at + ROW_WIDTH, at, this.count * ROW_WIDTH)
    this.data[at] = minute
    this.count++
    return at
  }
  put(at: number, values: Measurements): void {
    let next = at
    for (const name of MEASURE_NAMES) this.data[++next] = values[name] ?? Number.NaN
  }
  putTickRow({ columns }: TickSamples, row: number, at: number): void {
    let next = at
    for (const name of MEASURE_NAMES) this.data[++next] = columns[name][row] ?? Number.NaN
  }
  putRow(at: number, row: HeadRow): void {
    for (let index = 1; index < ROW_WIDTH; index++) this.data[at + index] = row[index + 1] ?? Number.NaN
  }
  block(universeId: number, from: number, until: number): Block {
    const block = emptyBlock(universeId, Math.max(0, until - from))
    for (let row = 0; row < block.minutes.length; row++) block.minutes[row] = this.minuteOf(from + row)
    MEASURE_NAMES.forEach((name, index) => {
      const column = block.columns[name]
      for (let row = 0; row < column.length; row++) column[row] = this.data[(from + row) * ROW_WIDTH + 1 + index] ?? 0
    })
    return block
  }
  dropBefore(minute: Minute): void {
    const dropped = this.rowAt(minute)
    const rest = this.data.subarray(dropped * ROW_WIDTH, this.count * ROW_WIDTH)
    this.data = new Float64Array(Math.max(INITIAL_CAPACITY * ROW_WIDTH, rest.length))
    this.data.set(rest)
    this.count -= dropped
  }
}

/** The universe, the minute and the measures. */
export type HeadRow = readonly (number | null)[]

/** The head rows as readers see them. */
export interface HeadRowReader {
  /** The first and the last minute of the head rows of a universe. */
  range(universeId: number): { readonly first: Minute; readonly last: Minute } | undefined
  /** The same, where `first` may be earlier than the first row. */
  bounds(universeId: number): { readonly first: Minute; readonly last: Minute } | undefined
  block(universeId: number, from: Minute, until: Minute): Block
  has(universeId: number, from: Minute, until: Minute): boolean
}

export class HeadRows implements HeadRowReader {
  private readonly universes = new Map<number, UniverseHeadRows>()

  /** Returns whether the sample is new. */
  add(sample: Sample): boolean {
    const rows = this.rowsOf(sample.universeId)
    const at = rows.place(sample.minute)
    if (at < 0) return false
    rows.put(at, sample)
    return true
  }
  addTick(tick: TickSamples): void {
    for (let row = 0; row < tick.universeIds.length; row++) {
      const rows = this.rowsOf(tick.universeIds[row] ?? 0)
      const at = rows.place(tick.minute)
      if (at >= 0) rows.putTickRow(tick, row, at)
    }
  }
  addRow(row: HeadRow): void {
    const rows = this.rowsOf(row[0] ?? 0)
    const at = rows.place(row[1] ?? 0)
    if (at >= 0) rows.putRow(at, row)
  }
  private rowsOf(universeId: number): UniverseHeadRows {
    const known = this.universes.get(universeId)
    if (known !== undefined) return known
    const newRows = new UniverseHeadRows()
    this.universes.set(universeId, newRows)
    return newRows
  }

  ids(): number[] {
    return [...this.universes.keys()]
  }
  range(universeId: number) {
    const rows = this.universes.get(universeId)
    if (rows === undefined || rows.count === 0) return undefined
    return { first: rows.minuteOf(0), last: rows.minuteOf(rows.count - 1) }
  }
  bounds(universeId: number) {
    return this.range(universeId)
  }
  block(universeId: number, from: Minute, until: Minute): Block {
    const rows = this.universes.get(universeId)
    return rows === undefined ? emptyBlock(universeId, 0) : rows.block(universeId, rows.rowAt(from), rows.rowAt(until))
  }
  has(universeId: number, from: Minute, until: Minute): boolean {
    const rows = this.universes.get(universeId)
    return rows !== undefined && rows.rowAt(from) < rows.rowAt(until)
  }
  dropBefore(universeId: number, minute: Minute): void {
    const rows = this.universes.get(universeId)
    if (rows === undefined || rows.minuteOf(0) >= minute) return
    rows.dropBefore(minute)
    if (rows.count === 0) this.universes.delete(universeId)
  }
}
