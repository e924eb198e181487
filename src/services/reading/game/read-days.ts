// Reads the days of a time zone of a universe, counted as summaries count days of UTC, which are such days too.
import type { Clock } from '../../../domain/clock.js'
import type { AccountGame } from '../../../domain/game.js'
import { METRICS } from '../../../domain/measures.js'
import type { Plans } from '../../../domain/plan.js'
import type { DateRange } from '../../../domain/rules/date-range.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import type { DaySummary } from '../../../domain/rules/summary.js'
import { summariesOfDays } from '../../../domain/series/day-summaries.js'
import type { BucketReader } from '../series/bucket-reader.js'

interface Deps {
  readonly clock: Clock
  readonly plans: Plans
  readonly bucketReader: BucketReader
}

export function createReadLocalDays({ clock, plans, bucketReader }: Deps) {
  /** Those with samples, oldest first. `range` has days of the zone. */
  return async function readLocalDays(
    { account, game }: AccountGame,
    { start, end }: DateRange,
    timeZone: string,
  ): Promise<DaySummary[]> {
    const now = clock.now()
    const { sums, points } = await bucketReader.read({
      universeId: game.universeId,
      plan: readingPlan(account, plans, now),
      grid: { interval: '1d', timeZone },
      buckets: { first: start, count: end - start + 1 },
      metrics: METRICS,
    })
    return summariesOfDays(start, sums, points)
  }
}
