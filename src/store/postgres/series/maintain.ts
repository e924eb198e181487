// The periodic maintenance: compacts the head rows of partitions that are over, and drops them; computes stale rollups; expires and
// thins. Of several processes, the one with its lease runs it. Two meet only where one lost the lease during its work; they do the same
// work twice, with the same result.
import { HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../../domain/clock.js'
import type { Span } from '../../../domain/rules/span.js'
import { emptyBlock } from '../../../domain/sample.js'
import { split } from '../../../series/blocks.js'
import { weekOf } from '../../../series/tables/keys.js'
import { failureLog, type LogFailure, runSteps } from '../../values/maintenance-steps.js'
import { createTurns } from '../../values/turns.js'
import { isUnreachable } from '../changes/availability.js'
import type { Connection, Statements } from '../connection.js'
import type { SeriesCalls, WritingCall } from './calls.js'
import type { PostgresSeriesOptions } from './engine.js'
import { PARTITION_MINUTES, partitionSpan, readPartitions } from './loading/load-head-rows.js'
import type { RowRequest } from './loading/row-requests.js'
import { readIdsWithoutHours, readStaleIds } from './reading/universe-ids.js'
import { expireRemoved } from './removal/expiry.js'
import { dailyThinner } from './retention/thin-out.js'
import { dropPartition, makePartitions } from './writing/partitions.js'

export interface MaintenanceDeps {
  readonly connection: Connection
  readonly calls: SeriesCalls
  readonly options: PostgresSeriesOptions
}

/** Universes in one transaction; each has about 20 KB. */
const BATCH_SIZE = 50

export function maintainer(deps: MaintenanceDeps): (signal?: AbortSignal) => Promise<void> {
  const { connection, options } = deps
  const failed = failureLog(options.log)
  const thinOut = dailyThinner(deps, failed)
  return async (signal) => {
    const now = minuteOf(options.clock.now())
    await connection.write(({ run }) => makePartitions(run, [now, now + PARTITION_MINUTES]))
    const until = Math.floor(now / HOUR_MINUTES) * HOUR_MINUTES
    for (const partition of await connection.snapshot(readPartitions))
      if (partitionSpan(partition).until <= until && !signal?.aborted) await compactPartition(deps, partition, failed)
    const steps = [
      () => rollUpStaleWeeks(deps, failed, signal),
      () => fillHours(deps, failed, signal),
      () => expireRemoved(deps),
      // A clock that is years ahead would make samples look old that must stay. All other steps lose nothing with a wrong
      // clock.
      async () => (options.clockState() === 'correct' ? thinOut(signal) : undefined),
    ]
    await runSteps(steps, isUnreachable)
  }
}

function* batchesOf(universeIds: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < universeIds.length; from += BATCH_SIZE) yield universeIds.slice(from, from + BATCH_SIZE)
}

/**
 * The partition stays where a universe could not be compacted, or where somebody reads for long; its rows are compacted again by the
 * next run.
 */
async function compactPartition(deps: MaintenanceDeps, partition: number, failed: LogFailure): Promise<void> {
  const { from, until } = partitionSpan(partition)
  const rows = await deps.connection.snapshot((run) =>
    run<{ universeId: number }>(
      `SELECT DISTINCT universe_id::float8 AS "universeId" FROM head_row
       WHERE minute >= ${from} AND minute < ${until} ORDER BY 1`,
    ),
  )
  let count = 0
  let isWhole = true
  for (const batch of batchesOf(rows.map(({ universeId }) => universeId)))
    try {
      count += await compactBatch(deps, batch, partition)
    } catch {
      // One of them fails; the others are compacted without it.
      for (const universeId of batch)
        try {
          count += await compactBatch(deps, [universeId], partition)
        } catch (error) {
          isWhole = false
          failed(universeId, error)
        }
    }
  if (isWhole) await dropPartition(deps.connection, partition, count)
}

const weekNeeds = (universeIds: readonly number[], from: Minute, until: Minute): RowRequest[] =>
  universeIds.flatMap((universeId) => {
    const weeks = { universeId, from: weekOf(from), until: weekOf(until - 1) }
    return [
      { what: 'segments', ...weeks },
      { what: 'rollups', ...weeks },
    ]
  })

