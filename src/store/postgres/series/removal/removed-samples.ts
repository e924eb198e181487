// Implements the port of removed samples: what can be restored, and its restoration, one week of a universe in each transaction.

import { rejection } from '../../../../domain/error.js'
import {
  RESTORABLE_PERIOD_MS,
  type RemovedQuery,
  type RemovedSampleStore,
  type RemovedSamples,
  type RestoreResult,
  type WeekCommit,
} from '../../../../domain/ports/removed-samples.js'
import type { LostSamples } from '../../../../domain/reasons/database-damage.js'
import type { RemovedWeek } from '../../../../series/removal/removed-segments.js'
import { lostOf, type RestorableWeek } from '../../../../series/removal/restore-week.js'
import { weekOf, weekStart } from '../../../../series/tables/keys.js'
import type { Statements } from '../../connection.js'
import type { SeriesCalls } from '../calls.js'
import type { RowRequest } from '../loading/row-requests.js'
import { dueWeeks } from '../retention/due-weeks.js'
import { gapEvents } from '../writing/gap-events.js'
import { correctTimeCounter, type ExpiryDeps, readCorrectMs } from './expiry.js'

export interface RemovedSampleDeps extends ExpiryDeps {
  readonly calls: SeriesCalls
}

export function removedSampleStore(deps: RemovedSampleDeps): RemovedSampleStore {
  const { maxRemovedBytes } = deps.options
  return {
    async summary() {
      const { samples, bytes, first, last, correctMs } = await deps.connection.snapshot(readTotals)
      const left = (removedAt: number): number => Math.max(0, removedAt + RESTORABLE_PERIOD_MS - correctMs)
      return {
        samples,
        bytes,
        maxBytes: maxRemovedBytes,
        expires: first === null || last === null ? null : { firstInMs: left(first), lastInMs: left(last) },
        waitsForRoom: maxRemovedBytes > 0 && (await waitsForRoom(deps, bytes)),
      } satisfies RemovedSamples
    },
    restore: (query) => restoreAll(deps, query),
    countCorrectTime: correctTimeCounter(deps),
  }
}

interface Totals {
  readonly samples: number
  readonly bytes: number
  readonly first: number | null
  readonly last: number | null
}

async function readTotals(run: Statements): Promise<Totals & { readonly correctMs: number }> {
  const [totals] = await run<Totals>(`
    SELECT coalesce(sum(samples), 0)::float8 AS samples, coalesce(sum(octet_length(data)), 0)::float8 AS bytes,
      min(removed_at)::float8 AS first, max(removed_at)::float8 AS last FROM removed_segment`)
  return { ...(totals ?? { samples: 0, bytes: 0, first: null, last: null }), correctMs: await readCorrectMs(run) }
}

/** Whether a week is due to be thinned and its segment does not fit into the budget. */
async function waitsForRoom(deps: RemovedSampleDeps, usedBytes: number): Promise<boolean> {
  const due = await dueWeeks(deps, deps.options.clock.now())
  return due.some(({ size }) => usedBytes + size > deps.options.maxRemovedBytes)
}

const atOnce: WeekCommit = (restore) => restore()

async function restoreAll(deps: RemovedSampleDeps, query: RemovedQuery): Promise<RestoreResult> {
  const { isDryRun, signal, onProgress, commit = atOnce } = query
  const weeks = await deps.connection.snapshot((run) => readRemovedWeeks(run, query))
  let [samples, restoredWeeks] = [0, 0]
  const universes = new Set<number>()
  const damaged: LostSamples[] = []
  for (const [done, week] of weeks.entries()) {
    if (signal?.aborted)
      throw rejection('INVALID_PARAMETERS', {
        name: 'sample restore interrupted',
        facts: { done, total: weeks.length },
      })
    const seen = await deps.calls.read({ universeIds: [week.universeId], needs: needsOf(week) }, ({ findRestorable }) =>
      findRestorable(week),
    )
    const found = isDryRun || seen.whole === undefined ? seen : await commit(() => restoreWeek(deps.calls, week))
    damaged.push(...found.damaged.map((piece) => lostOf(week, piece)))
    if (found.whole !== undefined) {
      samples += found.whole.restored
      restoredWeeks++
      universes.add(week.universeId)
    }
    onProgress?.(done + 1, weeks.length)
  }
  return { samples, weeks: restoredWeeks, universes: universes.size, damaged }
}

const readRemovedWeeks = (run: Statements, { universeId, from, until }: RemovedQuery): Promise<RemovedWeek[]> =>
  run(
    `SELECT DISTINCT universe_id::float8 AS "universeId", week FROM removed_segment
     WHERE ($1::bigint IS NULL OR universe_id = $1) AND week BETWEEN $2 AND $3 ORDER BY 1, 2`,
    [universeId ?? null, weekOf(from), weekOf(until - 1)],
  )

const needsOf = ({ universeId, week }: RemovedWeek): RowRequest[] => [
  { what: 'base' },
  { what: 'weeks' },
  { what: 'removed' },
  { what: 'segments', universeId, from: week, until: week },
]

function restoreWeek({ write }: SeriesCalls, week: RemovedWeek): Promise<RestorableWeek> {
  const { universeId } = week
  const needs: RowRequest[] = [
    ...needsOf(week),
    { what: 'hours' },
    { what: 'restored' },
    { what: 'removal' },
    { what: 'rollups', universeId, from: week.week, until: week.week },
  ]
  return write({ universeIds: [universeId], needs }, async (call) => {
    const { engine, attempt, transaction } = call
    const found = await attempt(() => engine.findRestorable(week))
    const { whole } = found
    if (whole === undefined) return found
    const changed = await attempt(() => {
      for (const { id } of found.intact) engine.removed.drop(id)
      return engine.writeRestored(week, whole)
    })
    if (changed !== undefined) await gapEvents(call).recheck(universeId, changed.from, changed.until)
    transaction.publish({
      type: 'history rewritten',
      universeId,
      from: weekStart(week.week),
      until: weekStart(week.week + 1),
    })
    return found
  })
}
