// Finds the sample nearest to a minute among the first ones of each hour. Those of the last two days are stored beside the
// segments, so that a ranking of thousands of games decodes no segment to know what was a day ago.
import { HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { type Block, rowAt, type Sample, thin } from '../../domain/sample.js'
import { cut, merge, sampleAt } from '../blocks.js'
import type { HourAnswer, SeriesMemory } from '../memory.js'
import { type HourSamples, hasHours } from '../tables/hour-samples.js'
import type { Directory } from '../tables/keys.js'
import { COST, type StoredReading, type UniverseReader } from './universe-reader.js'
import type { WeekReader } from './weeks.js'

export interface NearestHourSources {
  readonly memory: SeriesMemory
  readonly directory: Directory
  readonly hourSamples: HourSamples
  readonly weeks: WeekReader
}

/** Rankings ask for three: a day ago with either tolerance, and two days ago. */
const MAX_CACHED_ANSWERS = 3

const hourBeginOf = (minute: Minute): Minute => Math.floor(minute / HOUR_MINUTES) * HOUR_MINUTES

/** Must be called inside a transaction. */
export type NearestHourReader = (minute: Minute, tolerance: number) => UniverseReader<Sample>

export function nearestHourReader(sources: NearestHourSources): NearestHourReader {
  const { memory, directory, hourSamples, weeks } = sources

  const remembered = (universeId: number, minute: Minute, tolerance: number): HourAnswer | undefined =>
    memory.hours.get(universeId)?.find((one) => one.tolerance === tolerance && one.from <= minute && minute < one.until)

  /** The first samples of the hours between two full hours. */
  function hoursOf(universeId: number, from: Minute, until: Minute): { readonly block: Block; readonly cost: number } {
    const entry = directory.find(universeId)
    const isCompacted = entry !== undefined && entry.last >= from && entry.first < until
    const stored = isCompacted ? hourSamples.read(entry) : undefined
    if (isCompacted && (stored === undefined || !hasHours(stored, from, Math.min(until, entry.last + 1))))
      return { block: thin(weeks.block(universeId, from, until), HOUR_MINUTES), cost: COST.segment }
    const open = memory.sync().block(universeId, from, until)
    const block = stored === undefined ? open : merge(cut(stored.block, from, until), open)
    return { block: thin(block, HOUR_MINUTES), cost: COST.row }
  }

  function read(universeId: number, minute: Minute, tolerance: number): StoredReading<Sample> {
    const [from, until] = [hourBeginOf(minute - tolerance), hourBeginOf(minute + tolerance) + HOUR_MINUTES]
    const { block, cost } = hoursOf(universeId, from, until)
    const answer = answerAt(block, minute, { tolerance, from, until })
    const others = memory.hours.get(universeId) ?? []
    memory.hours.set(universeId, [answer, ...others.slice(0, MAX_CACHED_ANSWERS - 1)])
    return { value: answer.sample, cost }
  }

  return (minute, tolerance) => {
    memory.sync()
    const known = (id: number) => {
      const answer = remembered(id, minute, tolerance)
      return answer && { value: answer.sample }
    }
    return { known, read: (id) => read(id, minute, tolerance) }
  }
}

/** The block holds the samples between `from` and `until`; what lies outside is unknown. */
function answerAt(
  block: Block,
  minute: Minute,
  { tolerance, from, until }: Omit<HourAnswer, 'sample' | 'before'>,
): HourAnswer {
  const { minutes } = block
  const at = (row: number): Minute => (row < 0 ? from - 1 : (minutes[row] ?? until))
  const after = rowAt(minutes, minute + 1)
  const row = after < minutes.length && at(after) - minute < minute - at(after - 1) ? after : after - 1
  const shared = { tolerance, before: until }
  const isFar = row < 0 || row >= minutes.length || Math.abs(at(row) - minute) > tolerance
  if (isFar) return { ...shared, from: at(after - 1) + tolerance + 1, until: at(after) - tolerance, sample: undefined }
  return {
    ...shared,
    from: Math.max(at(row) - tolerance, Math.floor((at(row - 1) + at(row)) / 2) + 1),
    until: Math.min(at(row) + tolerance, Math.floor((at(row) + at(row + 1)) / 2)) + 1,
    sample: sampleAt(block, row),
  }
}
