// Sums up how much is stored, and what retention will remove. The tables of thousands of games are read in parts, each by the key
// after the last one of the part before, with turns of the event loop between: in one statement, all others would wait for it. A
// compaction between two parts can count an hour of a game twice or not at all.
import { type Clock, DAY_MINUTES, DAY_MS } from '../../../../domain/clock.js'
import type { SeriesSize } from '../../../../domain/ports/series.js'
import { FORECAST_DAYS, type Retention } from '../../../../series/retention/retention.js'
import { type Directory, weekStart } from '../../../../series/tables/keys.js'
import { createTurns } from '../../../values/turns.js'
import type { Connection } from '../../connection.js'

interface SizeDeps {
  readonly directory: Directory
  readonly retention: Retention
  readonly clock: Clock
}

/** Rows that one statement reads: they take some milliseconds. */
const BATCH_SIZE = 500
const BEFORE_ALL_KEYS = Number.MIN_SAFE_INTEGER

/** Sums one column of `rows`, which selects a `key` and a `value` of a table. */
async function sumInTurns({ raw }: Connection, rows: string): Promise<number> {
  const part = raw.prepare<[number, number], { readonly last: number | null; readonly total: number | null }>(
    `SELECT max(key) AS last, sum(value) AS total FROM (SELECT * FROM (${rows}) WHERE key > ? ORDER BY key LIMIT ?)`,
  )
  const turn = createTurns()
  let sum = 0
  for (let last: number | null = BEFORE_ALL_KEYS; last !== null; ) {
    const found = part.get(last, BATCH_SIZE)
    sum += found?.total ?? 0
    last = found?.last ?? null
    await turn()
  }
  return sum
}

async function leavingSamplesOf({ directory, retention, clock }: SizeDeps): Promise<number> {
  const dueOf = retention.due(clock.now() + FORECAST_DAYS * DAY_MS)
  const turn = createTurns()
  let leaving = 0
  for (const entry of directory.all()) {
    for (const { samples, week, nextSlot } of dueOf(entry)) {
      const left = Math.ceil((weekStart(week + 1) - weekStart(week)) / nextSlot)
      leaving += Math.max(0, samples - left)
    }
    await turn()
  }
  return leaving
}

/** The schedule in force of each universe. */
const SAMPLES_A_DAY = `SELECT universe_id AS key, ${DAY_MINUTES} / interval AS value FROM schedule AS s
  WHERE interval > 0 AND since = (SELECT max(since) FROM schedule WHERE universe_id = s.universe_id)`

export async function sizeOf(connection: Connection, deps: SizeDeps): Promise<SeriesSize> {
  const pragma = (name: string): number => Number(connection.raw.pragma(name, { simple: true }))
  const packed = await sumInTurns(connection, 'SELECT key, samples AS value FROM rollup')
  const open = await sumInTurns(connection, 'SELECT id AS key, samples AS value FROM tick_samples')
  const packedBytes = await sumInTurns(connection, 'SELECT key, length(data) AS value FROM segment')
  const samplesADay = await sumInTurns(connection, SAMPLES_A_DAY)
  const leavingSamples = await leavingSamplesOf(deps)
  const bytesEach = packed === 0 ? 0 : packedBytes / packed
  return {
    samples: packed + open,
    bytes: pragma('page_count') * pragma('page_size'),
    freeBytes: pragma('freelist_count') * pragma('page_size'),
    samplesADay,
    bytesADay: Math.round(samplesADay * bytesEach),
    leavingSamples,
    leavingBytes: Math.round(leavingSamples * bytesEach),
  }
}
