// The points of a series, from the sums of its buckets, by the rules of summaries (API-17, API-18).
import type { Minute } from '../clock.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../measures.js'
import type { ClosingValues } from '../rules/rollup.js'
import { ratio } from '../rules/summary.js'
import type { BucketSums } from './bucket-sums.js'
import type { BucketEdges } from './buckets.js'

type Values = (number | null)[]

/** Each list has one value for each bucket; null where nothing is known of it. */
export interface SeriesPoints {
  readonly edges: BucketEdges
  /** The share of the bucket, up to now, that samples cover. */
  readonly coverage: readonly number[]
  /** The mean over covered time, and the extremes. */
  readonly ccu: { readonly value: Values; readonly min: Values; readonly max: Values }
  /** The closing value, and by how much it differs from the last one known before the bucket. */
  readonly counters: Readonly<Record<ClosingMeasure, { readonly value: Values; readonly change: Values }>>
  readonly likeRatio: Values
}

/** `known` contains the values last known before the first bucket. `now` is the current minute. */
export function pointsOf(sums: BucketSums, known: ClosingValues, now: Minute): SeriesPoints {
  const { edges, samples, coveredMinutes: covered, integral } = sums
  const coverage = Array.from(samples, (_, at) => {
    const due = Math.min(edges[at + 1] ?? 0, now + 1) - (edges[at] ?? 0)
    return due <= 0 ? 0 : (covered[at] ?? 0) / due
  })
  const value = Array.from(samples, (_, at) => {
    const minutes = covered[at] ?? 0
    return minutes > 0 ? (integral[at] ?? 0) / minutes : orNull(sums.lastCcu[at])
  })
  const counters = byMeasure(CLOSING_MEASURES, (name) => counterOf(sums, CLOSING_MEASURES.indexOf(name), known[name]))
  const { likes, dislikes } = counters
  return {
    edges,
    coverage,
    ccu: { value, min: Array.from(sums.min, orNull), max: Array.from(sums.max, orNull) },
    counters,
    likeRatio: likes.value.map((count, at) => ratio(count, dislikes.value[at] ?? null)),
  }
}

const orNull = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)

function counterOf({ samples, first, last }: BucketSums, index: number, known: number | null) {
  const [value, change]: [Values, Values] = [[], []]
  let before = known
  for (const [at, count] of samples.entries()) {
    const end = count === 0 ? null : (orNull(last[index]?.[at]) ?? before)
    const start = before ?? orNull(first[index]?.[at])
    value.push(end)
    change.push(start === null || end === null ? null : end - start)
    before = end ?? before
  }
  return { value, change }
}
