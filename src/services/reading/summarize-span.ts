// Summarizes one game over a named range, and over the range before it, at the account's own interval.
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import type { Damage } from '../../domain/rules/damage.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { type DayRollup, lastOf, rollUpDay } from '../../domain/rules/rollup.js'
import { type Span, type SpanName, spanOf } from '../../domain/rules/span.js'
import { type Summary, summarize } from '../../domain/rules/summary.js'
import { thin } from '../../domain/sample.js'
import { previousShift } from './chart-series.js'

export interface SpanSummary {
  readonly game: Game
  readonly span: Span
  readonly summary: Summary
  /** The parts of the range that are damaged on disk; they are not counted. */
  readonly damage: readonly Damage[]
  /** The minute of the first sample ever; undefined if there is none. */
  readonly knownSince: Minute | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
}

/** The sums of any range: of whole UTC days as they are stored, and of the samples of parts of days. */
export function createReadDays(deps: Pick<Deps, 'store'>) {
  const rollUp = createRollUp(deps)
  return async function readDays(universeId: number, { from, until }: Span, interval: number): Promise<DayRollup[]> {
    const [firstDay, lastDay] = [Math.ceil(from / DAY_MINUTES), dayOf(until)]
    if (lastDay <= firstDay) return rollUp(universeId, { from, until }, interval)
    const [start, end] = [firstDay * DAY_MINUTES, lastDay * DAY_MINUTES]
    const range = { start: firstDay, end: lastDay - 1 }
    const whole = await deps.store.series.rollups(universeId, range, { interval, until: end, isReadable: true })
    const head = start === from ? [] : await rollUp(universeId, { from, until: start }, interval)
    const tail = end === until ? [] : await rollUp(universeId, { from: end, until }, interval)
    return [...head, ...whole, ...tail]
  }
}

/** Sums up the samples of any range, of which the first and the last day may be parts. */
const createRollUp = ({ store }: Pick<Deps, 'store'>) =>
  async function rollUp(universeId: number, { from, until }: Span, interval: number): Promise<DayRollup[]> {
    let coverage = await store.series.coverage(universeId, { from, until }, interval)
    const days: DayRollup[] = []
    for await (const block of store.series.blocks(universeId, from, until)) {
      const seen = thin(block, interval)
      const day = rollUpDay(seen, coverage)
      if (day) days.push(day)
      coverage = { ...coverage, previous: lastOf(seen) }
    }
    return days
  }

export function createSummarizeSpan({ store, clock, plans }: Deps) {
  const rollUp = createRollUp({ store })
  return async function summarizeSpan(account: Account, game: Game, name: SpanName): Promise<SpanSummary> {
    const now = minuteOf(clock.now())
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const knownSince = await store.series.firstMinute(game.universeId)
    const span = spanOf(name, { now, first: knownSince ?? now, interval })
    const range = { start: dayOf(span.from), end: dayOf(now) }
    const days =
      name === '24h'
        ? await rollUp(game.universeId, span, interval)
        : await store.series.rollups(game.universeId, range, { interval, until: span.until, isReadable: true })
    const known = await store.series.closingBefore(game.universeId, span.from, interval)
    const covered = days.reduce((minutes, day) => minutes + day.coveredMinutes, 0)
    const summary = { ...summarize(range, days, known, now), coverage: covered / (span.until - span.from) }
    const damage = await store.series.damage(game.universeId, span, 'known')
    return { game, span, summary, damage, knownSince }
  }
}

/** The same range as many days earlier as it has: from the sums of whole days, and the samples of the last part of one. */
export function createSummarizeBefore({ store, clock, plans }: Deps) {
  const rollUp = createRollUp({ store })
  const daysOf = async (universeId: number, { from, until }: Span, interval: number): Promise<DayRollup[]> => {
    const lastDay = dayOf(until) * DAY_MINUTES
    if (from % DAY_MINUTES !== 0 || lastDay <= from) return rollUp(universeId, { from, until }, interval)
    const range = { start: dayOf(from), end: dayOf(lastDay) - 1 }
    const whole = await store.series.rollups(universeId, range, { interval, until: lastDay, isReadable: true })
    return [...whole, ...(await rollUp(universeId, { from: lastDay, until }, interval))]
  }

  /** Undefined for all time, and where nothing was measured. */
  return async function summarizeBefore(account: Account, game: Game, name: SpanName): Promise<Summary | undefined> {
    if (name === 'all') return undefined
    const now = minuteOf(clock.now())
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const span = spanOf(name, { now, first: now, interval })
    const shift = previousShift(span, 'UTC', name)
    const before = { from: span.from - shift, until: span.until - shift }
    const days = await daysOf(game.universeId, before, interval)
    if (days.length === 0) return undefined
    const known = await store.series.closingBefore(game.universeId, before.from, interval)
    const covered = days.reduce((minutes, day) => minutes + day.coveredMinutes, 0)
    const summary = summarize({ start: dayOf(before.from), end: dayOf(before.until) }, days, known, now)
    return { ...summary, coverage: covered / (before.until - before.from) }
  }
}
