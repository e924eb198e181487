// Estimates when a game will reach its next milestones, from the pace of the last four weeks.
import type { Account } from '../../domain/account.js'
import { type Clock, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { CounterMeasure } from '../../domain/measures.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { type Arrival, arrivalOf, dailyGains, nextMilestone } from '../../domain/rules/milestones.js'
import type { DayRollup } from '../../domain/rules/rollup.js'
import { createCurrentStats } from './current-stats.js'

/** Dislikes have no milestones, because nobody celebrates them. */
export const MILESTONE_COUNTERS = ['visits', 'favorites', 'likes'] as const satisfies readonly CounterMeasure[]
export type MilestoneCounter = (typeof MILESTONE_COUNTERS)[number]

export interface Milestone {
  readonly counter: MilestoneCounter
  /** null if the platform has not shown it yet. */
  readonly current: number | null
  readonly next: number | null
  readonly arrival: Arrival
}

export interface Milestones {
  readonly game: Game
  /** The minute of the sample from which the distance to the milestone is measured. */
  readonly asOf: Minute
  readonly milestones: readonly Milestone[]
}

const RECENT_DAYS = 28

export function createExpectMilestones({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const currentStats = createCurrentStats({ store })
  return async function expectMilestones(account: Account, game: Game): Promise<Milestones> {
    const { latest } = await currentStats(game)
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const today = dayOf(minuteOf(clock.now()))
    // Only whole days, so without today. One extra day, because a gain needs the day before.
    const range = { start: today - RECENT_DAYS - 1, end: today - 1 }
    const days = await store.series.rollups(game.universeId, range, { interval, until: minuteOf(clock.now()) + 1 })
    const milestones = MILESTONE_COUNTERS.map((counter): Milestone => {
      const current = latest[counter]
      if (current === null) return { counter, current, next: null, arrival: { kind: 'too little data' } }
      const next = nextMilestone(current)
      return { counter, current, next, arrival: arrivalOf(next - current, gainsOf(days, counter)) }
    })
    return { game, asOf: latest.minute, milestones }
  }
}

function gainsOf(days: readonly DayRollup[], counter: MilestoneCounter): number[] {
  const closings = days.flatMap(({ day, last }) => {
    const value = last[counter]
    return value === null ? [] : [{ day, value }]
  })
  return dailyGains(closings)
}
