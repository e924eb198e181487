// Makes a database of an earlier version: rows in the table `sample` with an index by universe, and no segments.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { Database } from '../../../src/store/sqlite/driver.js'
import { APPLICATION_ID } from '../../../src/store/sqlite/file/identify.js'
import { DAY } from '../contract/support.js'

const MIGRATIONS = new URL('../../../src/store/sqlite/migrations/', import.meta.url)
const BEFORE_SERIES_ENGINE = 3
export const UNIVERSES = [3, 4, 5]
const SPAN = 15_000

export const valuesAt = (id: number, minute: number) => [
  id + (minute % 97),
  minute * id,
  id,
  minute % 5 === 0 ? null : 7,
  8,
]

export const minutesOf = (id: number): number[] =>
  Array.from({ length: SPAN }, (_, at) => DAY - SPAN + at).filter((minute) => minute % id !== 1)

/** Opens a new database with the first `schema` migrations and without an application id. */
export async function openOfSchema(file: string, schema: number): Promise<Sqlite.Database> {
  const raw = new Database(file)
  raw.pragma('auto_vacuum = INCREMENTAL')
  raw.pragma('journal_mode = WAL')
  await migrateTo(raw, schema)
  return raw
}

/** Makes the migrations up to `schema` that this database does not have yet. */
export async function migrateTo(raw: Sqlite.Database, schema: number): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const current = Number(raw.pragma('user_version', { simple: true }))
  for (const name of names.slice(current, schema)) raw.exec(await readFile(new URL(name, MIGRATIONS), 'utf8'))
  raw.pragma(`user_version = ${schema}`)
}

/** An account on the free plan reads all of them. */
export async function writeOldDatabase(file: string): Promise<void> {
  const raw = await openOfSchema(file, BEFORE_SERIES_ENGINE)
  raw.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('a', 'free', 'active', 0)")
  const universe = raw.prepare("INSERT INTO universe (id, name, root_place_id, condition) VALUES (?, 'u', 1, 'shown')")
  const game = raw.prepare('INSERT INTO game (account_id, universe_id, is_active, created_at) VALUES (1, ?, 1, 0)')
  const insert = raw.prepare('INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?)')
  raw.transaction(() => {
    for (const id of UNIVERSES) {
      universe.run(id)
      game.run(id)
    }
    for (const id of UNIVERSES) for (const minute of minutesOf(id)) insert.run(minute, id, ...valuesAt(id, minute))
  })()
  raw.close()
}

/** Opens a database of that schema with account 1, which tracks universe 5 as game 1. Removed after the test. */
export async function openOldGame(schema: number): Promise<{ readonly file: string; readonly raw: Sqlite.Database }> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-old-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'headcount.db')
  const raw = await openOfSchema(file, schema)
  raw.pragma(`application_id = ${APPLICATION_ID}`)
  raw.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('a', 'free', 'active', 0)")
  raw.exec("INSERT INTO universe (id, name, root_place_id, condition) VALUES (5, 'u', 1, 'shown')")
  raw.exec('INSERT INTO game (account_id, universe_id, is_active, created_at) VALUES (1, 5, 1, 0)')
  return { file, raw }
}
