// The series of a game over a range of days, for an export.
import type { Game } from './game.js'
import type { DateRange } from './rules/date-range.js'
import type { Block } from './sample.js'

export interface SampleExport {
  readonly game: Game
  readonly range: DateRange
  /** Oldest first. */
  readonly blocks: AsyncIterable<Block>
  /** The revenue of the account's game by day number; days without revenue are omitted. */
  readonly revenue: ReadonlyMap<number, number>
}
