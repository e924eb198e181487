// Repairs the series after a clock that ran ahead: moves the cursor, gaps and schedules that lie in the future back. What the clock
// of another process may have written while both were correct stays.
import type { Minute } from '../../../../domain/clock.js'
import { MAX_AHEAD_MINUTES } from '../../../../domain/time/clock-check.js'
import type { Statements, Transaction } from '../../connection.js'
import type { SeriesCalls } from '../calls.js'
import { lockAllShards } from './shards.js'

export interface SeriesRepair {
  /** The minute of the cursor before; null where it was not in the future. */
  readonly cursor: Minute | null
  /** How many gaps were shortened or deleted. */
  readonly gaps: number
  /** The universes that had a schedule which begins in the future. */
  readonly universeIds: readonly number[]
}

export async function moveSeriesBack(
  transaction: Transaction,
  calls: SeriesCalls,
  minute: Minute,
): Promise<SeriesRepair> {
  const { run, publish } = transaction
  const end = minute + 1
  const limit = minute + MAX_AHEAD_MINUTES
  // Every process begins with a repair, and hardly any finds something: it waits for no tick then.
  if (!(await isAhead(run, limit))) return { cursor: null, gaps: 0, universeIds: [] }
  const [cursor] = await run<{ minute: Minute }>(
    'SELECT minute::float8 AS minute FROM tick_cursor WHERE minute > $1 FOR UPDATE',
    [limit],
  )
  if (cursor !== undefined) await run('UPDATE tick_cursor SET minute = $1', [minute])
  await lockAllShards(run)
  const removed = await run('DELETE FROM gap WHERE until_minute > $2 AND from_minute >= $1 RETURNING universe_id', [
    end,
    limit + 1,
  ])
  const shortened = await run('UPDATE gap SET until_minute = $1 WHERE until_minute > $2 RETURNING universe_id', [
    end,
    limit + 1,
  ])
  // The next tick writes the schedules again where they differ from those in force.
  const rescheduled = await run<{ universeId: number }>(
    'DELETE FROM schedule WHERE since > $1 RETURNING universe_id::float8 AS "universeId"',
    [limit],
  )
  const universeIds = [...new Set(rescheduled.map(({ universeId }) => universeId))]
  const needs = [{ what: 'base' }, { what: 'weeks' }, { what: 'quarantine' }] as const
  await calls.writeWithin(transaction, { universeIds, needs }, ({ engine, attempt }) =>
    attempt(() => {
      for (const universeId of universeIds) {
        const entry = engine.directory.find(universeId)
        if (entry !== undefined) engine.rollups.markStale(entry, minute)
      }
    }),
  )
  for (const universeId of universeIds) publish({ type: 'history rewritten', universeId, from: minute, until: end })
  return { cursor: cursor?.minute ?? null, gaps: removed.length + shortened.length, universeIds }
}

async function isAhead(run: Statements, limit: Minute): Promise<boolean> {
  for (const rows of ['tick_cursor WHERE minute > $1', 'gap WHERE until_minute > $1 + 1', 'schedule WHERE since > $1'])
    if ((await run(`SELECT 1 FROM ${rows} LIMIT 1`, [limit])).length > 0) return true
  return false
}
