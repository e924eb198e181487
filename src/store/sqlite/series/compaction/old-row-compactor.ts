// Takes over a database of the former row store at its first start: compacts its rows, oldest first, before anything is
// read. After a crash the next start continues with the remaining rows.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isoOfMinute, type Minute, WEEK_MINUTES } from '../../../../domain/clock.js'
import type { Log } from '../../../../domain/ports/events.js'
import type { Connection } from '../../connection.js'
import { merge, split } from '../blocks.js'
import type { HeadRows } from '../head-rows.js'
import type { SeriesReadCache } from '../read-cache.js'
import type { WeekReader } from '../reading/weeks.js'
import { weekOf, weekStart } from '../tables/keys.js'
import type { RowCompactor } from './row-compactor.js'

export interface OldRowCompactionDeps {
  readonly memory: SeriesReadCache
  readonly weeks: WeekReader
  readonly compactRows: RowCompactor
  readonly inRead: <T>(work: () => T) => T
  readonly log?: Log | undefined
}

/** The migration wrote this setting where there were rows. */
const ROWS_UNTIL = 'series.rows_until'
/** About 15 MB in memory. */
const OLD_ROW_BATCH_SIZE = 300_000

export function createOldRowCompactor({ raw, write }: Connection, parts: OldRowCompactionDeps): () => Promise<void> {
  const rowsUntil = raw.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck()
  const deleteRowsUntil = raw.prepare<[string]>('DELETE FROM setting WHERE key = ?')
  const count = raw.prepare<[Minute], number>('SELECT count(*) FROM sample WHERE minute < ?').pluck()
  const first = raw.prepare<[Minute], Minute | null>('SELECT min(minute) FROM sample WHERE minute < ?').pluck()
  const far = raw.prepare<[number], Minute>('SELECT minute FROM sample ORDER BY minute LIMIT 1 OFFSET ?').pluck()

  async function compactRange(from: Minute, until: Minute): Promise<number> {
    let deleted = 0
    const rows = parts.memory.read({ from, until })
    await parts.compactRows({
      rows,
      until,
      isDisturbed: () => false,
      failed: (_, error) => {
        throw error
      },
      beforeDeleting: () => {
        if (!parts.inRead(() => isKept(rows, from, until)))
          throw new Error(`Samples before ${isoOfMinute(until)} were not all packed. They stay as they are.`)
      },
      onDeleted: (count) => {
        deleted += count
      },
    })
    return deleted
  }

  /** Whether every row is in a segment. */
  const isKept = (rows: HeadRows, from: Minute, until: Minute): boolean =>
    rows.ids().every((id) =>
      [...split(rows.block(id, from, until), WEEK_MINUTES)].every((open) => {
        const known = parts.weeks.compacted(id, weekOf(open.minutes[0] ?? 0))
        return known !== undefined && merge(known, open) === known
      }),
    )

  return async () => {
    const until = Number(rowsUntil.get(ROWS_UNTIL) ?? Number.NaN)
    if (Number.isNaN(until)) return
    const total = count.get(until) ?? 0
    let done = 0
    for (let from = first.get(until) ?? null; from !== null; from = first.get(until) ?? null) {
      const end = Math.min(until, weekStart(weekOf(from) + 1), (far.get(OLD_ROW_BATCH_SIZE) ?? until) + 1)
      done += await compactRange(from, end)
      const percent = Math.floor((100 * done) / total)
      parts.log?.info({ done, total }, `Compacting old samples: ${percent} %, up to ${isoOfMinute(end)}.`)
      await yieldToEventLoop()
    }
    write(() => deleteRowsUntil.run(ROWS_UNTIL))
  }
}
