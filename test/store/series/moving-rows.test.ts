// The rows of open hours of an older database become ticks at the first start, also where the process is killed meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { DAY, readSamples } from '../contract/support.js'
import { startStoreProcess } from '../start-store-process.js'
import { openOldGame } from './old-database.js'

const BEFORE_TICKS = 29
const KILLS = 3
const IDS = [5, 6, 7]
/** So many that moving them takes longer than looking at the file. */
const MINUTES = Array.from({ length: 8_000 }, (_, index) => DAY + index)

function writeRows(raw: Sqlite.Database): void {
  const insert = raw.prepare('INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?)')
  raw.transaction(() => {
    for (const minute of MINUTES) for (const id of IDS) insert.run(minute, id, minute % 97, minute * id, id, null, null)
  })()
}

const countsOf = (raw: Sqlite.Database): { readonly left: number; readonly moved: number } => ({
  left: Number(raw.prepare('SELECT count(*) FROM sample').pluck().get()),
  moved: Number(raw.prepare('SELECT total(samples) FROM tick_samples').pluck().get()),
})

/** Resolves as soon as more than `moved` rows are in ticks. */
async function isMoving(raw: Sqlite.Database, moved: number): Promise<void> {
  while (countsOf(raw).moved <= moved) await sleep(1)
}

describe('a process that is killed while it moves rows to ticks', () => {
  it(`loses and doubles no sample, killed ${KILLS} times`, { timeout: 60_000 }, async () => {
    const { file, raw } = await openOldGame(BEFORE_TICKS)
    writeRows(raw)
    raw.close()
    for (let kill = 0, before = 0; kill < KILLS; kill++) {
      const moving = await startStoreProcess(file, 'now', 'store/series/take-over-process.ts')
      moving.go()
      // The first process adds the table of ticks.
      while (!hasTicks(file)) await sleep(1)
      const seen = new Database(file)
      await isMoving(seen, before)
      moving.kill()
      expect((await moving.finished).errors).toBe('')
      const { left, moved } = countsOf(seen)
      expect({ total: left + moved, isWhole: left % IDS.length === 0 }).toEqual({
        total: MINUTES.length * IDS.length,
        isWhole: true,
      })
      expect(left).toBeGreaterThan(0)
      expect(moved).toBeGreaterThan(before)
      before = moved
      seen.close()
    }
    const now = (MINUTES.at(-1) ?? 0) * MINUTE_MS
    const store = await openStore(`file:${file}`, { clock: { now: () => now, monotonic: () => now } })
    for (const id of IDS)
      expect(
        (await readSamples(store, id, DAY, DAY + MINUTES.length)).map(({ minute, ccu, visits }) => [
          minute,
          ccu,
          visits,
        ]),
      ).toEqual(MINUTES.map((minute) => [minute, minute % 97, minute * id]))
    store.close()
  })
})

const hasTicks = (file: string): boolean => {
  const raw = new Database(file)
  try {
    return raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tick_samples'").get() !== undefined
  } finally {
    raw.close()
  }
}
