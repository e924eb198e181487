// Makes files of other programs as these would leave them, and reads the complete contents of a folder.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Database } from '../../src/store/sqlite/driver.js'

const NOTES = "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT); INSERT INTO notes (body) VALUES ('mine');"
const WAL = 'PRAGMA journal_mode = WAL;'

const make =
  (sql: string) =>
  (file: string): void => {
    const raw = new Database(file)
    raw.exec(sql)
    raw.close()
  }

/** Makes a file as it is after its program was killed: all pages but the first are still in the write-ahead log. */
const leaveInLog =
  (sql: string) =>
  (file: string): void => {
    const live = `${file}.live`
    const raw = new Database(live)
    raw.exec(WAL + sql)
    for (const ending of ['', '-wal']) copyFileSync(live + ending, file + ending)
    raw.close()
  }

const tables = (names: readonly string[]): string => names.map((name) => `CREATE TABLE ${name} (id, body);`).join('')
const numbered = Array.from({ length: 400 }, (_, number) => `t${number}`)

/** Databases of other programs by their kind; each function makes the file, some also a write-ahead log. */
export const FOREIGN: Readonly<Record<string, (file: string) => void>> = {
  'a table of its own': make(NOTES),
  'write-ahead mode': make(WAL + NOTES),
  'everything still in its log': leaveInLog(NOTES),
  'the version of a schema of ours': make(`${NOTES} PRAGMA user_version = 11`),
  'the version of a schema to come': make(`${NOTES} PRAGMA user_version = 999`),
  'incremental vacuum, as ours have': make(`PRAGMA auto_vacuum = INCREMENTAL; ${WAL} ${NOTES} PRAGMA user_version = 3`),
  'the migrations of drizzle': make(`${tables(['__drizzle_migrations'])} ${NOTES} PRAGMA user_version = 2`),
  'tables with names of ours': make(`${tables(['account', 'game', 'universe', 'setting'])} PRAGMA user_version = 4`),
  'the id of another application': make('PRAGMA application_id = 252006673'),
  'hundreds of tables': make(`PRAGMA page_size = 512; BEGIN; ${tables(numbered)} COMMIT`),
  'names in UTF-16': make(`PRAGMA encoding = 'UTF-16'; ${NOTES}`),
}

/** Files that are no database, by kind, with the message that each causes. */
export const NO_DATABASE: Readonly<Record<string, { make: (file: string) => void; says: RegExp }>> = {
  'a text': {
    make: (file) => writeFileSync(file, 'a letter to a friend, and nothing that SQLite would know what to do with'),
    says: /is not a SQLite database/,
  },
  'one byte': { make: (file) => writeFileSync(file, 'x'), says: /is not a SQLite database/ },
  'a folder': { make: (file) => mkdirSync(file), says: /is a folder/ },
  'a pipe': { make: (file) => execFileSync('/usr/bin/env', ['mkfifo', file]), says: /is not a regular file/ },
  'a device': { make: (file) => symlinkSync('/dev/zero', file), says: /is not a regular file/ },
  'the head of a database and no more': {
    make: (file) => writeFileSync(file, 'SQLite format 3\0'),
    says: /is damaged/,
  },
}

/** All entries of the folder with their bytes, mode and time of change. */
export async function contentsOf(folder: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const { mode, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    const bytes = entry.isFile() ? (await readFile(path)).toString('base64') : ''
    found[entry.name] = { mode, size, mtimeNs, ctimeNs, bytes }
  }
  return found
}
