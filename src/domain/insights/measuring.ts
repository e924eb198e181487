// Averages, gains and ratios of a window of samples, for report cards and digests.
import type { Minute } from '../clock.js'
import type { CounterMeasure } from '../measures.js'
import { ratio } from '../rules/summary.js'
import { type Block, rowAt, toNullable } from '../sample.js'

export interface PlayerAverage {
  /** The mean of all samples; null if there are none. */
  readonly average: number | null
  /** The share of the window that samples cover: 0 … 1. */
  readonly coverage: number
}

/** The row indexes of the minutes `from` ≤ m < `until`: the first, and one after the last. */
export function rowsBetween({ minutes }: Block, from: Minute, until: Minute): readonly [first: number, end: number] {
  return [rowAt(minutes, from), rowAt(minutes, until)]
}

export function playersIn(block: Block, from: Minute, until: Minute, interval: number): PlayerAverage {
  const [first, end] = rowsBetween(block, from, until)
  if (first >= end) return { average: null, coverage: 0 }
  let sum = 0
  for (let row = first; row < end; row++) sum += block.columns.ccu[row] ?? 0
  const covered = (end - first) * spacingOf(block, first, end, interval)
  return { average: rounded(sum / (end - first), 1), coverage: rounded(Math.min(1, covered / (until - from)), 3) }
}

/** The minutes that one sample represents: old history has one sample per hour, and that is no gap. */
export function spacingOf({ minutes }: Block, first: number, end: number, interval: number): number {
  let spacing = Number.POSITIVE_INFINITY
  for (let row = first + 1; row < end; row++) spacing = Math.min(spacing, (minutes[row] ?? 0) - (minutes[row - 1] ?? 0))
  return Number.isFinite(spacing) ? Math.max(interval, spacing) : interval
}

/** The change of a counter from the first to the last sample that has it; null if fewer than two have it. */
export function gainIn(block: Block, counter: CounterMeasure, from: Minute, until: Minute): number | null {
  const ends = endsOf(block, counter, rowsBetween(block, from, until))
  return ends === undefined ? null : (block.columns[counter][ends[1]] ?? 0) - (block.columns[counter][ends[0]] ?? 0)
}

/** With fewer visits, a rate per 1,000 visits is not meaningful. */
const MIN_VISITS = 500

/** The gain per 1,000 visits; null if there were fewer than the minimum. */
export function perThousandVisits(
  block: Block,
  counter: 'likes' | 'favorites',
  from: Minute,
  until: Minute,
): number | null {
  const ends = endsOf(block, counter, rowsBetween(block, from, until))
  if (ends === undefined) return null
  const gained = (name: CounterMeasure) => (block.columns[name][ends[1]] ?? 0) - (block.columns[name][ends[0]] ?? 0)
  const visits = gained('visits')
  return visits < MIN_VISITS ? null : rounded((gained(counter) * 1_000) / visits, 2)
}

/** The like ratio at the window's last sample with votes. */
export function closingRatio(block: Block, from: Minute, until: Minute): number | null {
  const [first, end] = rowsBetween(block, from, until)
  for (let row = end - 1; row >= first; row--) {
    const found = ratio(toNullable(block.columns.likes[row]), toNullable(block.columns.dislikes[row]))
    if (found !== null) return rounded(found, 4)
  }
  return null
}

function endsOf(
  { columns }: Block,
  counter: CounterMeasure,
  [first, end]: readonly [number, number],
): readonly [number, number] | undefined {
  const isKnown = (row: number) => !Number.isNaN(columns[counter][row] ?? Number.NaN)
  let [from, until] = [first, end - 1]
  while (from < until && !isKnown(from)) from++
  while (until > from && !isKnown(until)) until--
  return from < until ? [from, until] : undefined
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
