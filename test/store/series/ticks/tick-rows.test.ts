// The samples of the open hours are stored by tick: bytes that cannot be read, and rows of an older database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../src/domain/clock.js'
import type { Log } from '../../../../src/domain/ports/events.js'
import { CorruptError } from '../../../../src/series/codec/bytes.js'
import { decodeTick, encodeTick, samplesOf } from '../../../../src/series/codec/tick.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { blockOf, DAY, NOW, readSamples, record, sample } from '../../contract/support.js'
import { openOldGame } from '../old-database.js'

const IDS = [5, 6]
let folder = ''
let file = ''
let now = DAY + 10
const errors: object[] = []
const log: Log = { info: () => undefined, warn: () => undefined, error: (details) => void errors.push(details) }
const open = (target = file) =>
  openStore(`file:${target}`, {
    clock: { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS },
    clockState: () => 'correct',
    log,
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-ticks-'))
  file = join(folder, 'headcount.db')
  errors.length = 0
  now = DAY + 10
})
afterEach(() => rm(folder, { recursive: true }))

const database = <T>(target: string, work: (raw: InstanceType<typeof Database>) => T): T => {
  const raw = new Database(target)
  try {
    return work(raw)
  } finally {
    raw.close()
  }
}
const column = (target: string, sql: string): unknown[] => database(target, (raw) => raw.prepare(sql).pluck().all())

describe('a tick that cannot be read', () => {
  const DAMAGED = DAY + 3
  const minutes = Array.from({ length: 10 }, (_, index) => DAY + index)
  const others = (id: number) => minutes.filter((minute) => minute !== DAMAGED).map((minute) => sample(id, minute, id))

  async function openDamaged() {
    const store = await open()
    const schedules = IDS.map((universeId) => ({ universeId, since: DAY, interval: 1 }))
    for (const minute of minutes)
      await record(store, minute, {
        samples: IDS.map((id) => sample(id, minute, id)),
        schedules: minute === DAY ? schedules : [],
      })
    store.close()
    database(file, (raw) => {
      const found = raw.prepare<[number], { data: Buffer }>('SELECT data FROM tick_samples WHERE minute = ?')
      const data = found.get(DAMAGED)?.data ?? Buffer.alloc(0)
      data[20] = (data[20] ?? 0) ^ 4
      raw.prepare('UPDATE tick_samples SET data = ? WHERE minute = ?').run(data, DAMAGED)
    })
    return open()
  }
  const lost = [{ what: 'samples', from: DAMAGED, until: DAMAGED + 1 }]

  it('is logged once and reported with its minute, and all other ticks are served', async () => {
    const store = await openDamaged()
    for (const id of IDS) {
      expect(await readSamples(store, id, DAY, DAY + 10)).toEqual(others(id))
      expect(await store.series.damage(id, { from: DAY, until: DAY + 10 }, 'known')).toEqual(lost)
      expect(await store.series.damage(id, { from: DAY, until: DAMAGED }, 'known')).toEqual([])
    }
    expect(await store.series.damage(7, { from: DAY, until: DAY + 10 }, 'known')).toEqual([])
    expect(errors).toEqual([expect.objectContaining({ samples: 2, minute: '2026-06-17T00:03:00.000Z' })])
    const all = { what: 'samples of a minute', universeId: null, from: DAMAGED, until: DAMAGED + 1, samples: 2 }
    expect(await store.series.findDamage()).toEqual([all])
    store.close()
  })

  it('keeps its bytes when the hour is compacted, and counts no more for a universe whose sample is imported', async () => {
    const store = await openDamaged()
    now = DAY + 70
    await store.series.maintain()
    expect(column(file, 'SELECT minute FROM tick_samples')).toEqual([DAMAGED])
    for (const id of IDS) expect(await readSamples(store, id, DAY, DAY + 10)).toEqual(others(id))
    await store.series.importBlock(blockOf(5, [sample(5, DAMAGED, 5)]))
    expect(await store.series.damage(5, { from: DAY, until: DAY + 10 }, 'known')).toEqual([])
    expect(await store.series.damage(6, { from: DAY, until: DAY + 10 }, 'known')).toEqual(lost)
    store.close()
  })
})

