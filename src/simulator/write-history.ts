// Writes a past for the demo: the world's values, through the normal store, one day of one universe at a time.
import { DAY_MINUTES, dayOf, type Minute } from '../domain/clock.js'
import { MEASURE_NAMES } from '../domain/measures.js'
import type { SeriesStore } from '../domain/ports/series.js'
import { type Block, emptyBlock, type Measurements } from '../domain/sample.js'
import type { World } from './world/world.js'

/** Writes the minutes `from` ≤ m < `until` of all games; `progress` receives the completed fraction, from 0 to 1. */
export async function writeHistory(
  series: Pick<SeriesStore, 'importBlock'>,
  world: World,
  { from, until, progress }: { from: Minute; until: Minute; progress: (part: number) => void },
): Promise<void> {
  const [firstDay, lastDay] = [dayOf(from), dayOf(until - 1)]
  for (let day = firstDay; day <= lastDay; day++) {
    const [start, end] = [Math.max(from, day * DAY_MINUTES), Math.min(until, (day + 1) * DAY_MINUTES)]
    for (const { universeId } of world.games) await series.importBlock(blockOf(world, universeId, start, end))
    progress((day - firstDay + 1) / (lastDay - firstDay + 1))
  }
}

function blockOf(world: World, universeId: number, start: Minute, end: Minute): Block {
  const block = emptyBlock(universeId, end - start)
  for (let row = 0; row < end - start; row++) {
    // The world has no past values for columns that only the platform's responses fill.
    const stats: Partial<Measurements> = world.statsAt(universeId, start + row)
    block.minutes[row] = start + row
    for (const name of MEASURE_NAMES) block.columns[name][row] = stats[name] ?? Number.NaN
  }
  return block
}
