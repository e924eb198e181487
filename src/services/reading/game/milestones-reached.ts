// Finds the milestones that a game reached since it was first sampled: the day from rollups, the minute from samples.

import { type Clock, DAY_MINUTES, dayOf, type Minute } from '../../../domain/clock.js'
import type { AccountGame } from '../../../domain/game.js'
import type { Plans } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { Store } from '../../../domain/ports/store.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import { milestonesPassed, nextMilestone } from '../../../domain/rules/milestones.js'
import type { ClosingValues, DayRollup } from '../../../domain/rules/rollup.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { thin } from '../../../domain/sample.js'
import { MILESTONE_COUNTERS, type MilestoneCounter } from '../expect-milestones.js'
import { ReadingCache } from '../reading-cache.js'

export interface ReachedMilestone {
  readonly counter: MilestoneCounter
  readonly value: number
  /** The minute of the first sample that shows it. */
  readonly at: Minute
}

/** Only the last milestones of each counter; the chart shows earlier ones. */
const MAX_OF_EACH = 5

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly activity?: Activity
}

export function createMilestonesReached({ store, clock, plans, activity }: Deps) {
  const cache = new ReadingCache<readonly ReachedMilestone[]>({
    ...{ clock, events: store.events },
    onRead: noteReads(activity, 'headlines'),
  })

  const minuteWithin = async (
    universeId: number,
    day: number,
    reached: Omit<ReachedMilestone, 'at'>,
    interval: number,
  ) => {
    for await (const block of store.series.blocks(universeId, day * DAY_MINUTES, (day + 1) * DAY_MINUTES)) {
      const { minutes, columns } = thin(block, interval)
      const row = columns[reached.counter].findIndex((value) => value >= reached.value)
      if (row >= 0) return minutes[row] ?? day * DAY_MINUTES
    }
    // The samples of that day were thinned out, so only the end of the day is certain.
    return (day + 1) * DAY_MINUTES - 1
  }

  const read = async ({ account, game }: AccountGame, now: Minute): Promise<ReachedMilestone[]> => {
    const { universeId } = game
    const plan = readingPlan(account, plans, clock.now())
    const first = await store.series.firstMinute(universeId)
    if (first === undefined) return []
    const range = { start: dayOf(first), end: dayOf(now) }
    const days = await store.series.rollups(universeId, range, { interval: plan.intervalMinutes, until: now + 1 })
    const reached: ReachedMilestone[] = []
    for (const counter of MILESTONE_COUNTERS)
      for (const { value, day } of crossingsOf(days, counter)) {
        const interval = visibleInterval(plan, now, day * DAY_MINUTES)
        reached.push({ counter, value, at: await minuteWithin(universeId, day, { counter, value }, interval) })
      }
    return reached.sort((a, b) => b.at - a.at)
  }

  /** Newest first. `latest`: after it passes the next milestone, the milestones are searched again. */
  return async function milestonesReached(
    accountGame: AccountGame,
    latest: ClosingValues,
  ): Promise<readonly ReachedMilestone[]> {
    const { universeId } = accountGame.game
    const { intervalMinutes } = readingPlan(accountGame.account, plans, clock.now())
    const nextMilestones = MILESTONE_COUNTERS.map((counter) => nextMilestone(latest[counter] ?? 0))
    return cache.of([universeId, intervalMinutes, ...nextMilestones].join(' '), universeId, (now) =>
      read(accountGame, now),
    )
  }
}

/** The first day whose closing value reached each milestone; milestones passed before the first rollup are omitted. */
function crossingsOf(days: readonly DayRollup[], counter: MilestoneCounter): { value: number; day: number }[] {
  let high = days.find((day) => day.first[counter] !== null)?.first[counter] ?? null
  const found: { value: number; day: number }[] = []
  if (high === null) return found
  for (const { day, last } of days) {
    const closing = last[counter]
    if (closing === null || closing <= high) continue
    found.push(...milestonesPassed(high, closing).map((value) => ({ value, day })))
    high = closing
  }
  return found.slice(-MAX_OF_EACH)
}
