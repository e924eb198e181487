// Everything moves from a SQLite file to a real PostgreSQL and back, and nothing is lost or changed on the way.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/domain/clock.js'
import type { MoveReport } from '../../../src/domain/operation/moving.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { createStoreMover } from '../../../src/store/move-store.js'
import { openStore } from '../../../src/store/open-store.js'
import { movedTables, UNMOVED_TABLES } from '../../../src/store/postgres/moving/tables.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { contentsOf, DAMAGED, FIRST, LAST, makeFullDatabase, UNIVERSES } from './full-database.js'

let folder: string
let database: TestDatabase
let there: MoveReport
let back: MoveReport
const file = (name: string): string => join(folder, name)
const mover = createStoreMover(systemClock)
const move = (from: string, to: string): Promise<MoveReport> =>
  mover.move({ from, to, signal: new AbortController().signal, onProgress: () => undefined })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-moving-'))
  database = await createDatabase()
  await makeFullDatabase(file('before.db'))
  there = await move(`file:${file('before.db')}`, database.url)
  back = await move(database.url, `file:${file('after.db')}`)
}, 120_000)
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a move to PostgreSQL and back', () => {
  it('leaves every row of every table as it was, and every number that is given next [PROCESS-51]', () => {
    const [before, after] = [contentsOf(file('before.db')), contentsOf(file('after.db'))]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [name, rows] of Object.entries(before)) expect([name, after[name]]).toEqual([name, rows])
  })

  it('reports the same rows in both directions', () => {
    expect(back.tables).toEqual(there.tables)
    expect([there.course, back.course]).toEqual(['begun', 'begun'])
    expect(there.tables.filter(({ rows }) => rows === 0)).toEqual([])
    expect(there).toMatchObject({ segments: 9, changedValues: 0, damagedRows: 0, secrets: 40 })
  })

  it('gives the same answers about the series on both, also about the damaged week [PROCESS-51]', async () => {
    const answers = async (url: string) => {
      const store = await openStore(url, { clock: systemClock })
      try {
        return await answersOf(store)
      } finally {
        await store.close()
      }
    }
    const [one, other] = [await answers(`file:${file('before.db')}`), await answers(database.url)]
    expect(other).toEqual(one)
    expect(one.damage.filter(({ length }) => length > 0)).toHaveLength(1)
  })

  it('carries a damaged segment with the bytes that it has', async () => {
    const rows = await database.run(
      `SELECT encode(data, 'hex') AS data FROM segment WHERE universe_id = ${DAMAGED.universeId} ORDER BY week LIMIT 1`,
    )
    const raw = new Database(file('before.db'), { readonly: true })
    const statement = `SELECT hex(data) FROM segment WHERE key / 1000000 = (SELECT number FROM series
      WHERE universe_id = ${DAMAGED.universeId}) ORDER BY key LIMIT 1`
    expect(rows[0]?.data).toBe(String(raw.prepare(statement).pluck().get()).toLowerCase())
    raw.close()
  })

  it('lets new rows get numbers that no row ever had', async () => {
    const raw = new Database(file('before.db'), { readonly: true })
    const last = raw.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'game'").pluck().get() ?? 0
    raw.close()
    const [row] = await database.run("SELECT nextval('game_id_seq')::int AS next")
    expect(row?.next).toBe(last + 1)
  })

  it('moves each table of both schemas, but those that say how processes share the work, and what is computed again within the hour [PROCESS-51]', async () => {
    const moved = movedTables().map(({ name }) => name)
    const tables = await database.run(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^head_row_' ORDER BY 1",
    )
    const known = [...moved, ...UNMOVED_TABLES, 'headcount_schema'].sort()
    expect(tables.map(({ name }) => name)).toEqual(known)
    // SQLite has one row for each tick; `sample` was emptied by an update, and is not used. What is kept of hours is computed again.
    const inFile = Object.keys(contentsOf(file('before.db'))).filter(
      (name) => !/^sqlite_|^sample$|^hourly_numbers$|^notice_state_next$|^evaluation_write$/.test(name),
    )
    expect(inFile.map((name) => (name === 'tick_samples' ? 'head_row' : name)).sort()).toEqual(moved.sort())
  })
})

const SPAN = { from: FIRST, until: LAST + 1 }

async function answersOf({ series, ...store }: Store) {
  const ids = [...UNIVERSES]
  const each = <T>(ask: (universeId: number) => Promise<T>): Promise<T[]> => Promise.all(ids.map(ask))
  const days = { start: FIRST / 1_440, end: Math.floor(LAST / 1_440) }
  return {
    damage: await each((id) => series.damage(id, SPAN, 'fresh')),
    latest: [...(await series.latest(ids))],
    nearest: [...(await series.nearest(ids, FIRST + 4_000, 10))],
    blocks: await each(async (id) => {
      const minutes: number[] = []
      for await (const block of series.blocks(id, SPAN.from, SPAN.until)) minutes.push(...block.minutes)
      return minutes
    }),
    rollups: await each((id) => series.rollups(id, days, { interval: 5, until: LAST, isReadable: true })),
    gaps: await each((id) => series.gaps(id, SPAN.from, SPAN.until)),
    schedules: await each((id) => series.schedules(id, SPAN.from, SPAN.until)),
    coverage: await each((id) => series.coverage(id, SPAN, 5)),
    cursor: await series.cursor(),
    lost: (await series.findDamage()).filter(({ what }) => what === 'samples'),
    settings: await store.settings.get('a1'),
  }
}
