// What files of samples hold: the rows of an import and the series of an export; and what is wrong with a file.
import { type HeadcountError, rejection } from './error.js'
import type { Game } from './game.js'

import type { DateRange } from './rules/date-range.js'
import type { Block, Sample } from './sample.js'

/** One line of a file, parsed and validated as far as is possible without the other lines. */
export interface ImportRow {
  /** The line number in the file, from 1, the header included. */
  readonly line: number
  readonly sample: Sample
  readonly revenue: number | null
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
