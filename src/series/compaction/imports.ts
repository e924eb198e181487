// Compacts imports and corrections into their weeks at once, so that a year takes no more space than it will in the
// end.
import { WEEK_MINUTES } from '../../domain/clock.js'
import type { HistoryRewrite } from '../../domain/ports/events.js'
import type { ImportCount, PreparedBlock } from '../../domain/ports/series.js'
import type { Block } from '../../domain/sample.js'
import { cut, split } from '../blocks.js'
import type { SeriesMemory } from '../memory.js'
import type { WeekReader } from '../reading/weeks.js'
import type { ImportCadences } from '../tables/import-cadences.js'
import { type Directory, weekOf } from '../tables/keys.js'
import type { Segments } from '../tables/segments.js'
import type { WeekCompactor } from './week-compactor.js'

/**
 * Must be called inside a transaction. `cadences`: for each row its spacing in the file; without them, the rows count as
 * sampled.
 */
export type Importer = (block: PreparedBlock, cadences?: Int32Array) => ImportCount

/** What an event of the import says of its samples. */
export const sameSamples = ({ imported, corrected }: ImportCount): Pick<HistoryRewrite, 'hasSameSamples'> =>
  imported + corrected === 0 ? { hasSameSamples: true } : {}

export interface ImportDeps {
  readonly memory: SeriesMemory
  readonly compact: WeekCompactor
  readonly cadences: ImportCadences
  readonly weeks: WeekReader
  readonly directory: Pick<Directory, 'find'>
  readonly segments: Pick<Segments, 'requireWritable'>
}

export function importer({ memory, compact, cadences, weeks, directory, segments }: ImportDeps): Importer {
  /** Returns whether rows have another cadence than before. */
  const assign = (imported: Block, ofRows: Int32Array): boolean => {
    const { universeId, minutes } = imported
    const [from, until] = [minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1]
    const place = directory.find(universeId)
    // Checked first: otherwise writing the cadences would fail with an error of SQLite that names no game.
    if (place !== undefined) segments.requireWritable({ number: place.number, universeId, week: weekOf(from) })
    const stored = cut(weeks.read(universeId, weekOf(from)), from, until).minutes
    return cadences.assign({ universeId, minutes, cadences: ofRows }, stored)
  }

  return (block, ofRows) => {
    const { universeId } = block
    const total = { imported: 0, corrected: 0, unchanged: 0 }
    const open = memory.sync()
    let row = 0
    for (const imported of split(block, WEEK_MINUTES)) {
      const hasNewCadences =
        ofRows !== undefined && assign(imported, ofRows.subarray(row, row + imported.minutes.length))
      row += imported.minutes.length
      const [from, until] = [imported.minutes[0] ?? 0, imported.minutes.at(-1) ?? 0]
      const count = compact({
        universeId,
        week: weekOf(from),
        open: open.block(universeId, from, until + 1),
        imported,
        hasNewCadences,
        // It was made of the block as a whole.
        encoded: imported === block ? block.encoded : undefined,
      })
      total.imported += count.imported
      total.corrected += count.corrected
      total.unchanged += count.unchanged
    }
    return total
  }
}
