// What files of samples hold: the rows of an import and the series of an export; and what is wrong with a file.
import { type HeadcountError, rejection } from './error.js'
import type { Game } from './game.js'
import { MEASURE_NAMES, ROW_WIDTH } from './measures.js'
import type { DateRange } from './rules/date-range.js'
import type { Block, Sample } from './sample.js'

/** Of one file: they need less than a gigabyte of memory. */
export const MAX_IMPORT_ROWS = 10_000_000

/** One line of a file, parsed and validated as far as is possible without the other lines. */
export interface ImportRow {
  /** The line number in the file, from 1, the header included. */
  readonly line: number
  readonly sample: Sample
  readonly revenue: number | null
}

/** Where the numbers of a row begin that follow its minute and its measures. */
export const IMPORT_ROW = { line: ROW_WIDTH, universeId: ROW_WIDTH + 1, revenue: ROW_WIDTH + 2, width: ROW_WIDTH + 3 }

/** Rows of a file, in its order, in one typed array: making an object of each would take a third of an import's time. */
export class ImportRows {
  /** `IMPORT_ROW.width` numbers for each row: its minute, its measures, and those of IMPORT_ROW. NaN stands for null. */
  values = new Float64Array(IMPORT_ROW.width * 64)
  length = 0

  /** Makes room for one more row, and returns where its numbers begin; the row is there once `length` is increased. */
  reserve(): number {
    const at = this.length * IMPORT_ROW.width
    if (at === this.values.length) {
      const larger = new Float64Array(this.values.length * 4)
      larger.set(this.values)
      this.values = larger
    }
    return at
  }

  /** Counts the lines of all rows from a later place of the file. */
  moveLines(lines: number): void {
    const { values } = this
    const end = this.length * IMPORT_ROW.width
    for (let at = IMPORT_ROW.line; at < end; at += IMPORT_ROW.width) values[at] = (values[at] as number) + lines
  }

  add({ line, sample, revenue }: ImportRow): void {
    const at = this.reserve()
    this.values[at] = sample.minute
    MEASURE_NAMES.forEach((name, index) => {
      this.values[at + 1 + index] = sample[name] ?? Number.NaN
    })
    this.values[at + IMPORT_ROW.line] = line
    this.values[at + IMPORT_ROW.universeId] = sample.universeId
    this.values[at + IMPORT_ROW.revenue] = revenue ?? Number.NaN
    this.length++
  }
}

/** The series of a game over a range of days. */
export interface SampleExport {
  readonly game: Game
  readonly range: DateRange
  /** Oldest first. */
  readonly blocks: AsyncIterable<Block>
  /** The revenue of the account's game by day number; days without revenue are omitted. */
  readonly revenue: ReadonlyMap<number, number>
}

/** `what` continues the sentence about the line. */
export const badLine = (line: number, what: string): HeadcountError =>
  rejection('INVALID_PARAMETERS', { name: 'malformed line', facts: { line, problem: what } })

/** The first line of the file is not the expected header; it is undefined in an empty file. */
export const badHeader = (first: string | undefined, header: string): HeadcountError =>
  rejection('INVALID_PARAMETERS', { name: 'missing header', facts: { header, isEmpty: first === undefined } })
