// Reads how one game is doing now, in one call: the numbers that `/stats` shows, from the services of the game's page and
// of the API, so that all three are equal.
import { type Clock, DAY_MINUTES, minuteOf } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import type { AccountGame } from '../../../domain/game.js'
import type { PlayersNow } from '../../../domain/insights/players-now.js'
import { type PlayersState, playersState } from '../../../domain/insights/players-state.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import type { Store } from '../../../domain/ports/store.js'
import type { ComparisonService } from '../../insights/compare-now.js'
import type { UsualNow } from '../../insights/usual-now.js'
import { createCurrentStats } from '../current-stats.js'
import { lastEvents } from '../events/last-events.js'
import type { createExpectMilestones, Milestone } from '../expect-milestones.js'
import { EVENT_DAYS } from '../games-now.js'
import type { createReadHeadline, Headline } from './headline.js'

export interface GameOverview {
  readonly latest: LatestSample
  readonly now: PlayersNow
  readonly headline: Headline
  /** The milestone that is expected first; undefined where none can be expected. */
  readonly nextMilestone: Milestone | undefined
  /** What began last in the last 90 days. */
  readonly lastEvent: HistoryEvent | undefined
  readonly state: PlayersState
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly usualNow: UsualNow
  readonly compareNow: ComparisonService
  readonly readHeadline: ReturnType<typeof createReadHeadline>
  readonly expectMilestones: ReturnType<typeof createExpectMilestones>
}

export function createGameOverview({ store, clock, usualNow, compareNow, readHeadline, expectMilestones }: Deps) {
  const currentStats = createCurrentStats({ store })

  const lastEventOf = async ({ account, game: { universeId } }: AccountGame): Promise<HistoryEvent | undefined> => {
    const now = minuteOf(clock.now())
    const span = { from: now - EVENT_DAYS * DAY_MINUTES, until: now + 1 }
    return (await lastEvents(store.eventLog, { account, universeIds: [universeId], span })).get(universeId)
  }

  /** Throws NOT_FOUND before the first sample. The reader sees the game as its account does. */
  const read = async (reader: AccountGame): Promise<GameOverview> => {
    const { account, game } = reader
    const { latest } = await currentStats(game)
    const now = await compareNow(reader, latest)
    const { milestones } = await expectMilestones(account, game)
    return {
      latest,
      now,
      headline: await readHeadline({ ...reader, isOwn: true }, latest),
      nextMilestone: firstExpected(milestones),
      lastEvent: await lastEventOf(reader),
      state: playersState(game, latest.ccu, now.usual),
    }
  }

  /** The state of the players, which is cached for the current hour. */
  const state = async (reader: AccountGame): Promise<PlayersState> => {
    const { game } = reader
    const latest = (await store.series.latest([game.universeId])).get(game.universeId)
    if (latest === undefined || !game.isActive) return playersState(game, undefined, undefined)
    return playersState(game, latest.ccu, await usualNow.at(reader, latest.minute))
  }

  return { read, state }
}

function firstExpected(milestones: readonly Milestone[]): Milestone | undefined {
  const earliest = ({ arrival }: Milestone) =>
    arrival.kind === 'expected' ? arrival.earliest : Number.POSITIVE_INFINITY
  return milestones
    .filter(({ next }) => next !== null)
    .reduce<Milestone | undefined>(
      (first, one) => (first === undefined || earliest(one) < earliest(first) ? one : first),
      undefined,
    )
}
