// What a tick is written to, to be timed: a store, or the rows that a tracker keeps who asks one game's history first.

import type { Minute } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { Sample } from '../../../src/domain/sample.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { record } from '../../store/contract/support.js'

export interface TickWriter {
  write(minute: Minute, samples: readonly Sample[]): Promise<void>
  read(): Promise<unknown>
  close(): void
}

export const storeTicks = (store: Store): TickWriter => ({
  write: (minute, samples) => record(store, minute, { samples }),
  read: () => store.series.latest([1]),
  close: () => store.close(),
})

/** Rows that lay there before: more than a page of each universe, as in any table that is older than a few hours. */
const ROWS_BEFORE = 150

/** WITHOUT ROWID, keyed (universe, minute), in the same journal mode and as durable. */
export function rowsByUniverse(file: string, universes: number): TickWriter {
  const raw = new Database(file)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.exec(`CREATE TABLE sample (universe_id INTEGER, minute INTEGER, ccu INTEGER, visits INTEGER, favorites INTEGER,
    likes INTEGER, dislikes INTEGER, PRIMARY KEY (universe_id, minute)) WITHOUT ROWID`)
  const insert = raw.prepare('INSERT OR IGNORE INTO sample VALUES (?, ?, ?, ?, ?, ?, ?)')
  raw.transaction(() => {
    for (let id = 1; id <= universes; id++)
      for (let minute = 0; minute < ROWS_BEFORE; minute++) insert.run(id, minute, 1_000, 1e8, 1e6, 5e5, 5e4)
  })()
  raw.pragma('wal_checkpoint(TRUNCATE)')
  const write = raw.transaction((minute: Minute, samples: readonly Sample[]) => {
    for (const { universeId, ccu, visits, favorites, likes, dislikes } of samples)
      insert.run(universeId, minute, ccu, visits, favorites, likes, dislikes)
  })
  return {
    write: async (minute, samples) => write.immediate(minute, samples),
    read: async () => undefined,
    close: () => raw.close(),
  }
}
