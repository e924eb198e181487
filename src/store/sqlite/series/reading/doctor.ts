// What the doctor asks: which segments are damaged and what is lost with them, how much there is, and what will go.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, MINUTE_MS } from '../../../../domain/clock.js'
import type { LostSamples, SeriesStore } from '../../../../domain/ports/series.js'
import type { Connection } from '../../connection.js'
import { rowAt } from '../blocks.js'
import { peekHeader } from '../codec/segment.js'
import { findRemovedDamage } from '../removed/removed-samples.js'
import type { RemovedSegments } from '../removed/removed-segments.js'
import type { Retention } from '../retention/retention.js'
import { type Entry, keyOf, weekOf, weekStart } from '../tables/keys.js'
import type { Kept, RollupTable } from '../tables/rollup-table.js'
import type { Place } from '../tables/segments.js'
import type { Sources } from './weeks.js'

export interface DoctorParts extends Sources {
  readonly rollups: RollupTable
  readonly retention: Retention
  readonly clock: Clock
  readonly removed: RemovedSegments
}

const FORECAST_DAYS = 30

export function seriesDoctor(connection: Connection, parts: DoctorParts): Pick<SeriesStore, 'findDamage' | 'size'> {
  const { directory, segments, rollups } = parts
  const aside = connection.raw.prepare<[number], SetAside>(
    'SELECT CAST(data AS BLOB) AS data, samples FROM damaged_segment WHERE key = ?',
  )

  function lostOf(place: Place, kept: Kept): Pick<LostSamples, 'what' | 'samples'> | undefined {
    const { segment } = segments.inspect(place)
    // How many there were is written beside the rollups, too.
    if (segment === undefined) return { what: 'samples', samples: kept.samples }
    if (kept.slot > 1) return rollups.isSpoilt(place) ? { what: 'sums', samples: 0 } : undefined
    const missing = missingIn(segment.block.minutes, aside.get(keyOf(place.number, place.week)))
    return missing > 0 ? { what: 'samples', samples: missing } : undefined
  }

  return {
    async findDamage() {
      const found: LostSamples[] = []
      const entries = new Map(directory.all().map((entry) => [entry.number, entry]))
      for (const number of rollups.numbers()) {
        const entry = entries.get(number)
        for (const { week, ...kept } of rollups.kept(number)) {
          const lost = isFound(entry, week) ? lostOf({ ...entry, week }, kept) : outOfReach(kept)
          const range = { from: weekStart(week), until: weekStart(week + 1) }
          if (lost) found.push({ universeId: entry?.universeId ?? null, ...range, ...lost })
          await breathe()
        }
      }
      return [...found, ...(await findRemovedDamage(parts.removed))]
    },
    size: async () => sizeOf(connection, parts),
  }
}

const outOfReach = ({ samples }: Kept): Pick<LostSamples, 'what' | 'samples'> => ({ what: 'samples', samples })

/** Where the row of a universe in `series` is damaged or missing, nobody finds the weeks that it does not tell of. */
const isFound = (entry: Entry | undefined, week: number): entry is Entry =>
  entry !== undefined && week >= weekOf(entry.first) && week <= weekOf(entry.last)

/** A segment that was damaged when its week was written anew. */
interface SetAside {
  readonly data: Buffer
  readonly samples: number | null
}

/** What nobody has imported again. Where its header cannot be read, any sample of the week counts as one of its own. */
function missingIn(minutes: Int32Array, damaged: SetAside | undefined): number {
  const header = damaged && peekHeader(damaged.data)
  if (header === undefined) return (damaged?.samples ?? 0) - minutes.length
  return header.count - (rowAt(minutes, header.last + 1) - rowAt(minutes, header.first))
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
