// The shards of the universes. Who writes the series of a universe holds the lock of its shard until the end of the transaction, so
// that two processes never change the same segment.
import { SHARD_COUNT, shardOf } from '../../../../domain/processes/leases.js'
import type { Statements } from '../../connection.js'
import { SERIES_LOCK_CODE } from '../../server/lock-codes.js'
import { numberList } from '../loading/load-step.js'

/** In ascending order, so that two transactions never wait for each other. */
export async function lockShards(run: Statements, universeIds: readonly number[]): Promise<void> {
  const shards = [...new Set(universeIds.map(shardOf))].sort((a, b) => a - b)
  if (shards.length === 0) return
  await run(`SELECT count(pg_advisory_xact_lock(${SERIES_LOCK_CODE}, shard)) FROM unnest($1::int[]) AS shard`, [
    numberList(shards),
  ])
}

/** For a write that may change any universe. */
export const lockAllShards = (run: Statements): Promise<void> =>
  lockShards(
    run,
    Array.from({ length: SHARD_COUNT }, (_, shard) => shard),
  )
