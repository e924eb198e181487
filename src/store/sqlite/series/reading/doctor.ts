// What the doctor asks: which segments are damaged and what is lost with them, how much there is, and what will go.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, MINUTE_MS } from '../../../../domain/clock.js'
import type { LostSamples, SeriesStore } from '../../../../domain/ports/series.js'
import type { Connection } from '../../connection.js'
import { peekHeader } from '../codec/segment.js'
import type { Retention } from '../folding/retention.js'
import { weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import type { Sources } from './weeks.js'

export interface DoctorParts extends Sources {
  readonly rollups: RollupTable
  readonly retention: Retention
  readonly clock: Clock
}

const FORECAST_DAYS = 30

export function seriesDoctor(connection: Connection, parts: DoctorParts): Pick<SeriesStore, 'findDamage' | 'size'> {
  const { directory, segments, rollups } = parts

  /** The number of samples is written in the segment, and once more beside its rollups. */
  function* damageOf(number: number, universeId: number): Generator<LostSamples | undefined> {
    for (const { week, samples } of rollups.kept(number)) {
      const { bytes, error, segment } = segments.inspect({ number, universeId, week })
      if (segment !== undefined) yield undefined
      else {
        const header = bytes === undefined || error === undefined ? undefined : peekHeader(bytes)
        yield {
          universeId,
          from: weekStart(week),
          until: weekStart(week + 1),
          samples: samples ?? header?.count ?? null,
        }
      }
    }
  }

  return {
    async findDamage() {
      const found: LostSamples[] = []
      for (const { number, universeId } of directory.all())
        for (const lost of damageOf(number, universeId)) {
          if (lost !== undefined) found.push(lost)
          await breathe()
        }
      return found
    },
    size: async () => sizeOf(connection, parts),
  }
}

async function sizeOf({ raw }: Connection, { directory, retention, clock }: DoctorParts) {
  const one = (sql: string): number => Number(raw.prepare(sql).pluck().get() ?? 0)
  const pragma = (name: string): number => Number(raw.pragma(name, { simple: true }))
  const samples = one('SELECT coalesce(sum(samples), 0) FROM rollup') + one('SELECT count(*) FROM sample')
  const packed = one('SELECT coalesce(sum(samples), 0) FROM rollup')
  const packedBytes = one('SELECT coalesce(sum(length(data)), 0) FROM segment')
  const bytesEach = packed === 0 ? 0 : packedBytes / packed
  const samplesADay = one(`
    SELECT coalesce(sum(${DAY_MINUTES} / s.interval), 0) FROM schedule s WHERE s.interval > 0
      AND s.since = (SELECT max(since) FROM schedule WHERE universe_id = s.universe_id)`)
  const dueOf = retention.due(clock.now() + FORECAST_DAYS * DAY_MINUTES * MINUTE_MS)
  let leavingSamples = 0
  for (const entry of directory.all())
    for (const { samples, week, nextSlot } of dueOf(entry)) {
      const left = Math.ceil((weekStart(week + 1) - weekStart(week)) / nextSlot)
      leavingSamples += Math.max(0, samples - left)
    }
  return {
    samples,
    bytes: pragma('page_count') * pragma('page_size'),
    freeBytes: pragma('freelist_count') * pragma('page_size'),
    samplesADay,
    bytesADay: Math.round(samplesADay * bytesEach),
    leavingSamples,
    leavingBytes: Math.round(leavingSamples * bytesEach),
  }
}
