// Writes an import in one transaction: its weeks, the gaps that it fills, and their events.
import type { SeriesStore } from '../../../../domain/ports/series.js'
import { MAX_REACH } from '../../../../domain/rules/cadence.js'
import { sameSamples } from '../../../../series/compaction/imports.js'
import { weekOf } from '../../../../series/tables/keys.js'
import type { Connection } from '../../connection.js'
import type { SeriesCalls } from '../calls.js'
import type { RowRequest } from '../loading/row-requests.js'
import { gapEvents } from './gap-events.js'

export interface ImportWriterDeps {
  readonly connection: Connection
  readonly calls: SeriesCalls
}

export const importWriter =
  ({ calls }: ImportWriterDeps): SeriesStore['importBlock'] =>
  (block, ofRows, stored = 'at once') => {
    const { universeId, minutes } = block
    const [from, until] = [minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1]
    const weeks = { universeId, from: weekOf(from), until: weekOf(until - 1) }
    const needs: RowRequest[] = [
      { what: 'base' },
      { what: 'weeks' },
      { what: 'hours' },
      { what: 'segments', ...weeks },
      { what: 'rollups', ...weeks },
      { what: 'gaps', from: from - MAX_REACH },
      { what: 'head rows', from, until },
    ]
    return calls.write({ universeIds: [universeId], needs }, async (call) => {
      const { engine, attempt, transaction } = call
      // A crash of the server may undo it, together with all later writes that do not wait for the disk either.
      if (stored === 'with the next write') await transaction.run('SET LOCAL synchronous_commit = off')
      const count = await attempt(() => engine.importBlock(block, ofRows))
      const changed = await attempt(() => engine.gaps.cut(universeId, minutes))
      if (changed !== undefined) await gapEvents(call).recheck(universeId, changed.from, changed.until)
      transaction.publish({ type: 'history rewritten', universeId, from, until, ...sameSamples(count) })
      return count
    })
  }
