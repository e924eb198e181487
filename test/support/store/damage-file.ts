// Damages a database file as a failing disk does: flips bits and overwrites pages without the program's knowledge.
import { open } from 'node:fs/promises'
import type { Minute } from '../../../src/domain/clock.js'
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import { Database } from '../../../src/store/sqlite/driver.js'

interface SegmentLocation {
  readonly file: string
  readonly universeId: number
  /** Any minute of the week. */
  readonly minute: Minute
}

const KEY = `SELECT number * 1000000 + 500000 + @week FROM series WHERE universe_id = @universeId`

/** Overwrites pages of the file with zeros, or with the bytes of `noise`. An open store may still have the old pages in its cache. */
export async function breakPages(file: string, pages: readonly number[], noise?: () => number): Promise<void> {
  const raw = new Database(file)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.close()
  const handle = await open(file, 'r+')
  const length = pageBytesOf(file)
  for (const page of pages) {
    const bytes = Uint8Array.from({ length }, () => noise?.() ?? 0)
    await handle.write(bytes, 0, length, (page - 1) * length)
  }
  await handle.close()
}

export function pageBytesOf(file: string): number {
  const raw = new Database(file)
  const bytes = Number(raw.pragma('page_size', { simple: true }))
  raw.close()
  return bytes
}

/** The numbers of the pages that hold a table; the first page of the file is 1. */
export function pagesOf(file: string, table: string): number[] {
  const raw = new Database(file)
  const pages = raw.prepare('SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno').pluck().all(table) as number[]
  raw.close()
  return pages
}

/** Flips one bit in the samples of the last tick that is not compacted. */
export function flipTickBit(file: string, bit = 77): void {
  const raw = new Database(file)
  const row = raw.prepare<[], { id: number; data: Buffer }>('SELECT id, data FROM tick_samples ORDER BY id DESC').get()
  if (row === undefined) throw new Error('There is no tick.')
  const at = bit % (row.data.length * 8)
  row.data[at >> 3] = (row.data[at >> 3] ?? 0) ^ (1 << (at & 7))
  raw.prepare('UPDATE tick_samples SET data = @data WHERE id = @id').run(row)
  raw.close()
}

/** Flips one bit in the segment of a universe and week. */
export function flipBit({ file, universeId, minute }: SegmentLocation, bit = 12_345, table = 'segment'): void {
  const raw = new Database(file)
  const week = Math.floor(minute / WEEK_MINUTES)
  const data = raw.prepare(`SELECT data FROM ${table} WHERE key = (${KEY})`).pluck().get({ week, universeId }) as Buffer
  const at = bit % (data.length * 8)
  data[at >> 3] = (data[at >> 3] ?? 0) ^ (1 << (at & 7))
  raw.prepare(`UPDATE ${table} SET data = @data WHERE key = (${KEY})`).run({ data, week, universeId })
  raw.close()
}
