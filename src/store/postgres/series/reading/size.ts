// How much is stored, what is added a day, and what retention will remove.
import { DAY_MINUTES, DAY_MS, WEEK_MINUTES } from '../../../../domain/clock.js'
import type { SeriesSize } from '../../../../domain/ports/series.js'
import { FORECAST_DAYS } from '../../../../series/retention/retention.js'
import type { Statements } from '../../connection.js'
import { type DueWeekDeps, dueWeeks } from '../retention/due-weeks.js'

interface StoredTotals {
  readonly compacted: number
  readonly newest: number
  readonly segmentBytes: number
  readonly samplesADay: number
  readonly bytes: number
}

async function readTotals(run: Statements): Promise<StoredTotals> {
  const one = async (statement: string): Promise<number> => (await run<{ n: number }>(statement))[0]?.n ?? 0
  return {
    compacted: await one('SELECT coalesce(sum(samples), 0)::float8 AS n FROM rollup'),
    newest: await one('SELECT count(*)::float8 AS n FROM head_row'),
    segmentBytes: await one('SELECT coalesce(sum(octet_length(data)), 0)::float8 AS n FROM segment'),
    samplesADay: await one(`
      SELECT coalesce(sum(${DAY_MINUTES} / interval), 0)::float8 AS n
      FROM (SELECT DISTINCT ON (universe_id) interval FROM schedule ORDER BY universe_id, since DESC) AS latest
      WHERE interval > 0`),
    bytes: await one('SELECT pg_database_size(current_database())::float8 AS n'),
  }
}

export const sizeReader = (deps: DueWeekDeps) => async (): Promise<SeriesSize> => {
  const { compacted, newest, segmentBytes, samplesADay, bytes } = await deps.connection.snapshot(readTotals)
  const bytesEach = compacted === 0 ? 0 : segmentBytes / compacted
  let leavingSamples = 0
  for (const { samples, nextSlot } of await dueWeeks(deps, deps.options.clock.now() + FORECAST_DAYS * DAY_MS))
    leavingSamples += Math.max(0, samples - Math.ceil(WEEK_MINUTES / nextSlot))
  return {
    samples: compacted + newest,
    bytes,
    // The server uses its free pages again, and does not tell how many there are.
    freeBytes: 0,
    samplesADay,
    bytesADay: Math.round(samplesADay * bytesEach),
    leavingSamples,
    leavingBytes: Math.round(leavingSamples * bytesEach),
  }
}
