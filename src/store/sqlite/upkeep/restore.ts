// Puts a copy in the database's place. Whenever the process or the machine dies, either database lies there whole.
import { existsSync, realpathSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { HeadcountError, invalid } from '../../../domain/error.js'
import type { Contents, RestoreReport } from '../../../domain/ports/upkeep.js'
import { serviceLock } from '../service-lock.js'
import { copyWhole, keepAs, removeWhole, syncFile, syncFolderOf } from './durable-files.js'
import { contentsOf, requireHeader, requireSound, tallyOf, withDatabase } from './soundness.js'

const PATIENCE_MS = 2_000

export function restore(database: string, source: string, now: number): RestoreReport {
  const [file, from] = [resolve(database), resolve(source)]
  requireHeader(from)
  if (existsSync(file) && realpathSync(file) === realpathSync(from)) throw invalid(`${from} is the database itself.`)
  const lock = serviceLock(file)
  if (!lock.claim()) throw inUse(`A service runs on ${file}. Stop it first, then restore.`)
  try {
    return replace(file, from, now)
  } finally {
    lock.release()
  }
}

const inUse = (message: string): HeadcountError => new HeadcountError('UNAVAILABLE', `${message} Nothing was changed.`)

function replace(file: string, from: string, now: number): RestoreReport {
  // Under the service's lock: what lies here is left from a restore that was killed.
  const fresh = `${file}.restoring`
  removeWhole(fresh)
  try {
    copyWhole(from, fresh)
    const contents = check(fresh, from)
    syncFile(fresh)
    const kept = existsSync(file) ? `${file}.before-restore-${stampOf(now)}` : null
    exchange(file, fresh, kept ?? `${file}.left-over-${stampOf(now)}`)
    return { file, from, kept, ...contents }
  } finally {
    removeWhole(fresh)
  }
}

/** Of the copy, not of the source: what is checked here is what will be used. */
const check = (fresh: string, from: string): Contents =>
  withDatabase(fresh, (raw) => {
    requireSound(raw, from)
    // Takes in the source's log, if there was one beside it.
    raw.pragma('journal_mode = DELETE')
    return contentsOf(raw, tallyOf(raw))
  })

function exchange(file: string, fresh: string, kept: string): void {
  const old = existsSync(file) ? holdAlone(file) : undefined
  try {
    keepAs(file, kept)
    renameSync(fresh, file)
    syncFolderOf(file)
  } finally {
    old?.close()
  }
}

/**
 * The old database with its log written into it, closed to everybody else; nothing where it is too broken for that,
 * and is kept as it lies. In journal mode DELETE, SQLite refuses a latecomer to write to a file that was renamed.
 */
function holdAlone(file: string): Database.Database | undefined {
  const raw = new Database(file, { fileMustExist: true, timeout: PATIENCE_MS })
  try {
    raw.pragma('locking_mode = EXCLUSIVE')
    raw.pragma('journal_mode = DELETE')
    raw.exec('BEGIN EXCLUSIVE')
    return raw
  } catch (error) {
    raw.close()
    if (!(error instanceof Database.SqliteError)) throw error
    if (error.code.startsWith('SQLITE_BUSY')) throw inUse(`Another process works on ${file}. Wait until it has ended.`)
    return undefined
  }
}

/** 20260131T120000Z: sorts by time, and every file system takes it. */
const stampOf = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