const batchNeeds = (universeIds: readonly number[], from: Minute, until: Minute): RowRequest[] => [
  { what: 'base' },
  { what: 'weeks' },
  { what: 'hours' },
  { what: 'head rows', from, until },
  ...weekNeeds(universeIds, from, until),
]

/** Returns how many rows are in segments now. */
function compactBatch({ calls }: MaintenanceDeps, universeIds: readonly number[], partition: number): Promise<number> {
  const { from, until } = partitionSpan(partition)
  return calls.write(
    { universeIds, needs: batchNeeds(universeIds, from, until) },
    async ({ engine, workspace, transaction, attempt }) => {
      await withoutDisk(transaction.run)
      const turn = createTurns()
      let count = 0
      for (const universeId of universeIds) {
        const rows = workspace.head.block(universeId, from, until)
        await attempt(() => {
          for (const open of split(rows, WEEK_MINUTES))
            engine.compact({ universeId, week: weekOf(open.minutes[0] ?? 0), open })
        })
        count += rows.minutes.length
        await turn()
      }
      return count
    },
  )
}

/** A crash of the server may undo the transaction; the next run repeats it. */
const withoutDisk = (run: Statements): Promise<unknown> => run('SET LOCAL synchronous_commit = off')

/** Computes the rollups of weeks whose schedules changed afterwards. */
async function rollUpStaleWeeks(
  { connection, calls }: MaintenanceDeps,
  failed: LogFailure,
  signal?: AbortSignal,
): Promise<void> {
  for (const universeId of await connection.snapshot(readStaleIds)) {
    if (signal?.aborted) return
    const needs: RowRequest[] = [{ what: 'base' }, { what: 'weeks' }, { what: 'hours' }]
    const written = calls.write({ universeIds: [universeId], needs }, async (call) => {
      await withoutDisk(call.transaction.run)
      for (const week of staleWeeks(call, universeId))
        await call.attempt(() => call.engine.compact({ universeId, week, open: emptyBlock(universeId, 0) }))
    })
    await written.catch(leavingOut(universeId, failed))
  }
}

const staleWeeks = ({ workspace }: WritingCall, universeId: number): number[] =>
  [...workspace.of(universeId).rollups]
    .flatMap(([week, { data }]) => (data === null ? [week] : []))
    .sort((a, b) => a - b)

/** Where the server does not answer, the others would fail too. */
const leavingOut =
  (universeId: number, failed: LogFailure) =>
  (error: unknown): void => {
    if (isUnreachable(error)) throw error
    failed(universeId, error)
  }

/** Stores the hours of universes that have none yet. */
async function fillHours(deps: MaintenanceDeps, failed: LogFailure, signal?: AbortSignal): Promise<void> {
  const { connection, calls, options } = deps
  const now = minuteOf(options.clock.now())
  const since = await calls.read({ universeIds: [] }, ({ hours }) => hours.horizon())
  const missing = await connection.snapshot((run) => readIdsWithoutHours(run, since))
  for (const universeIds of batchesOf(missing)) {
    if (signal?.aborted) return
    const span = { from: since, until: now + 1 }
    try {
      await fillBatch(deps, universeIds, span)
    } catch (error) {
      if (isUnreachable(error)) throw error
      for (const universeId of universeIds)
        await fillBatch(deps, [universeId], span).catch(leavingOut(universeId, failed))
    }
  }
}

function fillBatch({ calls }: MaintenanceDeps, universeIds: readonly number[], { from, until }: Span): Promise<void> {
  return calls.write(
    { universeIds, needs: batchNeeds(universeIds, from, until) },
    async ({ engine, transaction, attempt }) => {
      await withoutDisk(transaction.run)
      const turn = createTurns()
      for (const universeId of universeIds) {
        await attempt(() => {
          const entry = engine.directory.find(universeId)
          if (entry !== undefined) engine.hours.fill(entry.number, universeId)
        })
        await turn()
      }
    },
  )
}
