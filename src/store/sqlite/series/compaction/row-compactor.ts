// Compacts head rows into segments, a few milliseconds at a time. After a crash the remaining rows are compacted again.
import { type Minute, WEEK_MINUTES } from '../../../../domain/clock.js'
import { split } from '../../../../series/blocks.js'
import type { WeekCompactor } from '../../../../series/compaction/week-compactor.js'
import type { HeadRows } from '../../../../series/head-rows.js'
import { weekOf } from '../../../../series/tables/keys.js'
import { type Connection, isOfWholeFile } from '../../connection.js'
import { withCheckpoints } from './checkpoints.js'
import { type Slices, slices } from './slices.js'

export interface CompactionRun {
  readonly rows: HeadRows
  /** Only rows before this minute are compacted. */
  readonly until: Minute
  readonly signal?: AbortSignal
  /**
   * Called inside each transaction. Returns whether other rows before `until` appeared in the meantime, so that none
   * may be deleted.
   */
  readonly isDisturbed: () => boolean
  /** Called for a universe that cannot be compacted: its rows stay, and the others are still compacted. */
  readonly failed: (universeId: number, error: unknown) => void
  /** Called after the compaction, before the first row is deleted. */
  readonly beforeDeleting?: () => void
  readonly onDeleted?: (rows: number) => void
}

/**
 * Returns the universes whose rows before `until` stay; those of all others are compacted and deleted. Undefined where
 * the run was aborted or disturbed.
 */
export type RowCompactor = (run: CompactionRun) => Promise<ReadonlySet<number> | undefined>

/** The table of the rows. */
export interface RowRemover {
  /**
   * Deletes the rows of a minute, except those of the universes in `left`. Returns false, and deletes nothing, where
   * these are not `count` rows: one that was added in the meantime must not be deleted.
   */
  remove(minute: Minute, count: number, left: ReadonlySet<number>): boolean
}

export function createRowCompactor(connection: Connection, compact: WeekCompactor, table: RowRemover): RowCompactor {
  const compactAll = rowCompaction(connection, compact)
  return (run) =>
    withCheckpoints(connection, async (checkpoint) => {
      const inSlices = slices(connection, checkpoint, run.signal)
      const { compacted, left } = await compactAll(run, inSlices)
      if (compacted === undefined) return undefined
      if (compacted.size === 0) return left
      run.beforeDeleting?.()
      const minutes = [...compacted].sort(([a], [b]) => a - b)
      const isWhole = await inSlices.each(minutes, ([minute, count]) => {
        if (run.isDisturbed() || !table.remove(minute, count, left)) return false
        run.onDeleted?.(count)
        return true
      })
      return isWhole ? left : undefined
    })
}

function rowCompaction({ raw }: Connection, compact: WeekCompactor) {
  // A savepoint inside the transaction of the slice: a universe is compacted as a whole or not at all.
  const compactOne = raw.transaction((universeId: number, rows: ReturnType<HeadRows['block']>) => {
    for (const open of split(rows, WEEK_MINUTES)) compact({ universeId, week: weekOf(open.minutes[0] ?? 0), open })
  })

  /** `compacted` is undefined where the signal aborted the run. */
  return async ({ rows, until, failed }: CompactionRun, inSlices: Slices) => {
    const left = new Set<number>()
    // How many rows of each minute are in segments or were dropped; a thinned week takes no late rows.
    const compacted = new Map<Minute, number>()
    const ids = rows.ids().sort((a, b) => a - b)
    const isWhole = await inSlices.each(ids, (universeId) => {
      const open = rows.block(universeId, Number.MIN_SAFE_INTEGER, until)
      if (open.minutes.length === 0) return true
      try {
        compactOne(universeId, open)
      } catch (error) {
        if (isOfWholeFile(raw, error)) throw error
        left.add(universeId)
        failed(universeId, error)
        return true
      }
      for (const minute of open.minutes) compacted.set(minute, (compacted.get(minute) ?? 0) + 1)
      return true
    })
    return { left, compacted: isWhole ? compacted : undefined }
  }
}