describe('two ticks of one minute', () => {
  it('are compacted and deleted together, with the first sample of each universe', async () => {
    const store = await open()
    await record(store, DAY, { samples: [sample(6, DAY, 1)] })
    await record(store, DAY, { samples: [sample(6, DAY, 2), sample(5, DAY, 2)] })
    expect(column(file, 'SELECT sum(samples) FROM tick_samples')).toEqual([2])
    now = DAY + 70
    await store.series.maintain()
    expect(column(file, 'SELECT minute FROM tick_samples')).toEqual([])
    expect(await readSamples(store, 5, DAY, DAY + 1)).toEqual([sample(5, DAY, 2)])
    expect(await readSamples(store, 6, DAY, DAY + 1)).toEqual([sample(6, DAY, 1)])
    store.close()
  })
})

describe('a tick of many universes', () => {
  const UNIVERSES = 10_000
  const LIMIT = 2_000

  it('is added to memory in parts, and a read in between has all of it', async () => {
    const store = await open()
    const ticks = [0, 1].map((after) => {
      const samples = Array.from({ length: UNIVERSES }, (_, index) => sample(index + 1, DAY + after, after))
      return new Proxy(samples, {
        get: (target, key) => {
          if (typeof key === 'string' && Number(key) >= 0) reads++
          return Reflect.get(target, key)
        },
      })
    })
    let reads = 0
    const turn = async (): Promise<number> => {
      reads = 0
      await yieldToEventLoop()
      return reads
    }
    await store.series.latest([1])
    await record(store, DAY, { samples: ticks[0] ?? [] })
    const turns = []
    for (let count = 0; count < 2 * (UNIVERSES / LIMIT); count++) turns.push(await turn())
    expect(turns.reduce((sum, count) => sum + count)).toBe(UNIVERSES)
    expect(Math.max(...turns)).toBeLessThanOrEqual(LIMIT)

    await record(store, DAY + 1, { samples: ticks[1] ?? [] })
    expect(await turn()).toBeLessThanOrEqual(LIMIT)
    for (const id of [1, UNIVERSES]) expect((await store.series.latest([id])).get(id)?.minute).toBe(DAY + 1)
    expect(await turn()).toBe(0)
    store.close()
  })
})

describe('open hours that an older database kept as rows', () => {
  const BEFORE_TICKS = 29
  const MINUTES = Array.from({ length: 70 }, (_, index) => DAY + index)

  it('become ticks at the first start, with every value as it was', async () => {
    const old = await openOldGame(BEFORE_TICKS)
    const insert = old.raw.prepare('INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?)')
    for (const minute of MINUTES) for (const id of IDS) insert.run(minute, id, minute - DAY, 2 ** 40, 3, null, null)
    old.raw.close()
    now = DAY + 70
    const store = await open(old.file)
    const values = { visits: 2 ** 40, favorites: 3, likes: null, dislikes: null }
    for (const id of IDS)
      expect(await readSamples(store, id, DAY, DAY + 70)).toEqual(
        MINUTES.map((minute) => expect.objectContaining({ universeId: id, minute, ccu: minute - DAY, ...values })),
      )
    expect(column(old.file, 'SELECT count(*) FROM sample')).toEqual([0])
    expect(column(old.file, 'SELECT samples FROM tick_samples')).toEqual(MINUTES.map(() => 2))
    expect(column(old.file, "SELECT value FROM setting WHERE key = 'series.rows_left'")).toEqual([])
    await store.series.maintain()
    expect(column(old.file, 'SELECT minute FROM tick_samples')).toEqual(MINUTES.slice(60))
    store.close()
  })
})

describe('the bytes of a tick', () => {
  const samples = [
    { ...sample(1, NOW, 0), visits: 2 ** 53 - 2 },
    { ...sample(7, NOW, 127), likes: null },
    { ...sample(8, NOW, 128), dislikes: 0.5 },
    { ...sample(9_876_543_210, NOW, 2 ** 31), favorites: 2 ** 35 + 1 },
  ]
  const bytes = encodeTick(NOW, samples)

  it('hold every value', () => {
    expect(samplesOf(decodeTick(bytes))).toEqual(samples)
  })

  it('are known to be damaged wherever a bit has changed or an end is missing', () => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      expect(() => decodeTick(changed)).toThrow(CorruptError)
      expect(() => decodeTick(bytes.subarray(0, at))).toThrow(CorruptError)
    }
  })
})
