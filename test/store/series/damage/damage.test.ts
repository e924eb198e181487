// A flipped bit is found and reported, and only the week that contains it is lost.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WEEK_MINUTES } from '../../../../src/domain/clock.js'
import type { Log } from '../../../../src/domain/ports/events.js'
import { encodeSegment } from '../../../../src/series/codec/segment.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { blockOf, DAY, NOW, readSamples, sample } from '../../contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const FIRST = Math.floor(DAY / WEEK_MINUTES - 3) * WEEK_MINUTES
let folder = ''
let file = ''
const errors: object[] = []
const log: Log = { info: () => undefined, warn: () => undefined, error: (details) => void errors.push(details) }
const open = () => openStore(`file:${file}`, { clock, clockState: () => 'correct', log })

/** Hourly samples of three weeks. */
const rowsOf = (id: number) =>
  Array.from({ length: 3 * 168 }, (_, hour) => sample(id, FIRST + hour * 60, 100 + (hour % 24)))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-damage-'))
  file = join(folder, 'headcount.db')
  errors.length = 0
  const store = await open()
  for (const id of [5, 6]) await store.series.importBlock(blockOf(id, rowsOf(id)))
  store.close()
})
afterEach(() => rm(folder, { recursive: true }))

function sql<T>(statement: string): T[] {
  const raw = new Database(file)
  const prepared = raw.prepare<[], T>(statement)
  const rows = prepared.reader ? (prepared.pluck().all() as T[]) : []
  if (!prepared.reader) prepared.run()
  raw.close()
  return rows
}

/** Flips one bit of the second segment of the first universe. */
function flip(table: 'segment' | 'rollup', bit: number): void {
  const raw = new Database(file)
  const { key, data } = raw.prepare(`SELECT key, data FROM ${table} ORDER BY key LIMIT 1 OFFSET 1`).get() as {
    key: number
    data: Buffer
  }
  const at = bit % (data.length * 8)
  data[at >> 3] = (data[at >> 3] ?? 0) ^ (1 << (at & 7))
  raw.prepare(`UPDATE ${table} SET data = ? WHERE key = ?`).run(data, key)
  raw.close()
}

/** The rows under two keys change places. */
function exchange(table: 'segment' | 'rollup', first: number, second: number): void {
  sql(
    `UPDATE ${table} SET key = CASE key WHEN ${first} THEN ${-second} ELSE ${-first} END WHERE key IN (${first}, ${second})`,
  )
  sql(`UPDATE ${table} SET key = -key WHERE key < 0`)
}

