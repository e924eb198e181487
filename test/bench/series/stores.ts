// The storage engine and the row store, filled with the same samples.
import { stat } from 'node:fs/promises'
import { DAY_MINUTES, MINUTE_MS, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { split } from '../../../src/series/blocks.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { openOracle } from '../../store/open-oracle.js'
import { SampleGenerator } from './data.js'

export const END: Minute = Date.UTC(2026, 5, 17, 11, 30) / MINUTE_MS

/** Stands still, so that equal questions get equal answers. */
export class BenchClock {
  time = END * MINUTE_MS
  now = (): number => this.time
  monotonic = (): number => this.now()
}

export const STORES = {
  engine: (file: string, clock = new BenchClock()): Promise<Store> =>
    openStore(`file:${file}`, { clock, clockState: () => 'correct' }),
  rows: (file: string, clock = new BenchClock()): Promise<Store> => openOracle(file, clock),
}
export type StoreName = keyof typeof STORES

/** `by`: the minutes of a write. `until`: the minute after the last sample. */
interface SampleFilling {
  readonly by?: number
  readonly until?: Minute
}

/** Answers the records written and the milliseconds that the store took. */
export async function fill(store: Store, universes: number, days: number, options: SampleFilling = {}) {
  const { by = WEEK_MINUTES, until = END } = options
  let [ms, records] = [0, 0]
  for (let id = 1; id <= universes; id++) {
    const whole = new SampleGenerator(id, until - days * DAY_MINUTES).block(days * DAY_MINUTES)
    const began = performance.now()
    for (const block of split(whole, by)) await store.series.importBlock(block)
    ms += performance.now() - began
    records += whole.minutes.length
  }
  return { ms, records }
}

export async function bytesOf(file: string): Promise<number> {
  const raw = new Database(file)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.close()
  return (await stat(file)).size
}
