// The partitions of the head rows: made before a tick needs them, and dropped as a whole once their samples are in segments.
import type { Minute } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'
import { PARTITION_LOCK_CODE } from '../../server/lock-codes.js'
import { partitionName, partitionOf, partitionSpan, readPartitions } from '../loading/load-head-rows.js'

export interface Partitions {
  /** Makes the partitions of these minutes where they are missing. */
  ensure(minutes: readonly Minute[]): Promise<void>
  /** Forgets which ones are there, after a write showed that one is not. */
  forget(): void
}

export function partitions(connection: Pick<Connection, 'write'>): Partitions {
  const known = new Set<number>()
  return {
    async ensure(minutes) {
      const missing = [...new Set(minutes.map(partitionOf))].filter((partition) => !known.has(partition))
      if (missing.length === 0) return
      await connection.write(async ({ run }) => {
        await run('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK_CODE])
        for (const partition of missing) await createPartition(run, partition)
      })
      for (const partition of missing) known.add(partition)
    },
    forget: () => known.clear(),
  }
}

/** Must run in a transaction; to make one beside other processes takes the lock of partitions. */
export async function createPartition(run: (text: string) => Promise<unknown>, partition: number): Promise<void> {
  const { from, until } = partitionSpan(partition)
  const name = partitionName(partition)
  // Nothing is deleted from it, so that a vacuum would only write its pages once more before they are dropped.
  await run(
    `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF head_row FOR VALUES FROM (${from}) TO (${until})
     WITH (autovacuum_enabled = false)`,
  )
}

/**
 * Drops a partition, unless it has other than `count` rows: one that came meanwhile is in no segment yet. The rows are counted
 * while others read on; then the table is locked as a whole before the partition is, in the order in which readers lock them.
 */
export const dropPartition = (
  connection: Pick<Connection, 'write'>,
  partition: number,
  count: number,
): Promise<boolean> =>
  connection.write(async ({ run }) => {
    const name = partitionName(partition)
    await run('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK_CODE])
    // Another process was faster. A session that waited for the lock may still find a dropped table by its name, so the rows of
    // the catalog are read.
    if (!(await readPartitions(run)).includes(partition)) return true
    await run(`LOCK TABLE ${name} IN SHARE MODE`)
    const [row] = await run<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${name}`)
    if (row?.count !== count) return false
    await run('LOCK TABLE ONLY head_row IN ACCESS EXCLUSIVE MODE')
    await run(`DROP TABLE ${name}`)
    return true
  })
