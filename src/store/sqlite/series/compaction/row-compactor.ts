// Compacts head rows into segments, a few milliseconds at a time. After a crash the remaining rows are compacted again.
import { type Minute, WEEK_MINUTES } from '../../../../domain/clock.js'
import { type Connection, isOfWholeFile } from '../../connection.js'
import { split } from '../blocks.js'
import type { HeadRows } from '../head-rows.js'
import { weekOf } from '../tables/keys.js'
import { withCheckpoints } from './checkpoints.js'
import { type Slices, slices } from './slices.js'
import type { WeekCompactor } from './week-compactor.js'

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

/** The number of universes whose rows of a minute are deleted at once, which takes about a millisecond. */
const BATCH_SIZE = 1_000

/**
 * For a range of universes, how many rows of each minute are in segments or were dropped; a thinned week takes no late
 * rows.
 */
interface CompactedRange {
  readonly from: number
  readonly to: number
  readonly counts: Map<Minute, number>
}

export function createRowCompactor(connection: Connection, compact: WeekCompactor): RowCompactor {
  const compactAll = rowCompaction(connection, compact)
  const removeAll = rowRemoval(connection)
  return (run) =>
    withCheckpoints(connection, async (checkpoint) => {
      const inSlices = slices(connection, checkpoint, run.signal)
      const { compacted, left } = await compactAll(run, inSlices)
      if (compacted === undefined) return undefined
      if (compacted.length === 0) return left
      run.beforeDeleting?.()
      return (await removeAll(run, inSlices, { compacted, left })) ? left : undefined
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
    const compacted: CompactedRange[] = []
    const ids = rows.ids().sort((a, b) => a - b)
    const isWhole = await inSlices.each(ids.entries(), ([place, universeId]) => {
      if (place % BATCH_SIZE === 0)
        compacted.push({
          from: universeId,
          to: ids[place + BATCH_SIZE - 1] ?? Number.MAX_SAFE_INTEGER,
          counts: new Map(),
        })
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
      const counts = compacted.at(-1)?.counts
      for (const minute of open.minutes) counts?.set(minute, (counts.get(minute) ?? 0) + 1)
      return true
    })
    return { left, compacted: isWhole ? compacted.filter(({ counts }) => counts.size > 0) : undefined }
  }
}

function rowRemoval({ raw }: Connection) {
  const which = 'minute = ? AND universe_id BETWEEN ? AND ? AND universe_id NOT IN (SELECT value FROM json_each(?))'
  const present = raw
    .prepare<[Minute, number, number, string], number>(`SELECT count(*) FROM sample WHERE ${which}`)
    .pluck()
  const remove = raw.prepare<[Minute, number, number, string]>(`DELETE FROM sample WHERE ${which}`)

  return async (
    { isDisturbed, onDeleted }: CompactionRun,
    inSlices: Slices,
    { compacted, left }: { readonly compacted: readonly CompactedRange[]; readonly left: ReadonlySet<number> },
  ): Promise<boolean> => {
    const excepted = JSON.stringify([...left])
    const minutes = [...new Set(compacted.flatMap(({ counts }) => [...counts.keys()]))].sort((a, b) => a - b)
    const rowsByRange = minutes.flatMap((minute) => compacted.map((range) => ({ minute, range })))
    return inSlices.each(rowsByRange, ({ minute, range: { from, to, counts } }) => {
      const count = counts.get(minute)
      if (count === undefined) return true
      // The counts must be equal: a row that was added in the meantime must not be deleted.
      if (isDisturbed() || present.get(minute, from, to, excepted) !== count) return false
      remove.run(minute, from, to, excepted)
      onDeleted?.(count)
      return true
    })
  }
}
