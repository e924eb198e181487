// Computes the baseline of the current hour from the weeks before.
import { type Clock, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../../domain/clock.js'
import type { Plan, Plans } from '../../../domain/plan.js'
import type { Store } from '../../../domain/ports/store.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import { rollUpDay } from '../../../domain/rules/rollup.js'
import { USUAL_WEEKS, type UsualBand, usualOf } from '../../../domain/rules/usual.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { thin } from '../../../domain/sample.js'
import type { AccountGame } from '../chart-series.js'
import { ReadingCache } from '../reading-cache.js'

/** With fewer covered minutes, the mean does not represent the hour. */
const MIN_COVERED = HOUR_MINUTES / 2

export function createUsualHour({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const kept = new ReadingCache<UsualBand | undefined>(clock)

  const averageOf = async (universeId: number, from: Minute, plan: Plan): Promise<number | null> => {
    const until = from + HOUR_MINUTES
    const interval = visibleInterval(plan, minuteOf(clock.now()), from)
    // A day with one visible sample has no hourly values.
    if (interval > HOUR_MINUTES) return null
    const coverage = await store.series.coverage(universeId, { from, until }, interval)
    let [covered, integral] = [0, 0]
    for await (const block of store.series.blocks(universeId, from, until)) {
      const part = rollUpDay(thin(block, interval), coverage)
      covered += part?.covered ?? 0
      integral += part?.integral ?? 0
    }
    return covered < MIN_COVERED ? null : integral / covered
  }

  const read = async (universeId: number, hour: Minute, plan: Plan): Promise<UsualBand | undefined> => {
    const weeks = Array.from({ length: USUAL_WEEKS }, (_, index) => hour - (index + 1) * WEEK_MINUTES)
    return usualOf(await Promise.all(weeks.map((from) => averageOf(universeId, from, plan))))
  }

  /** Undefined if too few of the last weeks were measured. */
  return async function usualHour({ account, game }: AccountGame): Promise<UsualBand | undefined> {
    const now = minuteOf(clock.now())
    const hour = Math.floor(now / HOUR_MINUTES) * HOUR_MINUTES
    const plan = readingPlan(account, plans, clock.now())
    const key = `${game.universeId} ${plan.name} ${hour}`
    return kept.of(key, game.universeId, () => read(game.universeId, hour, plan))
  }
}
