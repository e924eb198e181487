// Reads rollups: stored ones for days that are compacted and over, and sums of the samples for the others.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MINUTES, WEEK_DAYS } from '../../../../domain/clock.js'
import type { RollupView, SeriesStore } from '../../../../domain/ports/series.js'
import { MAX_REACH } from '../../../../domain/rules/cadence.js'
import type { DateRange } from '../../../../domain/rules/date-range.js'
import { type DayRollup, DaySum, rollUpDay } from '../../../../domain/rules/rollup.js'
import { cut, dayOfBlock, splitDays } from '../blocks.js'
import { weekOf } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import { MAX_TURN_MS } from './by-universe.js'
import type { DamageCache } from './known-damage.js'
import type { WeekCoverageReader } from './week-coverage.js'
import type { Sources, WeekReader } from './weeks.js'

export interface RollupSources extends Pick<Sources, 'memory' | 'directory'> {
  readonly weeks: WeekReader
  readonly rollups: RollupTable
  readonly coverageOf: WeekCoverageReader
  readonly knownDamage: DamageCache
  readonly inRead: <T>(work: () => T) => T
}

export function rollupReader(sources: RollupSources): SeriesStore['rollups'] {
  const { memory, directory, weeks, rollups, knownDamage, coverageOf, inRead } = sources

  /** Reads as many weeks from `first` on as fit into a slice. Returns the next week. */
  function take(ask: DayRollupsQuery, first: number, found: DayRollup[]): number {
    const began = performance.now()
    const { universeId, range, interval } = ask
    const lastWeek = weekOf(range.end * DAY_MINUTES)
    const rows = memory.sync()
    const entry = directory.find(universeId)
    const stored = entry && rollups.between(entry.number, first, lastWeek, interval)
    const open = weeks.between(universeId, first * WEEK_DAYS * DAY_MINUTES, (range.end + 1) * DAY_MINUTES)
    for (const week of open) {
      if (week > first && performance.now() - began > MAX_TURN_MS) return week
      // In a damaged week only the readable samples are added up, because its rollups include samples that are lost.
      const known = ask.damaged.has(week) ? undefined : stored?.get(week)?.rollups?.days.get(interval)
      const days = daysOf(week, range)
      // A head row before a day may cover its beginning instead of an imported sample.
      const reach = known !== undefined && coverageOf(universeId, week).hasCadences ? MAX_REACH : 0
      const isLive = (day: number): boolean =>
        ask.until < (day + 1) * DAY_MINUTES || rows.has(universeId, day * DAY_MINUTES - reach, (day + 1) * DAY_MINUTES)
      const isSettled = (stored?.get(week)?.slot ?? 1) > 1
      const live = known === undefined ? days : isSettled ? [] : days.filter(isLive)
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

  return async (universeId, range, view) => {
    const found: DayRollup[] = []
    let week = weekOf(range.start * DAY_MINUTES)
    const damage = view.isReadable
      ? await knownDamage.known(universeId, week, weekOf(range.end * DAY_MINUTES))
      : NO_DAMAGE
    const damaged = new Set(damage.filter(({ what }) => what === 'samples').map((one) => one.week))
    const ask = { universeId, range, ...view, damaged }
    while (week <= weekOf(range.end * DAY_MINUTES)) {
      const from = week
      week = inRead(() => take(ask, from, found))
      if (week <= weekOf(range.end * DAY_MINUTES)) await yieldToEventLoop()
    }
    return found
  }
}

interface DayRollupsQuery extends RollupView {
  readonly universeId: number
  readonly range: DateRange
  /** Week numbers. */
  readonly damaged: ReadonlySet<number>
}

const NO_DAMAGE: Awaited<ReturnType<DamageCache['known']>> = []

const daysOf = (week: number, { start, end }: DateRange): number[] =>
  Array.from({ length: WEEK_DAYS }, (_, day) => week * WEEK_DAYS + day).filter((day) => day >= start && day <= end)

function liveDays(
  { weeks, coverageOf }: RollupSources,
  ask: DayRollupsQuery,
  week: number,
  days: readonly number[],
): DayRollup[] {
  const block = weeks.read(ask.universeId, week)
  const coverage = coverageOf(ask.universeId, week)
  return [...splitDays(block)]
    .filter((part) => days.includes(dayOfBlock(part)))
    .flatMap((part) => rollUpDay(part, coverage.of(block, dayOfBlock(part), ask)) ?? [])
}

/** The current day is read often: its sum is cached, and new samples are added to it. */
function openDay(sources: RollupSources, ask: DayRollupsQuery, day: number): DayRollup[] {
  const { memory } = sources
  const { universeId, interval } = ask
  const until = (day + 1) * DAY_MINUTES
  const openSum = memory.days.get(universeId)?.get(interval)
  if (openSum?.day !== day) return begin(sources, ask, day)
  openSum.sum.add(memory.sync().block(universeId, openSum.sum.lastMinute + 1, until))
  return sumOf(sources, ask, openSum.sum, day)
}

function begin(sources: RollupSources, ask: DayRollupsQuery, day: number): DayRollup[] {
  const { memory, weeks, coverageOf } = sources
  const week = weekOf(day * DAY_MINUTES)
  const whole = weeks.read(ask.universeId, week)
  const block = cut(whole, day * DAY_MINUTES, (day + 1) * DAY_MINUTES)
  const view = { interval: ask.interval, until: Number.POSITIVE_INFINITY }
  const sum = new DaySum(coverageOf(ask.universeId, week).of(whole, day, view)).add(block)
  if (block.minutes.length === 0) return []
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
