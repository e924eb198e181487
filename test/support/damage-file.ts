// Damage as disks make it: bits and pages of the file turn over behind the program's back.
import type { Minute } from '../../src/domain/clock.js'
import { WEEK_MINUTES } from '../../src/domain/clock.js'
import { Database } from '../../src/store/sqlite/driver.js'

interface StoredWeek {
  readonly file: string
  readonly universeId: number
  /** Any minute of the week. */
  readonly minute: Minute
}

const KEY = `SELECT number * 1000000 + 500000 + @week FROM series WHERE universe_id = @universeId`

/** Turns one bit of a universe's week over. */
export function flipBit({ file, universeId, minute }: StoredWeek, bit = 12_345, table = 'segment'): void {
  const raw = new Database(file)
  const week = Math.floor(minute / WEEK_MINUTES)
  const data = raw.prepare(`SELECT data FROM ${table} WHERE key = (${KEY})`).pluck().get({ week, universeId }) as Buffer
  const at = bit % (data.length * 8)
  data[at >> 3] = (data[at >> 3] ?? 0) ^ (1 << (at & 7))
  raw.prepare(`UPDATE ${table} SET data = @data WHERE key = (${KEY})`).run({ data, week, universeId })
  raw.close()
}
