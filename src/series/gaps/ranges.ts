// Pure functions on gap ranges: subtracts samples, and joins adjacent ranges.
import type { Minute } from '../../domain/clock.js'
import type { GapReason } from '../../domain/gap.js'

/** Minutes `from` ≤ m < `until`. */
export interface MinuteRange {
  readonly from: Minute
  readonly until: Minute
}

export interface GapRange extends MinuteRange {
  readonly reason: GapReason
}

/** The parts of the ranges outside the holes. Holes must be sorted by their beginnings, and may overlap. */
export const subtract = (ranges: readonly GapRange[], covered: readonly MinuteRange[]): GapRange[] =>
  ranges.flatMap((range) => outside(range, covered))

function outside(range: GapRange, covered: readonly MinuteRange[]): GapRange[] {
  const left: GapRange[] = []
  let from = range.from
  for (const coveredRange of covered) {
    if (coveredRange.from >= range.until) break
    if (coveredRange.from > from) left.push({ ...range, from, until: coveredRange.from })
    from = Math.max(from, coveredRange.until)
  }
  if (from < range.until) left.push({ ...range, from })
  return left
}

/**
 * Adds the parts of a range that neither another range nor a hole covers, and joins adjacent ranges with the same
 * reason.
 */
export function add(ranges: readonly GapRange[], range: GapRange, covered: readonly MinuteRange[]): GapRange[] {
  const taken = [...ranges, ...covered].sort(byBeginning)
  return join([...ranges, ...outside(range, taken)].sort(byBeginning))
}

function join(sorted: readonly GapRange[]): GapRange[] {
  const joined: GapRange[] = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && last.reason === range.reason && last.until === range.from)
      joined.splice(-1, 1, { ...last, until: range.until })
    else joined.push(range)
  }
  return joined
}

export const byBeginning = (a: MinuteRange, b: MinuteRange): number => a.from - b.from