describe('a damaged segment', () => {
  const lost = {
    what: 'samples',
    universeId: 5,
    from: FIRST + WEEK_MINUTES,
    until: FIRST + 2 * WEEK_MINUTES,
    samples: 168,
  }
  const rest = rowsOf(5).filter(({ minute }) => minute < lost.from || minute >= lost.until)

  it('is reported once, counts as nothing, and the rest is served [DATA-10]', async () => {
    flip('segment', 12_345)
    const store = await open()
    expect(await readSamples(store, 5, 0, 2 * DAY)).toEqual(rest)
    expect(await readSamples(store, 5, 0, 2 * DAY)).toEqual(rest)
    expect(await readSamples(store, 6, 0, 2 * DAY)).toEqual(rowsOf(6))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ universeId: 5 })
    expect((await store.series.latest([5])).get(5)?.minute).toBe(rest.at(-1)?.minute)
    store.close()
  })

  it('is listed with what is lost, wherever the bit lies', async () => {
    const whole = await open()
    expect(await whole.series.findDamage()).toEqual([])
    whole.close()
    flip('segment', 3)
    const store = await open()
    expect(await store.series.findDamage()).toEqual([lost])
    store.close()
  })

  it('is mended by importing its samples again; its bytes are quarantined', async () => {
    flip('segment', 999)
    const store = await open()
    const count = await store.series.importBlock(blockOf(5, rowsOf(5)))
    expect(count).toEqual({ imported: 168, corrected: 0, unchanged: 336 })
    expect(await readSamples(store, 5, 0, 2 * DAY)).toEqual(rowsOf(5))
    expect(await store.series.findDamage()).toEqual([])
    store.close()
    const raw = new Database(file)
    expect(raw.prepare('SELECT count(*) FROM damaged_segment').pluck().get()).toBe(1)
    raw.close()
  })

  it.each([
    ['values', 999],
    ['header', 3],
  ])('is reported until all of its samples are there again, damaged in its %s', async (_, bit) => {
    flip('segment', bit)
    const store = await open()
    const ofWeek = rowsOf(5).filter(({ minute }) => minute >= lost.from && minute < lost.until)
    await store.series.importBlock(blockOf(5, ofWeek.slice(0, 24)))
    expect(await store.series.findDamage()).toEqual([{ ...lost, samples: 144 }])
    await store.series.importBlock(blockOf(5, ofWeek.slice(24)))
    expect(await store.series.findDamage()).toEqual([])
    store.close()
  })

  it('is reported where the sums of a thinned-out week cannot be worked out from samples any more', async () => {
    flip('rollup', 777)
    const store = await open()
    expect(await store.series.findDamage()).toEqual([])
    const raw = new Database(file)
    raw.exec('UPDATE rollup SET slot = 60')
    raw.close()
    expect(await store.series.findDamage()).toEqual([{ ...lost, what: 'sums', samples: 0 }])
    store.close()
  })

  it('leaves rollups that are damaged to be worked out from the samples', async () => {
    const range = { start: FIRST / 1_440, end: FIRST / 1_440 + 20 }
    const whole = await open()
    const before = await whole.series.rollups(5, range, { interval: 5, until: DAY })
    whole.close()
    flip('rollup', 777)
    const store = await open()
    expect(await store.series.rollups(5, range, { interval: 5, until: DAY })).toEqual(before)
    store.close()
  })

  it('leaves rollups of another week or universe to be worked out from the samples too [DATA-10]', async () => {
    const range = { start: FIRST / 1_440, end: FIRST / 1_440 + 20 }
    const read = async () => {
      const store = await open()
      const found = [5, 6].map((id) => store.series.rollups(id, range, { interval: 5, until: DAY }))
      const rollups = await Promise.all(found)
      store.close()
      return rollups
    }
    const before = await read()
    const keys = sql<number>('SELECT key FROM rollup ORDER BY key')
    const [first = 0, second = 0, , other = 0] = keys
    expect(keys).toHaveLength(6)
    for (const [one, two] of [
      [first, second],
      [first, other],
    ] as const) {
      errors.length = 0
      exchange('rollup', one, two)
      expect(await read()).toEqual(before)
      expect(errors.length).toBeGreaterThan(1)
    }
  })

  it('has its rollups mended by the next maintenance, and reports them once', async () => {
    flip('rollup', 777)
    const range = { start: FIRST / 1_440, end: FIRST / 1_440 + 20 }
    const store = await open()
    for (let round = 0; round < 2; round++) await store.series.rollups(5, range, { interval: 5, until: DAY })
    expect(errors).toHaveLength(1)
    await store.series.maintain()
    store.close()
    const again = await open()
    await again.series.rollups(5, range, { interval: 5, until: DAY })
    expect(errors).toHaveLength(1)
    again.close()
  })

  it('is read where a bit of its row makes a text of its bytes', async () => {
    for (const table of ['segment', 'rollup']) sql(`UPDATE ${table} SET data = CAST(data AS TEXT)`)
    const store = await open()
    expect(await readSamples(store, 5, 0, 2 * DAY)).toEqual(rowsOf(5))
    expect(await store.series.findDamage()).toEqual([])
    expect((await store.series.importBlock(blockOf(5, rowsOf(5)))).unchanged).toBe(504)
    expect(errors).toEqual([])
    store.close()
  })

  it('costs its week alone where its row says another length than the file has', async () => {
    const [data] = sql<Buffer>('SELECT data FROM segment ORDER BY key LIMIT 1 OFFSET 1')
    const bytes = await readFile(file)
    const beginning = data?.subarray(0, 40) ?? Buffer.alloc(0)
    // The byte before a segment is its length; a flipped bit in unused space of a page does no harm.
    let found = 0
    for (let at = bytes.indexOf(beginning); at > 0; at = bytes.indexOf(beginning, at + 1), found++)
      bytes[at - 1] = (bytes[at - 1] ?? 0) ^ 64
    expect(found).toBeGreaterThan(0)
    await writeFile(file, bytes)
    const store = await open()
    expect(await readSamples(store, 5, 0, 2 * DAY)).toEqual(rest)
    // The other universe has the same values and therefore the same bytes.
    expect(await store.series.findDamage()).toEqual([lost, { ...lost, universeId: 6 }])
    store.close()
  })

  it('is reported where it is one of another week, or where nobody finds it any more', async () => {
    const [first = 0, second = 0] = sql<number>('SELECT key FROM segment ORDER BY key LIMIT 2')
    exchange('segment', first, second)
    sql('UPDATE series SET universe_id = 7, number = 70 WHERE universe_id = 6')
    sql(`UPDATE series SET first_minute = ${FIRST + WEEK_MINUTES} WHERE universe_id = 5`)
    const store = await open()
    const weeks = (await store.series.findDamage()).map(({ universeId, from }) => [
      universeId,
      (from - FIRST) / WEEK_MINUTES,
    ])
    expect(weeks).toEqual([
      [5, 0],
      [5, 1],
      [null, 0],
      [null, 1],
      [null, 2],
    ])
    store.close()
  })

  it('is reported where it is the same week of another universe, and that of an older Headcount is read', async () => {
    const [first = 0, second = 0] = sql<number>(
      'SELECT key FROM segment WHERE key % 1000000 = (SELECT min(key) % 1000000 FROM segment)',
    )
    exchange('segment', first, second)
    const store = await open()
    const week = { from: FIRST, until: FIRST + WEEK_MINUTES, what: 'samples', samples: 168 }
    expect(await store.series.findDamage()).toEqual([5, 6].map((universeId) => ({ ...week, universeId })))
    store.close()
    const raw = new Database(file)
    for (const [key, id] of [
      [first, 5],
      [second, 6],
    ] as const)
      raw
        .prepare('UPDATE segment SET data = ? WHERE key = ?')
        .run(encodeSegment(blockOf(id, rowsOf(id).slice(0, 168))), key)
    raw.close()
    const again = await open()
    expect(await again.series.findDamage()).toEqual([])
    expect(await readSamples(again, 5, 0, 2 * DAY)).toEqual(rowsOf(5))
    again.close()
  })

  it('reports how much there is, and how much a day brings', async () => {
    const store = await open()
    const size = await store.series.size()
    expect(size).toMatchObject({ samples: 2 * 3 * 168, samplesADay: 0 })
    expect(size.bytes).toBeGreaterThan(4_096)
    store.close()
  })
})
