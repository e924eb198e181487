// The rows of a database from an earlier version, in the table `sample`, are compacted at the first start.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../../../src/domain/ports/events.js'
import type { Sample } from '../../../src/domain/sample.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { DAY, NOW, readSamples } from '../contract/support.js'
import { startStoreProcess } from '../start-store-process.js'
import { minutesOf, UNIVERSES, valuesAt, writeOldDatabase } from './old-database.js'
import { LATER } from './take-over-process.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-old-'))
  file = join(folder, 'headcount.db')
  await writeOldDatabase(file)
})
afterEach(() => rm(folder, { recursive: true }))

const inspect = (sql: string): unknown => {
  const raw = new Database(file)
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
  const found = raw.prepare(sql).pluck().get()
  raw.close()
  return found
}

const rowsOf = (samples: readonly Sample[]) =>
  samples.map(({ minute, ccu, visits, favorites, likes, dislikes }) => [
    minute,
    ccu,
    visits,
    favorites,
    likes,
    dislikes,
  ])

const firstOfHours = (minutes: readonly number[]): number[] =>
  minutes.filter((minute, at) => Math.floor(minute / 60) !== Math.floor((minutes[at - 1] ?? 0) / 60))

describe('the rows of an older database', () => {
  it('are all there after the first start, packed', async () => {
    const logged: string[] = []
    const log: Log = { info: (_, text) => void logged.push(text), warn: () => undefined, error: () => undefined }
    const store = await openStore(`file:${file}`, { clock, log })
    for (const id of UNIVERSES) {
      const expected = minutesOf(id).map((minute) => [minute, ...valuesAt(id, minute)])
      expect(rowsOf(await readSamples(store, id, 0, DAY * 2))).toEqual(expected)
    }
    store.close()
    expect(logged.at(-1)).toMatch(/100 %/)
    expect(inspect('SELECT count(*) FROM sample')).toBe(0)
    expect(inspect("SELECT count(*) FROM setting WHERE key = 'series.rows_until'")).toBe(0)
  })

  it(
    `are all that anybody reads, though the take-over and the retention after it are killed ${ROUNDS} times`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const taking = await startStoreProcess(file, 'now', 'store/series/take-over-process.ts')
        taking.go()
        await taking.firstLine
        await sleep(Math.random() * 60)
        taking.kill()
        expect((await taking.finished).errors).toBe('')
        inspect('SELECT 1')
      }
      const store = await openStore(`file:${file}`, {
        clock: { now: () => LATER, monotonic: () => LATER },
        clockState: () => 'correct',
      })
      await store.series.maintain()
      for (const id of UNIVERSES) {
        const samples = new Map(rowsOf(await readSamples(store, id, 0, DAY * 2)).map((row) => [row[0], row]))
        const expected = firstOfHours(minutesOf(id)).map((minute) => [minute, ...valuesAt(id, minute)])
        expect(expected.map(([minute]) => samples.get(minute ?? 0))).toEqual(expected)
      }
      store.close()
      expect(inspect('SELECT count(*) FROM sample')).toBe(0)
      expect(inspect('SELECT count(*) FROM rollup WHERE slot = 60')).toBeGreaterThan(0)
    },
    60_000 + ROUNDS * 8_000,
  )
})
