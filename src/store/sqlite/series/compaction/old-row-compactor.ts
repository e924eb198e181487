// Takes over a database in which samples are rows, at its first start and before anything is read: the years of the row
// store are compacted, oldest first, and rows of open hours become ticks. After a crash the next start continues with the
// remaining rows.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isoOfMinute, type Minute, WEEK_MINUTES } from '../../../../domain/clock.js'
import type { Log } from '../../../../domain/ports/events.js'
import { merge, split } from '../../../../series/blocks.js'
import type { HeadRows } from '../../../../series/head-rows.js'
import type { WeekReader } from '../../../../series/reading/weeks.js'
import { weekOf, weekStart } from '../../../../series/tables/keys.js'
import type { Connection } from '../../connection.js'
import type { OldRows } from '../tables/old-rows.js'
import type { TickSampleTable } from '../tables/tick-samples.js'
import type { RowCompactor } from './row-compactor.js'

export interface OldRowCompactionDeps {
  readonly oldRows: OldRows
  readonly tickSamples: TickSampleTable
  readonly weeks: WeekReader
  readonly compactRows: RowCompactor
  readonly inRead: <T>(work: () => T) => T
  readonly log?: Log | undefined
}

/** The migration to segments wrote this setting where there were rows. */
const ROWS_UNTIL = 'series.rows_until'
/** The migration to ticks wrote this setting where there were rows. */
const ROWS_LEFT = 'series.rows_left'
/** About 15 MB in memory. */
const OLD_ROW_BATCH_SIZE = 300_000

export function createOldRowCompactor(connection: Connection, deps: OldRowCompactionDeps): () => Promise<void> {
  const { raw, write, writeUnsynced } = connection
  const { oldRows, tickSamples, log } = deps
  const setting = raw.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck()
  const deleteSetting = raw.prepare<[string]>('DELETE FROM setting WHERE key = ?')

  async function compactRange(from: Minute, until: Minute): Promise<number> {
    let deleted = 0
    const rows = oldRows.read(from, until)
    await deps.compactRows({
      rows,
      until,
      isDisturbed: () => false,
      failed: (_, error) => {
        throw error
      },
      beforeDeleting: () => {
        if (!deps.inRead(() => isKept(rows, from, until)))
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
        const known = deps.weeks.compacted(id, weekOf(open.minutes[0] ?? 0))
        return known !== undefined && merge(known, open) === known
      }),
    )

  async function compactAll(): Promise<void> {
    const until = Number(setting.get(ROWS_UNTIL) ?? Number.NaN)
    if (Number.isNaN(until)) return
    const total = oldRows.count(until)
    let done = 0
    for (let from = oldRows.first(until); from !== null; from = oldRows.first(until)) {
      const end = Math.min(until, weekStart(weekOf(from) + 1), (oldRows.minuteAfter(OLD_ROW_BATCH_SIZE) ?? until) + 1)
      done += await compactRange(from, end)
      const percent = Math.floor((100 * done) / total)
      log?.info({ done, total }, `Compacting old samples: ${percent} %, up to ${isoOfMinute(end)}.`)
      await yieldToEventLoop()
    }
    write(() => deleteSetting.run(ROWS_UNTIL))
  }

  /** Each minute is moved in one transaction. */
  async function moveToTicks(): Promise<void> {
    if (setting.get(ROWS_LEFT) === undefined) return
    for (let minute = oldRows.first(MAX_MINUTE); minute !== null; minute = oldRows.first(MAX_MINUTE)) {
      const moved = minute
      writeUnsynced(() => {
        const samples = oldRows.samplesAt(moved)
        tickSamples.insert(samples)
        oldRows.remove(moved, samples.length)
      })
      await yieldToEventLoop()
    }
    write(() => deleteSetting.run(ROWS_LEFT))
  }

  return async () => {
    await compactAll()
    await moveToTicks()
  }
}

const MAX_MINUTE = Number.MAX_SAFE_INTEGER
