// Expects when a game will reach its next milestones, from its gains of the last four weeks.
import type { Account } from '../../domain/account.js'
import { type Clock, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { type Arrival, arrivalOf } from '../../domain/insights/arrival.js'
import { closingsOf, dailyGains, GAIN_DAYS, GAIN_MINUTES, lastHours } from '../../domain/insights/recent-gains.js'
import type { CounterMeasure } from '../../domain/measures.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { nextMilestone } from '../../domain/rules/milestones.js'
import { type Block, joinBlocks, thin } from '../../domain/sample.js'
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

export function createExpectMilestones({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const currentStats = createCurrentStats({ store })

  const readBefore = async (universeId: number, minute: Minute, interval: number): Promise<Block> => {
    const blocks: Block[] = []
    for await (const block of store.series.blocks(universeId, minute - GAIN_MINUTES, minute + 1)) blocks.push(block)
    return thin(joinBlocks(universeId, blocks), interval)
  }

  return async function expectMilestones(account: Account, game: Game): Promise<Milestones> {
    const { latest } = await currentStats(game)
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const today = dayOf(minuteOf(clock.now()))
    // Only whole days, so without today.
    const range = { start: today - GAIN_DAYS, end: today - 1 }
    const days = await store.series.rollups(game.universeId, range, { interval, until: minuteOf(clock.now()) + 1 })
    const block = await readBefore(game.universeId, latest.minute, interval)
    const milestones = MILESTONE_COUNTERS.map((counter): Milestone => {
      const current = latest[counter]
      if (current === null) return { counter, current, next: null, arrival: { kind: 'too little data' } }
      const next = nextMilestone(current)
      const gains = { days: dailyGains(closingsOf(days, counter)), hours: lastHours(block, counter) }
      return { counter, current, next, arrival: arrivalOf(next - current, gains) }
    })
    return { game, asOf: latest.minute, milestones }
  }
}
