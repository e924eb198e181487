// A universe that cannot be compacted keeps its rows and is reported once; all others are compacted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../src/domain/clock.js'
import type { Log } from '../../../../src/domain/ports/events.js'
import { decodeTick } from '../../../../src/series/codec/tick.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { blockOf, DAY, readSamples, record, sample } from '../../contract/support.js'

const IDS = [5, 6, 7]
const MINUTES = Array.from({ length: 90 }, (_, index) => DAY + index)
let folder = ''
let file = ''
const errors: object[] = []
const log: Log = { info: () => undefined, warn: () => undefined, error: (details) => void errors.push(details) }
let now = 0
const open = () =>
  openStore(`file:${file}`, {
    clock: { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS },
    clockState: () => 'correct',
    log,
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-failing-'))
  file = join(folder, 'headcount.db')
  errors.length = 0
  now = DAY + 90
})
afterEach(() => rm(folder, { recursive: true }))

function sql<T>(statement: string): T[] {
  const raw = new Database(file)
  const result = raw.prepare(statement)
  const rows = result.reader ? (result.pluck().all() as T[]) : []
  if (!result.reader) result.run()
  raw.close()
  return rows
}
const openIds = (): number[] => {
  const ticks = sql<Buffer>(`SELECT data FROM tick_samples WHERE minute < ${DAY + 60}`)
  return [...new Set(ticks.flatMap((bytes) => [...decodeTick(bytes).universeIds]))].sort((a, b) => a - b)
}

describe('a universe that cannot be packed', () => {
  it('stays in its rows, is reported once with the cause, and is packed when that is gone', async () => {
    const store = await open()
    for (const minute of MINUTES) await record(store, minute, { samples: IDS.map((id) => sample(id, minute, id)) })
    // Universes get their internal numbers in the order of their first compaction, so 6 has number 2.
    for (const id of IDS) await store.series.importBlock(blockOf(id, [sample(id, DAY - 1)]))
    sql(`CREATE TRIGGER refused BEFORE INSERT ON rollup WHEN NEW.key / 1000000 = 2
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    await store.series.maintain()
    await store.series.maintain()
    expect(openIds()).toEqual([6])
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ universeId: 6, err: { message: 'refused' } })
    for (const id of IDS)
      expect(await readSamples(store, id, DAY, DAY + 90)).toEqual(MINUTES.map((minute) => sample(id, minute, id)))
    sql('DROP TRIGGER refused')
    await store.series.maintain()
    expect(openIds()).toEqual([])
    for (const reopen of [async () => store, open]) {
      const reader = await reopen()
      for (const id of IDS)
        expect(await readSamples(reader, id, DAY, DAY + 90)).toEqual(MINUTES.map((minute) => sample(id, minute, id)))
      reader.close()
    }
  })
})

describe('a deletion that stops half way', () => {
  const many = Array.from({ length: 400 }, (_, index) => index + 1)
  const openMinutes = () =>
    sql<number>(`SELECT DISTINCT minute FROM tick_samples WHERE minute < ${DAY + 60} ORDER BY 1`)

  it('leaves rows that are packed and deleted by the next run', async () => {
    const store = await open()
    for (const minute of MINUTES) await record(store, minute, { samples: many.map((id) => sample(id, minute, id)) })
    sql(`CREATE TRIGGER refused BEFORE DELETE ON tick_samples WHEN OLD.minute = ${DAY + 50}
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    // Each deletion takes longer than a transaction may, so that there are several.
    sql(`CREATE TRIGGER slow BEFORE DELETE ON tick_samples
      BEGIN SELECT length(hex(zeroblob(4000000 + OLD.id))); END`)
    await expect(store.series.maintain()).rejects.toThrow('refused')
    expect(openMinutes()).toContain(DAY + 50)
    expect(openMinutes()).not.toContain(DAY)
    for (const trigger of ['refused', 'slow']) sql(`DROP TRIGGER ${trigger}`)
    await store.series.maintain()
    expect(openMinutes()).toEqual([])
    for (const id of [1, 200, 400])
      expect(await readSamples(store, id, DAY, DAY + 90)).toEqual(MINUTES.map((minute) => sample(id, minute, id)))
    store.close()
  })
})
