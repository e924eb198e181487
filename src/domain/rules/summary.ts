// Computes the summary of a range of days from the day rollups, as API-17 defines it.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../clock.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../measures.js'
import { type DateRange, endMinute, firstMinute } from './date-range.js'
import type { ClosingValues, DayRollup } from './rollup.js'

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
  readonly ccu: { readonly min: number; readonly average: number; readonly max: number }
  /** The day's closing values; missing votes are replaced by the last known ones (DATA-3). */
  readonly closing: ClosingValues
  readonly playerHours: number
}

/** `known` contains the closing values last known before the range. `now` is the current minute. */
export function summarize(range: DateRange, days: readonly DayRollup[], known: ClosingValues, now: Minute): Summary {
  const samples = sum(days, (day) => day.samples)
  const covered = sum(days, (day) => day.covered)
  const integral = sum(days, (day) => day.integral)
  const counters = endsOf(days, known)
  const isEmpty = samples === 0
  return {
    range,
    samples,
    coverage: part(covered, firstMinute(range), endMinute(range), now),
    ccu: {
      min: isEmpty ? null : Math.min(...days.map((day) => day.ccu.min)),
      average: covered === 0 ? (days.at(-1)?.ccu.last ?? null) : integral / covered,
      ...peakOf(days),
      latest: days.at(-1)?.ccu.last ?? null,
    },
    counters,
    likeRatio: isEmpty ? null : ratio(counters.likes.end, counters.dislikes.end),
    playerHours: isEmpty ? null : integral / HOUR_MINUTES,
  }
}

export function daySummaries(days: readonly DayRollup[], known: ClosingValues, now: Minute): DaySummary[] {
  let closing = known
  return days.map((day) => {
    closing = later(closing, day.last)
    const start = day.day * DAY_MINUTES
    return {
      day: day.day,
      samples: day.samples,
      coverage: part(day.covered, start, start + DAY_MINUTES, now),
      ccu: {
        min: day.ccu.min,
        average: day.covered === 0 ? day.ccu.last : day.integral / day.covered,
        max: day.ccu.max,
      },
      closing,
      playerHours: day.integral / HOUR_MINUTES,
    }
  })
}

/** API-18: null without votes. */
export const ratio = (likes: number | null, dislikes: number | null): number | null =>
  likes === null || dislikes === null || likes + dislikes === 0 ? null : likes / (likes + dislikes)

function part(covered: number, from: Minute, until: Minute, now: Minute): number {
  const due = Math.min(until, now + 1) - from
  return due <= 0 ? 0 : covered / due
}

function peakOf(days: readonly DayRollup[]): { max: number | null; peakAt: Minute | null } {
  let peak: DayRollup['ccu'] | undefined
  for (const { ccu } of days) if (!peak || ccu.max > peak.max) peak = ccu
  return { max: peak?.max ?? null, peakAt: peak?.maxAt ?? null }
}

/**
 * The values at the first and at the last sample; missing votes are replaced by the last known ones before (DATA-3).
 */
function endsOf(days: readonly DayRollup[], known: ClosingValues): Record<ClosingMeasure, CounterSummary> {
  const summary = (name: ClosingMeasure): CounterSummary => {
    if (days.length === 0) return { start: null, end: null, change: null }
    const measured = days.find((day) => day.first[name] !== null)?.first[name] ?? null
    const start = days[0]?.opensWithVotes === true ? measured : (known[name] ?? measured)
    const end = days.findLast((day) => day.last[name] !== null)?.last[name] ?? known[name]
    return { start, end, change: start === null || end === null ? null : end - start }
  }
  return byMeasure(CLOSING_MEASURES, summary)
}

const later = (before: ClosingValues, after: ClosingValues): ClosingValues =>
  byMeasure(CLOSING_MEASURES, (name) => after[name] ?? before[name])

type VoteCounts = Pick<ClosingValues, 'likes' | 'dislikes'>

/** The values known before a range: only votes are carried forward (DATA-3). */
export const knownVotes = (votes: VoteCounts | undefined): ClosingValues => ({
  ...byMeasure(CLOSING_MEASURES, () => null),
  likes: votes?.likes ?? null,
  dislikes: votes?.dislikes ?? null,
})

const sum = (days: readonly DayRollup[], of: (day: DayRollup) => number): number =>
  days.reduce((total, day) => total + of(day), 0)
