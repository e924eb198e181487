// A game's series over a range of days, as an export hands it out.
import type { Game } from './game.js'
import type { DateRange } from './rules/date-range.js'
import type { Block } from './sample.js'

export interface SampleExport {
  readonly game: Game
  readonly range: DateRange
  /** Oldest first. */
  readonly blocks: AsyncIterable<Block>
  /** The account's own, by day number; only days that have any. */
  readonly revenue: ReadonlyMap<number, number>
}
