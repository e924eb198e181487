// The rows of an export: those of its blocks, with the revenue of a day in the first one of the day (DATA-12).
import { DAY_MINUTES, dayOf } from '../../domain/clock.js'
import { MEASURE_NAMES } from '../../domain/measures.js'
import { revenueReader } from '../../domain/revenue.js'
import { type Block, rowAt } from '../../domain/sample.js'
import type { Pieces } from '../pieces.js'
import { type ColumnRows, type RowForm, RowWriter } from './row-writer.js'

export class SampleRows {
  private readonly writer: RowWriter
  private readonly revenueAt: ReturnType<typeof revenueReader>

  /** `formOf` gives the form of a row with a revenue, and of one without. */
  constructor(
    private readonly formOf: (revenue: number | undefined) => RowForm,
    revenue: ReadonlyMap<number, number>,
  ) {
    this.writer = new RowWriter(formOf(undefined))
    this.revenueAt = revenueReader(revenue)
  }

  /** Adds rows of the block, from `row` on, until the piece is full or they end. Returns the row after them. */
  put(output: Pieces, { minutes, columns }: Block, row: number): number {
    const rows: ColumnRows = { minutes, columns: MEASURE_NAMES.map((name) => columns[name]) }
    let next = row
    while (next < minutes.length && !output.isFull) {
      const minute = minutes[next] ?? Number.NaN
      const revenue = this.revenueAt(minute)
      const [writer, until] =
        revenue === undefined
          ? [this.writer, rowAt(minutes, (dayOf(minute) + 1) * DAY_MINUTES)]
          : [new RowWriter(this.formOf(revenue)), next + 1]
      next = output.putRows(writer, rows, next, until)
    }
    return next
  }
}
