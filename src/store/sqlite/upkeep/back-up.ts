// Makes a checked copy of the database beside a running service. VACUUM INTO reads one consistent state; db.backup()
// starts again at every write and would never end beside a steady writer.
import type Sqlite from 'better-sqlite3'
import { type HeadcountError, rejection } from '../../../domain/error.js'
import type { DatabaseContents } from '../../../domain/ports/upkeep.js'
import { Database } from '../driver.js'
import { identify } from '../file/identify.js'
import { schemaVersion } from '../file/schema-version.js'
import { contentsOf, type Tally, tallyOf } from './contents.js'
import { createPrivateFile, syncFile } from './durable-files.js'
import { requireSound, withDatabase } from './soundness.js'

/** Blocks for as long as the copy takes, so it must run in a process of its own. `copy` must not exist yet. */
export function copyDatabase(file: string, copy: string): DatabaseContents {
  requireContents(file)
  try {
    // SQLite writes into an existing empty file and keeps its mode.
    createPrivateFile(copy)
    const contents = makeCopy(file, copy)
    syncFile(copy)
    return contents
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    const facts = { file, cause: error.message }
    throw rejection('UNAVAILABLE', { name: 'backup failed', facts }, { cause: error })
  }
}

function requireContents(file: string): void {
  const { kind } = identify(file)
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

function makeCopy(file: string, copy: string): DatabaseContents {
  const expected = withDatabase(file, (raw): BackupTallies => {
    const before = tallyOf(raw)
    raw.prepare('VACUUM INTO ?').run(copy)
    return { schema: schemaVersion(raw), before, after: tallyOf(raw) }
  })
  return withDatabase(copy, (raw) => {
    requireSound(raw, undefined)
    const tally = tallyOf(raw)
    requireFaithful(raw, tally, expected)
    return contentsOf(raw, tally)
  })
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
