// Finds which milestone of a game comes next, and when.

import type { Account } from '../../../domain/account.js'
import type { Clock, Minute } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import type { Arrival } from '../../../domain/insights/arrival.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { EventSource } from '../../../domain/ports/events.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import { nextMilestone } from '../../../domain/rules/milestones.js'
import { MILESTONE_COUNTERS, type Milestone, type MilestoneCounter, type Milestones } from '../expect-milestones.js'
import { ReadingCache } from '../reading-cache.js'

export interface NextMilestone {
  readonly counter: MilestoneCounter
  readonly next: number
  readonly arrival: Arrival
  /** The minute of the sample from which the distance is measured. */
  readonly asOf: Minute
}

interface Deps {
  readonly store: { readonly events: EventSource }
  readonly clock: Clock
  readonly activity?: Activity
  readonly expectMilestones: (account: Account, game: Game) => Promise<Milestones>
}

export function createNextMilestone({ store, clock, activity, expectMilestones }: Deps) {
  const cache = new ReadingCache<NextMilestone | undefined>({
    ...{ clock, events: store.events },
    onRead: noteReads(activity, 'home'),
  })

  return function nextMilestoneOf(
    account: Account,
    game: Game,
    latest: LatestSample,
  ): Promise<NextMilestone | undefined> {
    // A milestone that was reached meanwhile is not shown as the next one.
    const nextMilestones = MILESTONE_COUNTERS.map((counter) => {
      const value = latest[counter]
      return value === null ? '' : nextMilestone(value)
    })
    return cache.of(`${account.id} ${game.id} ${nextMilestones.join(' ')}`, game.universeId, async () => {
      const { milestones, asOf } = await expectMilestones(account, game)
      const [first] = milestones.flatMap(nextOf).sort((a, b) => earliestOf(a.arrival) - earliestOf(b.arrival))
      return first && { ...first, asOf }
    })
  }
}

const nextOf = ({ counter, next, arrival }: Milestone): Omit<NextMilestone, 'asOf'>[] =>
  next === null ? [] : [{ counter, next, arrival }]

const earliestOf = (arrival: Arrival): number =>
  arrival.kind === 'expected' ? arrival.earliest : Number.POSITIVE_INFINITY
