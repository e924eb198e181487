// A database that an older Headcount wrote: rows in `sample`, an index by universe, and nothing else.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../../../src/domain/ports/log.js'
import { openStore } from '../../../src/store/open-store.js'
import { DAY, NOW, readSamples } from '../contract/support.js'

const MIGRATIONS = new URL('../../../src/store/sqlite/migrations/', import.meta.url)
const UNIVERSES = [3, 4, 5]
const SPAN = 15_000
const clock = { now: () => NOW }
let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-old-'))
  file = join(folder, 'headcount.db')
})
afterEach(() => rm(folder, { recursive: true }))

const valuesAt = (id: number, minute: number) => [id + (minute % 97), minute * id, id, minute % 5 === 0 ? null : 7, 8]

/** As it was before the migration of the engine. */
async function writeOldDatabase(): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const old = names.slice(0, names.indexOf('0003_series_engine.sql'))
  const raw = new Database(file)
  raw.pragma('auto_vacuum = INCREMENTAL')
  raw.pragma('journal_mode = WAL')
  for (const name of old) raw.exec(await readFile(new URL(name, MIGRATIONS), 'utf8'))
  raw.pragma(`user_version = ${old.length}`)
  const insert = raw.prepare('INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?)')
  raw.transaction(() => {
    for (let minute = DAY - SPAN; minute < DAY; minute++)
      for (const id of UNIVERSES) if (minute % id !== 1) insert.run(minute, id, ...valuesAt(id, minute))
  })()
  raw.close()
}

describe('the rows of an older database', () => {
  it('are all there after the first start, packed', async () => {
    await writeOldDatabase()
    const told: string[] = []
    const log: Log = { info: (_, text) => void told.push(text), warn: () => undefined, error: () => undefined }
    const store = await openStore(`file:${file}`, { clock, log })
    for (const id of UNIVERSES) {
      const samples = await readSamples(store, id, 0, DAY * 2)
      const minutes = Array.from({ length: SPAN }, (_, at) => DAY - SPAN + at).filter((minute) => minute % id !== 1)
      expect(samples.map(({ minute }) => minute)).toEqual(minutes)
      for (const { minute, ccu, visits, favorites, likes, dislikes } of samples)
        expect([ccu, visits, favorites, likes, dislikes]).toEqual(valuesAt(id, minute))
    }
    store.close()
    expect(told.at(-1)).toMatch(/100 %/)
    const raw = new Database(file)
    expect(raw.prepare('SELECT count(*) FROM sample').pluck().get()).toBe(0)
    expect(raw.prepare("SELECT count(*) FROM setting WHERE key = 'series.rows_until'").pluck().get()).toBe(0)
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
    raw.close()
  })
})
