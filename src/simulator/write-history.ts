// Writes a past for the demo: the world's values, through the normal store, one week of one universe at a time, because
// the store compresses whole weeks.
import { type Minute, WEEK_MINUTES } from '../domain/clock.js'
import { MEASURE_NAMES } from '../domain/measures.js'
import type { SeriesStore } from '../domain/ports/series.js'
import { type Block, emptyBlock, type Measurements } from '../domain/sample.js'
import type { World } from './world/world.js'

export interface HistoryOptions {
  readonly from: Minute
  readonly until: Minute
  /** Whether the game with this index has no sample in this minute. */
  readonly isMissing?: (index: number, minute: Minute) => boolean
  /** Receives the completed fraction, from 0 to 1. */
  readonly progress: (part: number) => void
}

/** Writes the minutes `from` ≤ m < `until` of all games. */
export async function writeHistory(
  series: Pick<SeriesStore, 'importBlock'>,
  world: World,
  { from, until, isMissing = () => false, progress }: HistoryOptions,
): Promise<void> {
  const weeks = [...weeksOf(from, until)]
  for (const [done, { start, end }] of weeks.entries()) {
    for (const [index, { universeId }] of world.games.entries()) {
      const minutes = Array.from({ length: end - start }, (_, row) => start + row)
      const measured = minutes.filter((minute) => !isMissing(index, minute))
      if (measured.length > 0) await series.importBlock(blockOf(world, universeId, measured))
      progress((done + (index + 1) / world.games.length) / weeks.length)
    }
  }
}

function* weeksOf(from: Minute, until: Minute): Iterable<{ readonly start: Minute; readonly end: Minute }> {
  for (let start = from; start < until; ) {
    const end = Math.min(until, (Math.floor(start / WEEK_MINUTES) + 1) * WEEK_MINUTES)
    yield { start, end }
    start = end
  }
}

function blockOf(world: World, universeId: number, minutes: readonly Minute[]): Block {
  const block = emptyBlock(universeId, minutes.length)
  for (const [row, minute] of minutes.entries()) {
    // The world has no past values for columns that only the platform's responses fill.
    const stats: Partial<Measurements> = world.statsAt(universeId, minute)
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = stats[name] ?? Number.NaN
  }
  return block
}
