// The engine and the row store, filled with the same samples.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DAY_MINUTES, MINUTE_MS, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { openStore } from '../../../src/store/open-store.js'
import { split } from '../../../src/store/sqlite/series/blocks.js'
import { openOracle } from '../../store/oracle/open-oracle.js'
import { Crowd } from './data.js'

export const END: Minute = Date.UTC(2026, 5, 17, 11, 30) / MINUTE_MS

export interface Bench {
  now: number
  readonly folder: string
}

export const clockOf = (bench: Bench) => ({ now: () => bench.now })

export const openEngine = (bench: Bench, name: string): Promise<Store> =>
  openStore(`file:${join(bench.folder, name)}`, { clock: clockOf(bench) })
export const openRows = (bench: Bench, name: string): Promise<Store> =>
  openOracle(join(bench.folder, name), clockOf(bench))

/** Answers the records written and the milliseconds that the store took. */
export async function fill(store: Store, universes: number, days: number, by: number = WEEK_MINUTES) {
  let [ms, records] = [0, 0]
  for (let id = 1; id <= universes; id++) {
    const whole = new Crowd(id, END - days * DAY_MINUTES).block(days * DAY_MINUTES)
    const began = performance.now()
    for (const block of split(whole, by)) await store.series.importBlock(block)
    ms += performance.now() - began
    records += whole.minutes.length
  }
  return { ms, records }
}

export async function bytesOf(bench: Bench, name: string): Promise<number> {
  const file = join(bench.folder, name)
  const raw = new Database(file)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.close()
  return (await stat(file)).size
}
