// What the samples of the days of a week cover: the schedules in force, the cadences of imports, and the last sample
// before each day.
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { MAX_REACH } from '../../domain/rules/cadence.js'
import { type Coverage, type EarlierSample, lastOf } from '../../domain/rules/rollup.js'
import type { Span } from '../../domain/rules/span.js'
import { type Block, thin } from '../../domain/sample.js'
import { cut } from '../blocks.js'
import type { ImportCadences } from '../tables/import-cadences.js'
import { weekOf, weekStart } from '../tables/keys.js'
import type { Schedules } from '../tables/schedules.js'

export interface CoverageTables {
  readonly schedules: Schedules
  readonly cadences: ImportCadences
  /** All samples of a universe's week. */
  readonly readWeek: (universeId: number, week: number) => Block
}

export interface WeekCoverage {
  /** Whether a sample of one day may cover time of the next. */
  readonly hasCadences: boolean
  /** `block` contains the samples of the week before the day, or all of it. Without cadences it is not read. */
  of(block: Block, day: number, view: Pick<Coverage, 'interval' | 'until'>): Coverage
}

export type WeekCoverageReader = (universeId: number, week: number) => WeekCoverage

/** Must be called inside one transaction. */
export function weekCoverageReader({ schedules, cadences, readWeek }: CoverageTables): WeekCoverageReader {
  return (universeId, week) => {
    const [start, end] = [weekStart(week), weekStart(week + 1)]
    const inForce = schedules.between(universeId, start, end)
    const spans = cadences.between(universeId, start - MAX_REACH, end)
    if (spans.length === 0) return { hasCadences: false, of: (_block, _day, view) => ({ ...view, schedules: inForce }) }
    let weekBefore: Block | undefined
    const previousOf = (block: Block, minute: Minute, interval: number): EarlierSample | undefined => {
      const inWeek = lastSeen(block, minute, interval)
      if (inWeek !== undefined || minute - MAX_REACH >= start) return inWeek
      weekBefore ??= readWeek(universeId, weekOf(start - 1))
      return lastSeen(weekBefore, minute, interval)
    }
    return {
      hasCadences: true,
      of(block, day, view) {
        const previous = previousOf(block, day * DAY_MINUTES, view.interval)
        return { ...view, schedules: inForce, cadences: spans, previous }
      },
    }
  }
}

/** The last sample that a reader at `interval` sees before a minute, as far back as one can cover it. */
function lastSeen(block: Block, minute: Minute, interval: number): EarlierSample | undefined {
  return lastOf(thin(cut(block, minute - MAX_REACH, minute), interval))
}

export interface SpanTables extends Pick<CoverageTables, 'schedules' | 'cadences'> {
  /** All samples between two minutes. */
  readonly readSpan: (universeId: number, from: Minute, until: Minute) => Block
}

/** The same for a range that may begin and end within a day. */
export function spanCoverageReader({ schedules, cadences, readSpan }: SpanTables) {
  return (universeId: number, { from, until }: Span, interval: number): Coverage => {
    const inForce = schedules.between(universeId, from, until)
    const spans = cadences.between(universeId, from - MAX_REACH, until)
    const view = { interval, schedules: inForce, until, since: from }
    if (spans.length === 0) return view
    const earlier = readSpan(universeId, from - MAX_REACH, from)
    return { ...view, cadences: spans, previous: lastSeen(earlier, from, interval) }
  }
}
