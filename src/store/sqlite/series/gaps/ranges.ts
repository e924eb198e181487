// Gap ranges as values: what is left of them where samples stand, and how neighbors join.
import type { Minute } from '../../../../domain/clock.js'
import type { GapReason } from '../../../../domain/gap.js'

/** Minutes `from` ≤ m < `until`. */
export interface MinuteRange {
  readonly from: Minute
  readonly until: Minute
}

export interface GapRange extends MinuteRange {
  readonly reason: GapReason
}

/** What lies outside the holes. Holes may overlap each other; they are sorted by their beginnings. */
export const subtract = (ranges: readonly GapRange[], holes: readonly MinuteRange[]): GapRange[] =>
  ranges.flatMap((range) => outside(range, holes))

function outside(range: GapRange, holes: readonly MinuteRange[]): GapRange[] {
  const left: GapRange[] = []
  let from = range.from
  for (const hole of holes) {
    if (hole.from >= range.until) break
    if (hole.from > from) left.push({ ...range, from, until: hole.from })
    from = Math.max(from, hole.until)
  }
  if (from < range.until) left.push({ ...range, from })
  return left
}

/** Adds a range: only what no other covers yet, and nothing over the holes; equal neighbors join. */
export function add(ranges: readonly GapRange[], range: GapRange, holes: readonly MinuteRange[]): GapRange[] {
  const taken = [...ranges, ...holes].sort(byBeginning)
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

const byBeginning = (a: MinuteRange, b: MinuteRange): number => a.from - b.from
