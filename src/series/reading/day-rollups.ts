// Rollups: stored ones for days that are compacted and over, and sums of the samples for the others.
import { DAY_MINUTES, WEEK_DAYS } from '../../domain/clock.js'
import { MEASURE_NAMES } from '../../domain/measures.js'
import type { RollupView } from '../../domain/ports/series.js'
import { MAX_REACH } from '../../domain/rules/cadence.js'
import type { DateRange } from '../../domain/rules/date-range.js'
import { type DayRollup, DaySum, rollUpDay } from '../../domain/rules/rollup.js'
import { cut, dayOfBlock, splitDays } from '../blocks.js'
import { bufferFor } from '../codec/segment.js'
import { weekOf, weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import { MAX_TURN_MS } from './universe-reader.js'
import type { WeekCoverageReader } from './week-coverage.js'
import type { Sources, WeekReader } from './weeks.js'

export interface RollupSources extends Pick<Sources, 'memory' | 'directory'> {
  readonly weeks: WeekReader
  readonly rollups: RollupTable
  readonly coverageOf: WeekCoverageReader
}

/**
 * Adds the rollups of as many weeks from `first` on as fit into a turn of the event loop. Returns the next week. Must be
 * called inside a transaction.
 */
export type DayRollupReader = (query: DayRollupsQuery, first: number, found: DayRollup[]) => number

export function dayRollupReader(sources: RollupSources): DayRollupReader {
  const { memory, directory, weeks, rollups, coverageOf } = sources

  return (ask, first, found) => {
    const began = performance.now()
    const { universeId, range, interval } = ask
    const lastWeek = weekOf(range.end * DAY_MINUTES)
    const rows = memory.sync()
    const entry = directory.find(universeId)
    const stored = entry && rollups.between(entry.number, first, lastWeek, interval)
    const sampledWeeks = weeks.between(universeId, first * WEEK_DAYS * DAY_MINUTES, (range.end + 1) * DAY_MINUTES)
    for (const week of sampledWeeks) {
      if (week > first && performance.now() - began > MAX_TURN_MS) return week
      // In a damaged week only the readable samples are added up, because its rollups include samples that are lost.
      const known = ask.damaged.has(week) ? undefined : stored?.get(week)?.days
      const days = daysOf(week, range)
      // With imports, the last sample before a day may cover its beginning. Where that is a head row, the stored sum does not know it yet.
      const reach = known !== undefined && coverageOf(universeId, week).hasCadences ? MAX_REACH : 0
      const isLive = (day: number): boolean =>
        ask.until < (day + 1) * DAY_MINUTES || rows.has(universeId, day * DAY_MINUTES - reach, (day + 1) * DAY_MINUTES)
      const isThinned = (stored?.get(week)?.slot ?? 1) > 1
      const live = known === undefined ? days : isThinned ? [] : days.filter(isLive)
      const done = known?.filter(({ day }) => days.includes(day) && !live.includes(day)) ?? []
      const [only] = live
      const computed =
        only === undefined
          ? []
          : live.length === 1 && done.length > 0
            ? openDay(sources, ask, only)
            : liveDays(sources, ask, week, live)
      found.push(...[...done, ...computed].sort((a, b) => a.day - b.day))
    }
    return lastWeek + 1
  }
}

export interface DayRollupsQuery extends RollupView {
  readonly universeId: number
  readonly range: DateRange
  /** Week numbers. */
  readonly damaged: ReadonlySet<number>
}

const daysOf = (week: number, { start, end }: DateRange): number[] =>
  Array.from({ length: WEEK_DAYS }, (_, day) => week * WEEK_DAYS + day).filter((day) => day >= start && day <= end)

function liveDays(
  { weeks, coverageOf }: RollupSources,
  ask: DayRollupsQuery,
  week: number,
  days: readonly number[],
): DayRollup[] {
  const span = { from: weekStart(week), until: weekStart(week + 1) }
  const block = weeks.part(room, ask.universeId, span)
  const coverage = coverageOf(ask.universeId, week)
  return [...splitDays(block)]
    .filter((part) => days.includes(dayOfBlock(part)))
    .flatMap((part) => rollUpDay(part, coverage.of(block, dayOfBlock(part), ask)) ?? [])
}

/** The sum of one day beside stored ones, usually the current day, which is read often: it is cached, and new samples are added to it. */
function openDay(sources: RollupSources, ask: DayRollupsQuery, day: number): DayRollup[] {
  const { memory } = sources
  const { universeId, interval } = ask
  const until = (day + 1) * DAY_MINUTES
  const openSum = memory.days.get(universeId)?.get(interval)
  if (openSum?.day !== day) return begin(sources, ask, day)
  openSum.sum.add(memory.sync().block(universeId, openSum.sum.lastMinute + 1, until))
  return sumOf(sources, ask, openSum.sum, day)
}

/** Holds a week of one universe while its days are added up. */
const room = bufferFor(0, MEASURE_NAMES)

function begin(sources: RollupSources, ask: DayRollupsQuery, day: number): DayRollup[] {
  const { memory, weeks, coverageOf } = sources
  const week = weekOf(day * DAY_MINUTES)
  const [from, until] = [day * DAY_MINUTES, (day + 1) * DAY_MINUTES]
  const coverage = coverageOf(ask.universeId, week)
  // A sample of the day before may cover the beginning of this one.
  const block = weeks.part(room, ask.universeId, { from: coverage.hasCadences ? weekStart(week) : from, until })
  const view = { interval: ask.interval, until: Number.POSITIVE_INFINITY }
  const sum = new DaySum(coverage.of(block, day, view)).add(cut(block, from, until))
  if (cut(block, from, until).minutes.length === 0) return []
  const sums = memory.days.get(ask.universeId) ?? new Map()
  memory.days.set(ask.universeId, sums.set(ask.interval, { day, sum }))
  return sumOf(sources, ask, sum, day)
}

/** A view that ends before the last sample of the sum, as after a clock was set back, is computed from the samples. */
function sumOf(sources: RollupSources, ask: DayRollupsQuery, sum: DaySum, day: number): DayRollup[] {
  if (ask.until < sum.lastMinute) return liveDays(sources, ask, weekOf(day * DAY_MINUTES), [day])
  const rollup = sum.at(ask.until)
  return rollup === undefined ? [] : [rollup]
}
