// The summaries of days of any time zone, from the sums of their samples. Days of UTC are summed up as in the API (API-17).
import { HOUR_MINUTES } from '../clock.js'
import { byMeasure, CLOSING_MEASURES } from '../measures.js'
import type { DaySummary } from '../rules/summary.js'
import type { BucketSums } from './bucket-sums.js'
import type { SeriesPoints } from './points.js'

/** One for each day with a sample; `first` is the number of the first bucket. */
export function summariesOfDays(first: number, sums: BucketSums, points: SeriesPoints): DaySummary[] {
  const { ccu, counters, coverage } = points
  return [...sums.samples].flatMap((samples, at): DaySummary[] => {
    if (samples === 0) return []
    return [
      {
        day: first + at,
        samples,
        coverage: coverage[at] ?? 0,
        ccu: {
          min: ccu.min[at] ?? null,
          average: ccu.value[at] ?? null,
          max: ccu.max[at] ?? null,
          peakAt: sums.maxAt[at] ?? null,
        },
        closing: byMeasure(CLOSING_MEASURES, (name) => counters[name].value[at] ?? null),
        changes: byMeasure(CLOSING_MEASURES, (name) => counters[name].change[at] ?? null),
        playerHours: (sums.integral[at] ?? 0) / HOUR_MINUTES,
      },
    ]
  })
}
