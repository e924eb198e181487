// Copies the database before a migration changes its schema. One copy is kept beside it, until the next migration.

import { existsSync, renameSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { rejection } from '../../../domain/error.js'
import type { Log } from '../../../domain/ports/events.js'
import { MIB } from '../../../domain/rounding.js'
import { Database } from '../driver.js'
import { createPrivateFile, removeCompanions, removeWhole, syncFile, syncFolderOf } from '../upkeep/durable-files.js'
import { damageOf, withDatabase } from '../upkeep/soundness.js'

export interface SchemaChange {
  readonly from: number
  readonly to: number
}

/** Room for the write-ahead log of the migration. */
const SPARE_BYTES = 16 * MIB
/** 16 MiB with pages of 4 KiB. The process can handle signals between two batches. */
const PAGE_BATCH_SIZE = 4_096
const STALL_TIMEOUT_MS = 60_000

/**
 * Copies the database to `FILE.before-migration`. The caller must hold the write lock, so that the copy is what the
 * migration finds. The copy is made page by page, so that a damaged database is copied too: what can be read of it is
 * served, and it may be worth going back to.
 */
export async function copyBeforeMigration(raw: Sqlite.Database, change: SchemaChange, log?: Log): Promise<void> {
  const copy = `${raw.name}.before-migration`
  const partial = `${copy}.partial`
  const bytes = pagesIn(raw) * Number(raw.pragma('page_size', { simple: true }))
  // A start that was killed may have left this file.
  removeWhole(partial)
  await requireRoom(raw.name, copy, bytes)
  const size = `${(bytes / MIB).toFixed(1)} MiB`
  log?.info(
    { bytes },
    `The database must be brought from schema ${change.from} to ${change.to}. It is copied first (${size}); the start waits for that.`,
  )
  try {
    createPrivateFile(partial, raw.name)
    await copyPages(raw.name, partial)
    const damage = checkCopy(raw, partial)
    if (damage !== null)
      log?.warn({}, `The database is damaged: ${damage}. So is its copy; what can be read is served.`)
    syncFile(partial)
    removeCompanions(copy)
    renameSync(partial, copy)
    syncFolderOf(copy)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    const facts = { file: raw.name, cause: error.message }
    throw rejection('UNAVAILABLE', { name: 'migration copy failed', facts }, { cause: error })
  } finally {
    removeWhole(partial)
  }
  log?.info({ copy }, `The copy from before the migration is ${copy}. ${howToGoBack(copy)}`)
}

const pagesIn = (raw: Sqlite.Database): number => Number(raw.pragma('page_count', { simple: true }))

async function requireRoom(file: string, copy: string, bytes: number): Promise<void> {
  const folder = dirname(file)
  const { bavail, bsize } = await statfs(folder)
  const missingBytes = bytes + SPARE_BYTES - bavail * bsize
  if (missingBytes <= 0) return
  const old = existsSync(copy) ? { file: copy, bytes: statSync(copy).size } : undefined
  throw rejection('UNAVAILABLE', { name: 'migration copy too large', facts: { file, folder, missingBytes, old } })
}

async function copyPages(file: string, target: string): Promise<void> {
  const reader = new Database(file, { readonly: true, fileMustExist: true })
  let [remaining, since] = [Number.POSITIVE_INFINITY, performance.now()]
  try {
    await reader.backup(target, {
      progress: ({ remainingPages }) => {
        if (remainingPages < remaining) [remaining, since] = [remainingPages, performance.now()]
        if (performance.now() - since > STALL_TIMEOUT_MS)
          throw rejection('UNAVAILABLE', { name: 'migration copy stalled', facts: { file } })
        return PAGE_BATCH_SIZE
      },
    })
  } finally {
    reader.close()
  }
}

/**
 * The damage that the copy shares with the database; null where both are sound. Throws where only the copy is damaged.
 */
function checkCopy(raw: Sqlite.Database, partial: string): string | null {
  return withDatabase(partial, (copy) => {
    // In this mode the copy is one file, without a write-ahead log beside it.
    copy.pragma('journal_mode = DELETE')
    const file = raw.name
    if (pagesIn(copy) !== pagesIn(raw))
      throw rejection('UNAVAILABLE', { name: 'migration copy incomplete', facts: { file } })
    const damage = damageOf(copy)
    if (damage !== null && damageOf(raw) === null)
      throw rejection('UNAVAILABLE', { name: 'migration copy damaged', facts: { file, damage } })
    return damage
  })
}

/** The text ends with the command, so that people copy nothing after it. */
const howToGoBack = (copy: string): string =>
  `What is recorded from now on is not in it. To go back: stop the service, install the earlier version of the program, and type there: npm run -s cli -- restore ${shellWord(copy)}`

const shellWord = (text: string): string => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
