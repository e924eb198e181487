// Open rows into segments, a few milliseconds at a time. A crash anywhere leaves rows that are folded again.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Minute, WEEK_MINUTES } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'
import { split } from '../blocks.js'
import type { OpenRows } from '../open-rows.js'
import { weekOf } from '../tables/keys.js'
import type { Fold } from './fold.js'

/** After it a transaction ends: fold, commit and the tick that may wait for them fit in five milliseconds. */
const SLICE_MS = 2.5

export interface FoldRun {
  readonly rows: OpenRows
  /** Only rows before it. */
  readonly until: Minute
  readonly signal?: AbortSignal
  /** Inside each transaction: whether other rows before `until` came up meanwhile, so that none may be deleted. */
  readonly isDisturbed: () => boolean
  /** After the folding, before the first row is deleted. */
  readonly beforeDeleting: () => void
  readonly onDeleted?: (rows: number) => void
}

/** Answers whether all rows before `until` are folded and deleted. */
export type RowFolder = (run: FoldRun) => Promise<boolean>

export function rowFolder({ raw, write }: Connection, fold: Fold): RowFolder {
  const present = raw.prepare<[Minute], number>('SELECT count(*) FROM sample WHERE minute = ?').pluck()
  const remove = raw.prepare<[Minute]>('DELETE FROM sample WHERE minute = ?')

  /** Takes from the list as many as fit in a slice, in one transaction. */
  function inSlices<T>(items: readonly T[], take: (item: T) => boolean): () => boolean {
    let next = 0
    return () => {
      const began = performance.now()
      write(() => {
        for (; next < items.length && performance.now() - began < SLICE_MS; next++) {
          const item = items[next]
          if (item !== undefined && !take(item)) next = Number.POSITIVE_INFINITY
        }
      })
      return next < items.length
    }
  }

  return async ({ rows, until, signal, isDisturbed, beforeDeleting, onDeleted }) => {
    const counts = [...rows.counts(until)].sort(([a], [b]) => a - b)
    const first = counts[0]?.[0]
    if (first === undefined) return true
    const foldOne = inSlices(rows.ids(), (universeId) => {
      for (const open of split(rows.block(universeId, first, until), WEEK_MINUTES))
        fold({ universeId, week: weekOf(open.minutes[0] ?? 0), open })
      return true
    })
    do {
      if (signal?.aborted) return false
      await breathe()
    } while (foldOne())

    beforeDeleting()
    let isWhole = true
    const removeOne = inSlices(counts, ([minute, count]) => {
      // As many as were folded: a row that came up in between must not go with them.
      isWhole = !isDisturbed() && present.get(minute) === count
      if (!isWhole) return false
      remove.run(minute)
      onDeleted?.(count)
      return true
    })
    do {
      if (signal?.aborted) return false
      await breathe()
    } while (removeOne())
    return isWhole
  }
}
