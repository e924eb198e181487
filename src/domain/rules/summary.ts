// Computes the summary of a range of days from the day rollups, as API-17 defines it.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../measures.js'
import { type DateRange, endMinute, firstMinute } from './date-range.js'
import type { ClosingValues, DayRollup } from './rollup.js'

/** The least coverage of a day or a window that is compared: the mean of its busy or of its quiet hours alone is not its mean. */
export const MIN_COMPARED_COVERAGE = 0.7

/** A value in the range before and in the range; null where it was not measured. */
export interface ValueChange {
  readonly before: number | null
  readonly after: number | null
}

export interface CounterSummary {
  readonly start: number | null
  readonly end: number | null
  readonly change: number | null
}

export interface Summary {
  readonly range: DateRange
  readonly samples: number
  /** The share of the range, up to now, that samples cover: 0 … 1. */
  readonly coverage: number
  readonly ccu: {
    readonly min: number | null
    readonly average: number | null
    readonly max: number | null
    readonly peakAt: Minute | null
    readonly latest: number | null
  }
  /** All measures but CCU. */
  readonly counters: Readonly<Record<ClosingMeasure, CounterSummary>>
  readonly likeRatio: number | null
  readonly playerHours: number | null
}

export interface DaySummary {
  readonly day: number
  readonly samples: number
  readonly coverage: number
  readonly ccu: {
    readonly min: number | null
    readonly average: number | null
    readonly max: number | null
    readonly peakAt: Minute | null
  }
  /** The day's closing values; a missing one is replaced by the last known one (DATA-3). */
  readonly closing: ClosingValues
  /** The closing values minus those at the beginning of the day, as in a summary of this day alone. */
  readonly changes: ClosingValues
  readonly playerHours: number | null
}

/** `known` contains the values last known before the range. `now` is the current minute. */
export function summarize(range: DateRange, days: readonly DayRollup[], known: ClosingValues, now: Minute): Summary {
  const samples = sum(days, (day) => day.samples)
  const coveredMinutes = sum(days, (day) => day.coveredMinutes)
  const integral = sum(days, (day) => day.integral)
  const counters = endsOf(days, known)
  const isEmpty = samples === 0
  return {
    range,
    samples,
    coverage: part(coveredMinutes, firstMinute(range), endMinute(range), now),
    ccu: {
      min: isEmpty ? null : Math.min(...days.map((day) => day.ccu.min)),
      average: coveredMinutes === 0 ? (days.at(-1)?.ccu.last ?? null) : integral / coveredMinutes,
      ...peakOf(days),
      latest: days.at(-1)?.ccu.last ?? null,
    },
    counters,
    likeRatio: isEmpty ? null : ratio(counters.likes.end, counters.dislikes.end),
    playerHours: isEmpty ? null : integral / HOUR_MINUTES,
  }
}

export function daySummaries(days: readonly DayRollup[], known: ClosingValues, now: Minute): DaySummary[] {
  let before = known
  return days.map((day) => {
    const { samples, coverage, ccu, counters, playerHours } = summarize(
      { start: day.day, end: day.day },
      [day],
      before,
      now,
    )
    const { latest, ...measuredCcu } = ccu
    const closing = byMeasure(CLOSING_MEASURES, (name) => counters[name].end)
    const changes = byMeasure(CLOSING_MEASURES, (name) => counters[name].change)
    before = closing
    return { day: day.day, samples, coverage, ccu: measuredCcu, closing, changes, playerHours }
  })
}

const nothingKnown: ClosingValues = byMeasure(CLOSING_MEASURES, () => null)

/** Adds the days that have revenue and no sample (API-19). */
export function withRevenueDays(days: readonly DaySummary[], revenueDays: Iterable<number>): DaySummary[] {
  const sampled = new Set(days.map(({ day }) => day))
  const added = [...revenueDays].filter((day) => !sampled.has(day)).map(unsampledDay)
  return [...days, ...added].sort((a, b) => a.day - b.day)
}

const unsampledDay = (day: number): DaySummary => ({
  day,
  samples: 0,
  coverage: 0,
  ccu: { min: null, average: null, max: null, peakAt: null },
  closing: nothingKnown,
  changes: nothingKnown,
  playerHours: null,
})

/** API-18: null without votes. */
export const ratio = (likes: number | null, dislikes: number | null): number | null =>
  likes === null || dislikes === null || likes + dislikes === 0 ? null : likes / (likes + dislikes)

function part(coveredMinutes: number, from: Minute, until: Minute, now: Minute): number {
  const due = Math.min(until, now + 1) - from
  return due <= 0 ? 0 : coveredMinutes / due
}

function peakOf(days: readonly DayRollup[]): { max: number | null; peakAt: Minute | null } {
  let peak: DayRollup['ccu'] | undefined
  for (const { ccu } of days) if (!peak || ccu.max > peak.max) peak = ccu
  return { max: peak?.max ?? null, peakAt: peak?.maxAt ?? null }
}

/** The last values before the range, else the first in it, and the last ones in it (API-17). */
function endsOf(days: readonly DayRollup[], known: ClosingValues): Record<ClosingMeasure, CounterSummary> {
  const summary = (name: ClosingMeasure): CounterSummary => {
    if (days.length === 0) return { start: null, end: null, change: null }
    const start = known[name] ?? days.find((day) => day.first[name] !== null)?.first[name] ?? null
    const end = days.findLast((day) => day.last[name] !== null)?.last[name] ?? known[name]
    return { start, end, change: start === null || end === null ? null : end - start }
  }
  return byMeasure(CLOSING_MEASURES, summary)
}

const sum = (days: readonly DayRollup[], of: (day: DayRollup) => number): number =>
  days.reduce((total, day) => total + of(day), 0)
