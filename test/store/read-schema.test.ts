// The reader of a file's schema finds what SQLite finds, and does not change the file.
import { copyFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { identify } from '../../src/store/sqlite/file/identify.js'
import { MalformedFile, readSchema } from '../../src/store/sqlite/file/read-schema.js'

let folder = ''
let live = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-schema-'))
  live = join(folder, 'live.db')
})
afterEach(() => rm(folder, { recursive: true }))

/** Reads a copy of the open database, because closing the file itself would release SQLite's locks on it. */
function readCopy(): ReturnType<typeof readSchema> {
  const copy = join(folder, 'copy.db')
  for (const ending of ['', '-wal']) copyFileSync(live + ending, copy + ending)
  return readSchema(copy)
}

const namesIn = (raw: Sqlite.Database): unknown[] => raw.prepare('SELECT name FROM sqlite_schema').pluck().all()

const addTables = (raw: Sqlite.Database, from: number, until: number): void =>
  raw.transaction(() => {
    for (let number = from; number < until; number++) {
      const long = 'x'.repeat((number % 40) ** 2)
      raw.exec(`CREATE TABLE "table ${number}" (id INTEGER PRIMARY KEY, body TEXT DEFAULT '${long}')`)
    }
  })()

describe('what a SQLite file says of itself', () => {
  it.each([512, 1024, 4096, 65_536])('is read on pages of %i bytes, at every number of tables', (pageBytes) => {
    const raw = new Database(live)
    raw.pragma(`page_size = ${pageBytes}`)
    raw.pragma('journal_mode = WAL')
    for (const [from, until] of [
      [0, 1],
      [1, 9],
      [9, 300],
    ] as const) {
      addTables(raw, from, until)
      raw.exec(`CREATE INDEX "index ${from}" ON "table ${from}" (body); CREATE VIEW "view ${from}" AS SELECT 1`)
      raw.pragma(`user_version = ${until}`)
      const read = readCopy()
      expect(read?.names.toSorted()).toEqual(namesIn(raw).toSorted())
      expect(read?.version).toBe(until)
    }
    raw.close()
    expect(readSchema(live)?.names).toHaveLength(306)
  })

  it('is what was committed last, also where the log was restarted', () => {
    const raw = new Database(live)
    raw.pragma('journal_mode = WAL')
    addTables(raw, 0, 50)
    raw.pragma('wal_checkpoint(RESTART)')
    // The log restarts with fewer frames than before, so older frames remain behind the new ones.
    raw.exec('DROP TABLE "table 7"')
    expect(readCopy()?.names.toSorted()).toEqual(namesIn(raw).toSorted())
    raw.pragma('cache_size = 1')
    raw.exec('BEGIN')
    addTables(raw, 100, 200)
    const before = readCopy()?.names
    raw.exec('ROLLBACK')
    expect(before?.toSorted()).toEqual(namesIn(raw).toSorted())
    raw.close()
  })

  it('is nothing to go by where it is broken: cut off, scribbled over, or led in a circle', async () => {
    const raw = new Database(live)
    addTables(raw, 0, 300)
    raw.close()
    const whole = await readFile(live)
    await truncate(live, 50)
    expect(() => readSchema(live)).toThrow(MalformedFile)
    await writeFile(live, whole.subarray(0, 4096))
    expect(() => readSchema(live)).toThrow(MalformedFile)
    const scribbled = Buffer.from(whole)
    scribbled.fill(0xa5, 100, 4096)
    await writeFile(live, scribbled)
    expect(() => readSchema(live)).toThrow(MalformedFile)
    const circle = Buffer.from(whole)
    circle.writeUInt32BE(1, 108)
    await writeFile(live, circle)
    expect(() => readSchema(live)).toThrow(MalformedFile)
    expect(identify(live)).toEqual({ kind: 'damaged' })
  })
})
