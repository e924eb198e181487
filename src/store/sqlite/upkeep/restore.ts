// Replaces the database by a copy. Whenever the process or the machine fails, one of the two databases is there and
// complete.
import { existsSync, renameSync, truncateSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { SECOND_MS } from '../../../domain/clock.js'
import { HeadcountError, rejection } from '../../../domain/error.js'
import type { DatabaseContents, FileRestoreOptions, RestoreReport } from '../../../domain/ports/upkeep.js'
import { mayBeDamaged } from '../../../domain/reasons/file-problem.js'
import { databaseLock } from '../database-lock.js'
import { Database } from '../driver.js'
import { cutOffOf, cutOffText } from '../file/cut-off.js'
import { foreignFileError, identify } from '../file/identify.js'
import { contentsOf } from './contents.js'
import {
  copyWhole,
  faultOf,
  fileTimestamp,
  moveDatabase,
  realName,
  removeWhole,
  restoringName,
  syncFile,
  syncFolderOf,
} from './durable-files.js'
import { isFullDisk } from './room.js'
import { requireKnownSchema } from './soundness.js'
import { verifyDatabase } from './verify-file.js'

const RESTORE_LOCK_TIMEOUT_MS = 2_000

interface SqliteRestoreOptions extends FileRestoreOptions {
  /** For the name of the database that is replaced, ms. */
  readonly now: number
}

export async function restore(database: string, source: string, options: SqliteRestoreOptions): Promise<RestoreReport> {
  const [file, from] = [realName(database), realName(source)]
  requireDatabase(from)
  if (file === from) throw rejection('INVALID_PARAMETERS', { name: 'restore of itself', facts: { file } })
  requireReplaceable(file)
  const lock = databaseLock(file)
  if (!lock.claim()) throw rejection('UNAVAILABLE', { name: 'restore beside a service', facts: { file } })
  try {
    return await replace(file, from, options)
  } finally {
    lock.release()
  }
}

function requireDatabase(file: string): void {
  const { kind } = identify(file)
  if (kind === 'headcount') return
  if (kind === 'absent')
    throw rejection('INVALID_PARAMETERS', { name: 'file unreadable', facts: { file, errorCode: 'ENOENT' } })
  if (kind === 'empty') throw rejection('INVALID_PARAMETERS', { name: 'empty file to restore', facts: { file } })
  throw rejection('INVALID_PARAMETERS', { name: 'no file to restore', facts: { file, problem: kind } })
}

/** A damaged database may be replaced, and is kept. A file of another program must not be moved. */
function requireReplaceable(file: string): void {
  const { kind } = identify(file)
  if (kind === 'absent' || kind === 'empty' || kind === 'headcount') return
  if (!mayBeDamaged(kind)) throw foreignFileError(file, kind)
}

async function replace(
  file: string,
  from: string,
  { now, isDamageAccepted }: SqliteRestoreOptions,
): Promise<RestoreReport> {
  // The lock of the service is held, so an existing file was left by a restore that was killed.
  const fresh = restoringName(file)
  removeWhole(fresh)
  try {
    copyWhole(from, fresh, file)
    const contents = await check(fresh, from)
    const { damage } = contents
    if (damage !== null && !isDamageAccepted)
      throw rejection('INVALID_PARAMETERS', { name: 'restore of a damaged file', facts: { file: from, damage } })
    syncFile(fresh)
    const previousFile = existsSync(file) ? freeName(`${file}.before-restore-`, now) : null
    exchange(file, fresh, previousFile ?? freeName(`${file}.left-over-`, now))
    return { file, from, previousFile, ...contents }
  } catch (error) {
    if (error instanceof HeadcountError) throw error
    throw rejection(
      'UNAVAILABLE',
      { name: 'restore failed', facts: { file, ...faultOf(error, fresh) } },
      { cause: error },
    )
  } finally {
    removeWhole(fresh)
  }
}

/** Checks the copy and not the source, because the copy will be used. */
async function check(fresh: string, from: string): Promise<DatabaseContents> {
  const cutOff = cutOffOf(fresh)
  // SQLite opens no file that is shorter than its header says; what is missing is damage then, as far as it was used.
  if (cutOff !== undefined) truncateSync(fresh, cutOff.expectedBytes)
  const raw = new Database(fresh, { fileMustExist: true, timeout: RESTORE_LOCK_TIMEOUT_MS })
  try {
    requireKnownSchema(raw, from)
    // Writes the source's log, if there was one beside it, into the copy.
    raw.pragma('journal_mode = DELETE')
    const found = await verifyDatabase(raw)
    return contentsOf(raw, cutOff === undefined ? found : { ...found, fileDamage: cutOffText(cutOff) })
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || isFullDisk(error.code)) throw error
    const cause = cutOff === undefined ? error.message : `${cutOffText(cutOff)}: ${error.message}`
    const facts = { file: from, cause }
    throw rejection('UNAVAILABLE', { name: 'restore unreadable', facts }, { cause: error })
  } finally {
    raw.close()
  }
}

function exchange(file: string, fresh: string, previousFile: string): void {
  const { kind } = identify(file)
  const old = kind === 'absent' || kind === 'not a database' ? undefined : holdAlone(file)
  try {
    moveDatabase(file, previousFile)
    renameSync(fresh, file)
    syncFolderOf(file)
  } finally {
    old?.close()
  }
}

/**
 * Opens the old database exclusively, with its log written into it. Undefined where it is too damaged for that; then it
 * is kept unchanged. In journal mode DELETE, SQLite lets no other process write to a file that was renamed.
 */
function holdAlone(file: string): Sqlite.Database | undefined {
  const raw = new Database(file, { fileMustExist: true, timeout: RESTORE_LOCK_TIMEOUT_MS })
  try {
    raw.pragma('journal_mode = DELETE')
    raw.exec('BEGIN EXCLUSIVE')
    if (raw.pragma('journal_mode', { simple: true }) === 'delete') return raw
    // Another process opened it between the two statements and set the mode back.
    raw.close()
  } catch (error) {
    raw.close()
    if (!(error instanceof Database.SqliteError)) throw error
    if (!error.code.startsWith('SQLITE_BUSY')) return undefined
  }
  throw rejection('UNAVAILABLE', { name: 'restore beside a process', facts: { file } })
}

/** Two restores may happen within a second: the later one takes the next free second. */
function freeName(prefix: string, now: number): string {
  const name = prefix + fileTimestamp(now)
  return existsSync(name) ? freeName(prefix, now + SECOND_MS) : name
}
