// Makes a checked copy of the database beside a running service. VACUUM INTO reads one consistent state; db.backup()
// in steps starts again at every write and would never end beside a steady writer.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { HeadcountError, rejection } from '../../../domain/error.js'
import type { DatabaseContents, Verification } from '../../../domain/ports/upkeep.js'
import { isUnreadable } from '../connection.js'
import { Database } from '../driver.js'
import { copyUnopened, isOnReadOnlyDisk } from '../file/copy-unopened.js'
import { cutOffOf, cutOffText } from '../file/cut-off.js'
import { identify } from '../file/identify.js'
import { requireOnlyName } from '../file/only-name.js'
import { schemaVersion } from '../file/schema-version.js'
import { contentsOf, type Tally, tallyOf } from './contents.js'
import { createPrivateFile, faultOf, removeWhole, syncFile } from './durable-files.js'
import { isFullDisk } from './room.js'
import { requireKnownSchema, withDatabase } from './soundness.js'
import { damageIn, verifyDatabase, verifyFile } from './verify-file.js'

/**
 * Blocks for as long as the copy takes, so it must run in a process of its own. `copy` must not exist yet. A damaged
 * database is copied too, with its damage, which is part of the result.
 */
export async function copyDatabase(file: string, copy: string): Promise<DatabaseContents> {
  requireContents(file)
  try {
    // SQLite writes into an existing empty file and keeps its mode.
    createPrivateFile(copy)
    const contents = await makeCopy(file, copy)
    syncFile(copy)
    return contents
  } catch (error) {
    if (error instanceof HeadcountError) throw error
    throw backupFailed(file, copy, error)
  }
}

/** What is full is the disk of the copy, which is the only file that grows. */
export function backupFailed(file: string, copy: string, error: unknown): HeadcountError {
  const cutOff = isUnreadable(error) ? cutOffOf(file) : undefined
  const fault = { ...faultOf(error, file), ...(cutOff !== undefined && { cause: cutOffText(cutOff) }) }
  const path = isFullDisk(fault.errorCode) ? dirname(copy) : fault.path
  return rejection('UNAVAILABLE', { name: 'backup failed', facts: { file, ...fault, path } }, { cause: error })
}

function requireContents(file: string): void {
  const { kind } = identify(file)
  // Whoever has the database open under this path has the index of its log there.
  if (kind === 'headcount' && !existsSync(`${file}-shm`)) requireOnlyName(file)
  if (kind === 'headcount') return
  if (kind === 'absent') throw rejection('INVALID_PARAMETERS', { name: 'no database yet', facts: { file } })
  if (kind === 'empty') throw rejection('INVALID_PARAMETERS', { name: 'empty database', facts: { file } })
  throw rejection('UNAVAILABLE', { name: 'no database to back up', facts: { file, problem: kind } })
}

interface BackupTallies {
  readonly schema: number
  readonly before: Tally
  readonly after: Tally
}

async function makeCopy(file: string, copy: string): Promise<DatabaseContents> {
  const cutOff = cutOffOf(file)
  const expected = cutOff === undefined && !isOnReadOnlyDisk(file) ? await copyContents(file, copy) : undefined
  if (cutOff !== undefined || isOnReadOnlyDisk(file)) copyUnopened(file, copy)
  const raw = new Database(copy, { fileMustExist: true, timeout: 5_000 })
  try {
    requireKnownSchema(raw, undefined)
    if (expected !== undefined) requireFaithful(raw, tallyOf(raw), expected)
    const found = await verifyDatabase(raw)
    if (expected !== undefined && damageIn(found) !== null) await requireDamaged(file, found)
    return contentsOf(raw, cutOff === undefined ? found : { ...found, fileDamage: cutOffText(cutOff) })
  } finally {
    raw.close()
  }
}

/** Throws where the database is sound, so that only its copy is damaged. */
async function requireDamaged(file: string, copied: Verification): Promise<void> {
  if (damageIn(await verifyFile(file)) !== null) return
  const damage = copied.fileDamage ?? 'samples in it cannot be read'
  throw rejection('UNAVAILABLE', { name: 'copy damaged', facts: { damage } })
}

/** Undefined where the structure of the database is damaged, so that its pages were copied as they are. */
async function copyContents(file: string, copy: string): Promise<BackupTallies | undefined> {
  try {
    return withDatabase(file, (raw): BackupTallies => {
      const before = tallyOf(raw)
      raw.prepare('VACUUM INTO ?').run(copy)
      return { schema: schemaVersion(raw), before, after: tallyOf(raw) }
    })
  } catch (error) {
    if (lacksRoomForShm(error)) {
      copyUnopened(file, copy)
      return undefined
    }
    if (!isUnreadable(error)) throw error
  }
  removeWhole(copy)
  createPrivateFile(copy)
  await copyPages(file, copy)
  return undefined
}

/**
 * SQLite creates this file beside a database that nobody has open, also to read it, and its disk is full. Then nobody
 * writes, so that the file can be copied as it is.
 */
const lacksRoomForShm = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_IOERR_SHMSIZE'

const ALL_PAGES = 2 ** 31 - 1

/** In one step, so that no write can come in between. */
async function copyPages(file: string, copy: string): Promise<void> {
  const raw = new Database(file, { fileMustExist: true, timeout: 5_000 })
  try {
    await raw.backup(copy, { progress: () => ALL_PAGES })
  } finally {
    raw.close()
  }
  // In this mode the copy is one file, without a write-ahead log beside it.
  withDatabase(copy, (copied) => copied.pragma('journal_mode = DELETE'))
}

/** The service writes in the meantime, so the copy must have a state between the two counts. */
function requireFaithful(raw: Sqlite.Database, tally: Tally, { schema, before, after }: BackupTallies): void {
  if (schemaVersion(raw) !== schema) throw rejection('UNAVAILABLE', { name: 'backup of another schema', facts: {} })
  if (tally.samples < Math.min(before.samples, after.samples)) throw unfaithful('sample', tally.samples, before.samples)
  for (const [table, rows] of before.rows) {
    const [copied, later] = [tally.rows.get(table) ?? -1, after.rows.get(table) ?? rows]
    if (copied < Math.min(rows, later) || copied > Math.max(rows, later)) throw unfaithful(table, copied, rows)
  }
}

const unfaithful = (table: string, copied: number, rows: number): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'backup incomplete', facts: { table, copied: Math.max(copied, 0), rows } })
