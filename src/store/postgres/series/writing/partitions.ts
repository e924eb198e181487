// Writes head rows and their partitions, which are made before a tick needs them, and dropped as a whole once their samples are in segments.
import type { Minute } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'
import { isLockTimeout } from '../../server/errors.js'
import { PARTITION_LOCK_CODE } from '../../server/lock-codes.js'
import { partitionName, partitionOf, partitionSpan, readPartitions } from '../loading/load-head-rows.js'

/** Every tick and read waits behind the lock of a table that is dropped. */
const DROP_LOCK_TIMEOUT_MS = 200

/** Universes, minutes and bytes, each as an array. */
export const INSERT_HEAD_ROWS =
  'INSERT INTO head_row (universe_id, minute, data) SELECT * FROM unnest($1::bigint[], $2::int[], $3::bytea[])'

type RunText = <Row extends object>(text: string) => Promise<Row[]>

/**
 * Makes the partitions of these minutes where they are missing. Must run in a transaction. CREATE TABLE … PARTITION OF would wait
 * for all readers of the table, with all others behind it; ATTACH PARTITION waits for none of them.
 */
export async function makePartitions(run: RunText, minutes: readonly Minute[]): Promise<void> {
  await run(`SELECT pg_advisory_xact_lock(${PARTITION_LOCK_CODE})`)
  const there = new Set(await readPartitions(run))
  for (const partition of new Set(minutes.map(partitionOf))) {
    if (there.has(partition)) continue
    const { from, until } = partitionSpan(partition)
    const name = partitionName(partition)
    // Nothing is deleted from it, so that a vacuum would only write its pages once more before they are dropped.
    await run(`CREATE TABLE ${name} (LIKE head_row INCLUDING ALL) WITH (autovacuum_enabled = false)`)
    await run(`ALTER TABLE head_row ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${until})`)
  }
}

/**
 * Drops a partition, unless it has other than `count` rows: one that came meanwhile is in no segment yet. The rows are counted
 * while others read on; then the table is locked as a whole before the partition is, in the order in which readers lock them.
 * Where somebody reads for longer, as a backup does, the partition stays until the next maintenance.
 */
export const dropPartition = (
  connection: Pick<Connection, 'write'>,
  partition: number,
  count: number,
): Promise<boolean> =>
  connection
    .write(async ({ run }) => {
      const name = partitionName(partition)
      await run('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK_CODE])
      // Another process was faster. A session that waited for the lock may still find a dropped table by its name, so the rows of
      // the catalog are read.
      if (!(await readPartitions(run)).includes(partition)) return true
      await run(`SET LOCAL lock_timeout = ${DROP_LOCK_TIMEOUT_MS}`)
      await run(`LOCK TABLE ${name} IN SHARE MODE`)
      const [row] = await run<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${name}`)
      if (row?.count !== count) return false
      await run('LOCK TABLE ONLY head_row IN ACCESS EXCLUSIVE MODE')
      await run(`DROP TABLE ${name}`)
      return true
    })
    .catch((error: unknown) => {
      if (isLockTimeout(error)) return false
      throw error
    })
