// The samples of open hours as rows, one for each, which SQLite keeps one tick a row.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { MEASURE_NAMES } from '../../../domain/measures.js'
import type { Sample } from '../../../domain/sample.js'
import { encodeTick, samplesOf } from '../../../series/codec/tick.js'
import { groupBy } from '../../../series/gaps/gaps.js'
import type { MoveProgress } from '../../values/moving/sides.js'
import type { MovedRow } from '../../values/moving/tables.js'
import { tickSampleTable } from '../series/tables/tick-samples.js'

export interface MovedHeadRows {
  count(): number
  rows(after: MoveProgress['after']): AsyncIterable<readonly MovedRow[]>
  /** Must be called inside a transaction, with rows that are not there yet. */
  put(rows: readonly MovedRow[]): void
  /** The samples of ticks that cannot be read. */
  damagedRows(): number
}

const BATCH_SIZE = 20_000

export function movedHeadRows(raw: Sqlite.Database): MovedHeadRows {
  const ticks = tickSampleTable({ raw }, undefined)
  const count = raw.prepare<[], number>('SELECT coalesce(sum(samples), 0) FROM tick_samples').pluck()
  const insert = raw.prepare<[number, number, Buffer]>(
    'INSERT INTO tick_samples (minute, samples, data) VALUES (?, ?, ?)',
  )
  return {
    count: () => count.get() ?? 0,
    async *rows(after) {
      const [firstMinute, lastUniverse] = [Number(after?.[0] ?? Number.NEGATIVE_INFINITY), Number(after?.[1] ?? 0)]
      const byMinute = [...groupBy(ticks.rows(), ({ minute }) => minute)].sort(([a], [b]) => a - b)
      for (const [minute, tickRows] of byMinute) {
        if (minute < firstMinute) continue
        const samples = new Map<number, Sample>()
        for (const row of tickRows) {
          const tick = ticks.read(row)
          if (tick === undefined) continue
          // Of two samples of one universe, the one that was written first counts.
          for (const sample of samplesOf(tick))
            if (!samples.has(sample.universeId)) samples.set(sample.universeId, sample)
        }
        const sorted = [...samples.values()]
          .filter(({ universeId }) => minute > firstMinute || universeId > lastUniverse)
          .sort((a, b) => a.universeId - b.universeId)
        for (let from = 0; from < sorted.length; from += BATCH_SIZE) {
          await yieldToEventLoop()
          yield sorted.slice(from, from + BATCH_SIZE).map(rowOf)
        }
      }
    },
    put(rows) {
      for (const [minute, samples] of groupBy(rows.map(sampleOf), (sample) => sample.minute))
        insert.run(minute, samples.length, encodeTick(minute, samples))
    },
    damagedRows: () => ticks.damaged().reduce((sum, { samples }) => sum + samples, 0),
  }
}

const rowOf = (sample: Sample): MovedRow => [
  sample.minute,
  sample.universeId,
  ...MEASURE_NAMES.map((name) => sample[name]),
]

function sampleOf([minute, universeId, ...values]: MovedRow): Sample {
  const sample: Record<string, number | null> = { minute: Number(minute), universeId: Number(universeId) }
  MEASURE_NAMES.forEach((name, index) => {
    const value = values[index] ?? null
    sample[name] = value === null ? null : Number(value)
  })
  return sample as Sample
}
