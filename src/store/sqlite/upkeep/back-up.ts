// Makes a checked copy of the database beside a running service. VACUUM INTO reads one consistent state; db.backup()
// starts again at every write and would never end beside a steady writer.
import type Sqlite from 'better-sqlite3'
import { type HeadcountError, invalid } from '../../../domain/error.js'
import type { DatabaseContents } from '../../../domain/ports/upkeep.js'
import { Database } from '../driver.js'
import { identify, PROBLEMS } from '../file/identify.js'
import { schemaVersion } from '../file/schema-version.js'
import { contentsOf, type Tally, tallyOf } from './contents.js'
import { createPrivateFile, syncFile } from './durable-files.js'
import { damaged, requireSound, withDatabase } from './soundness.js'

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
    if (error instanceof Database.SqliteError) throw damaged(`No backup was made of ${file}: ${error.message}.`, error)
    throw error
  }
}

function requireContents(file: string): void {
  const { kind } = identify(file)
  if (kind === 'absent') throw invalid(`There is no database at ${file} yet: nothing to back up.`)
  if (kind === 'empty') throw invalid(`${file} is empty: nothing to back up.`)
  if (kind !== 'headcount') throw damaged(`No backup was made: ${file} ${PROBLEMS[kind]}.`)
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
    requireSound(raw, 'The copy')
    const tally = tallyOf(raw)
    requireFaithful(raw, tally, expected)
    return contentsOf(raw, tally)
  })
}

/** The service writes in the meantime, so the copy must have a state between the two counts. */
function requireFaithful(raw: Sqlite.Database, tally: Tally, { schema, before, after }: BackupTallies): void {
  if (schemaVersion(raw) !== schema) throw damaged('The copy has another schema than the database. Try again.')
  if (tally.samples < Math.min(before.samples, after.samples)) throw unfaithful('sample', tally.samples, before.samples)
  for (const [table, rows] of before.rows) {
    const [copied, later] = [tally.rows.get(table) ?? -1, after.rows.get(table) ?? rows]
    if (copied < Math.min(rows, later) || copied > Math.max(rows, later)) throw unfaithful(table, copied, rows)
  }
}

const unfaithful = (table: string, copied: number, rows: number): HeadcountError =>
  damaged(`The copy has ${Math.max(copied, 0)} rows in ${table}, and the database ${rows}. Try again.`)
