// Says whether a database is in use: each process that has it open shares an advisory lock of its listening session, and a move takes the
// lock for itself.
import type pg from 'pg'
import { type HeadcountError, rejection } from '../../../domain/error.js'
import { isLockTimeout } from './errors.js'
import { USE_LOCK_CODE } from './lock-codes.js'

/** Enough for a session of a process that was just killed to end. */
const USE_LOCK_TIMEOUT_MS = 2_000
/** Where a move keeps how far it has come; it is only there while the move is not complete. */
export const MOVE_TABLE = 'move_progress'

/** Holds the lock until the session ends. Throws while a move has it, and where a move is not complete. */
export async function shareDatabase(client: pg.Client): Promise<void> {
  // Outside of a transaction, to_regclass() does not answer from an old cache, as it may inside of one (../migrate.ts). A move that
  // begins or ends in this moment has the lock.
  const { rows } = await client.query<{ isFree: boolean; isWhole: boolean }>(
    `SELECT pg_try_advisory_lock_shared($1) AS "isFree", to_regclass($2) IS NULL AS "isWhole"`,
    [USE_LOCK_CODE, MOVE_TABLE],
  )
  const [found] = rows
  if (found?.isFree !== true) throw rejection('UNAVAILABLE', { name: 'database being moved', facts: {} })
  if (!found.isWhole) throw rejection('NOT_CONFIGURED', { name: 'move unfinished', facts: {} })
}

/** The same, alone. Throws while any other process has the database open. */
export async function takeDatabase(client: pg.Client, database: string): Promise<void> {
  try {
    await client.query(`SET lock_timeout = ${USE_LOCK_TIMEOUT_MS}`)
    await client.query('SELECT pg_advisory_lock($1)', [USE_LOCK_CODE])
  } catch (error) {
    throw isLockTimeout(error) ? besideProcess(database) : error
  }
}

export const besideProcess = (database: string): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'move beside a process', facts: { database } })
