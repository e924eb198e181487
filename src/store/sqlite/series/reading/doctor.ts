// Reads for the doctor: which segments are damaged and what is lost with them, how much is stored, and what retention
// will remove.

import type { Clock } from '../../../../domain/clock.js'
import { MEASURE_NAMES } from '../../../../domain/measures.js'
import type { SeriesStore } from '../../../../domain/ports/series.js'
import type { LostSamples } from '../../../../domain/reasons/database-damage.js'
import { bufferFor } from '../../../../series/codec/segment.js'
import { type DamageDeps, damageFinder } from '../../../../series/reading/damage.js'
import type { RemovedSegments } from '../../../../series/removal/removed-segments.js'
import type { Retention } from '../../../../series/retention/retention.js'
import { EARLIEST_WEEK, LATEST_WEEK, weekStart } from '../../../../series/tables/keys.js'
import { createTurns } from '../../../values/turns.js'
import { type Connection, isUnreadable } from '../../connection.js'
import type { RemovedScan } from '../removal/removed-rows.js'
import { findRemovedDamage } from '../removal/removed-samples.js'
import type { TickSampleTable } from '../tables/tick-samples.js'
import { sizeOf } from './size.js'

/** The tables that are read as a whole. */
export interface ExaminationDeps extends DamageDeps {
  readonly tickSamples: TickSampleTable
  readonly removed: RemovedSegments
  readonly removedScan: RemovedScan
}

export interface DoctorDeps extends ExaminationDeps {
  readonly retention: Retention
  readonly clock: Clock
}

export const seriesDoctor = (connection: Connection, deps: DoctorDeps): Pick<SeriesStore, 'findDamage' | 'size'> => ({
  findDamage: async (signal) => (await examineSeries(deps, signal)).lost,
  size: async () => sizeOf(connection, deps),
})

export interface SeriesExamination {
  readonly segments: number
  readonly lost: readonly LostSamples[]
  /** How many samples are counted as stored and cannot be read; without those of the quarantine and of retention. */
  readonly unreadableSamples: number
}

/** Reads and decodes every segment, every tick and every segment that retention removed. */
export async function examineSeries(deps: ExaminationDeps, signal?: AbortSignal): Promise<SeriesExamination> {
  const lost: LostSamples[] = []
  let [segments, unreadableSamples] = [0, 0]
  const turn = createTurns()
  for (const { found, isUnreadable } of lostWeeks(deps)) {
    signal?.throwIfAborted()
    segments++
    if (found) lost.push(found)
    if (isUnreadable) unreadableSamples += found?.samples ?? 0
    await turn()
  }
  const others = [...ofNobody(deps), ...(await lostTicks(deps.tickSamples, signal))]
  for (const { samples } of others) unreadableSamples += samples ?? 0
  return { segments, lost: [...lost, ...others, ...(await removedDamage(deps))], unreadableSamples }
}

async function removedDamage({ removed, removedScan }: ExaminationDeps): Promise<LostSamples[]> {
  try {
    return await findRemovedDamage(removed, removedScan)
  } catch (error) {
    // A broken page hides them; the check of the whole file reports it.
    if (!isUnreadable(error)) throw error
    return []
  }
}

async function lostTicks(table: TickSampleTable, signal?: AbortSignal): Promise<LostSamples[]> {
  const turn = createTurns()
  for (const row of table.rows()) {
    signal?.throwIfAborted()
    table.read(row)
    await turn()
  }
  return table.damaged().map(({ minute, samples }) => ({
    what: 'samples of a minute',
    universeId: null,
    from: minute,
    until: minute + 1,
    samples,
  }))
}

interface ExaminedWeek {
  readonly found: LostSamples | undefined
  /** The segment itself cannot be read; else what is lost lies in quarantine. */
  readonly isUnreadable: boolean
}

/** A segment is only looked at, so each is decoded into the same memory. */
function* lostWeeks(deps: DamageDeps): Generator<ExaminedWeek> {
  const room = bufferFor(0, MEASURE_NAMES)
  const finder = damageFinder(deps)
  for (const entry of deps.directory.all())
    for (const week of finder.weeks(entry, EARLIEST_WEEK, LATEST_WEEK)) {
      let isUnreadable = true
      const damage = finder.ofWeek(entry, week, (place) => {
        const result = deps.segments.inspect(place, room)
        isUnreadable = result.found === undefined
        return result
      })
      const { universeId } = entry
      const found = damage && { ...rangeOf(week.week), universeId, what: damage.what, samples: damage.samples }
      yield { found, isUnreadable }
    }
}

/** The segments of universes whose row in `series` is missing. */
function ofNobody({ directory, rollups }: DamageDeps): LostSamples[] {
  const named = new Set(directory.all().map(({ number }) => number))
  try {
    return rollups
      .numbers()
      .filter((number) => !named.has(number))
      .flatMap((number) => rollups.weeks(number).flatMap((week) => rollups.retentions(number, week, week)))
      .map(({ week, samples }) => ({ ...rangeOf(week), universeId: null, what: 'samples' as const, samples }))
  } catch (error) {
    // A broken page hides them; the check of the whole file reports it.
    if (!isUnreadable(error)) throw error
    return []
  }
}

const rangeOf = (week: number) => ({ from: weekStart(week), until: weekStart(week + 1) })
