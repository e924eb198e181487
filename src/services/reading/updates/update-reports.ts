// Reads the updates of a game and what each of them did: an hour, a day and a week after it, by the rules of the report
// cards. What was already posted is not computed again, so that a page, a message and a program say the same.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import type { Game } from '../../../domain/game.js'
import { cardOf, LENGTHS, type ReportCardStage, STAGES } from '../../../domain/notifications/evaluators/report-card.js'
import type { ReportCardFacts } from '../../../domain/notifications/facts.js'
import type { Plans } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { EventPosition } from '../../../domain/ports/event-log.js'
import type { Store } from '../../../domain/ports/store.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import type { Span } from '../../../domain/rules/span.js'
import type { MarketMode } from '../../insights/count-market.js'
import { createMarketHistory } from '../../insights/market-history.js'
import { createUsualHistory } from '../../insights/usual-history.js'
import { historyOf } from '../../notifications/history.js'
import type { DataVersions } from '../data-versions.js'
import { createListEvents, type EventListQuery } from '../events/list-events.js'
import { ReportCache } from './report-cache.js'

export interface ReportedStage {
  readonly stage: ReportCardStage
  /** The minute from which on it is known. */
  readonly dueAt: Minute
  /** Undefined until it is due. */
  readonly card: ReportCardFacts | undefined
}

export interface ReportedUpdate {
  readonly event: HistoryEvent
  /** The minute of the tick that found it. */
  readonly foundAt: Minute
  /** Updates within the day before, whose effect cannot be separated from that of this one. */
  readonly earlier: readonly Minute[]
  /** From the shortest to the longest. */
  readonly stages: readonly ReportedStage[]
}

export interface UpdatePage {
  /** Newest first; of each update only the longest stage that is due, or the first one. */
  readonly updates: readonly ReportedUpdate[]
  readonly next: EventPosition | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly market: MarketMode
  readonly dataVersions: DataVersions
  readonly activity?: Activity
}

/** More updates of a game within eight days, or report cards of it, are not looked at. */
const MAX_NEAR = 200
const MAX_CARDS = 1_000

export function createUpdateReports(ports: Deps) {
  const { store, clock } = ports
  const listEvents = createListEvents(ports)
  const cards = createCardReader(ports)

  /** The updates of a game that begin in the span; they are few, because an update within a minute is the same one. */
  const updatesIn = async (account: Account, game: Game, { from, until }: Span): Promise<HistoryEvent[]> => {
    const reader = { account, game, isOwn: true }
    const query = { kinds: ['update'], from, until, limit: MAX_NEAR } as const
    const { events } = await listEvents.newest(reader, query)
    return events.filter(({ start }) => start >= from).reverse()
  }

  /** `keep` chooses the stages to read, from those that are due. */
  const report = async (
    account: Account,
    game: Game,
    event: HistoryEvent,
    keep: (due: readonly ReportCardStage[]) => readonly ReportCardStage[],
  ): Promise<ReportedUpdate> => {
    const { start } = event
    const foundAt = foundAtOf(event)
    const near = await updatesIn(account, game, { from: start - DAY_MINUTES, until: start + WEEK_MINUTES })
    const earlier = near.flatMap((other) => (other.start < start ? [other.start] : []))
    const dueAt = (stage: ReportCardStage): Minute => Math.max(start + LENGTHS[stage], foundAt)
    const due = STAGES.filter((stage) => dueAt(stage) < minuteOf(clock.now()))
    const stages: ReportedStage[] = []
    for (const stage of keep(due)) {
      const newer = near.filter((other) => other.start > start && foundAtOf(other) < dueAt(stage))
      const question = { stage, updatedAt: start, dueAt: dueAt(stage), newer: newer.map((other) => other.start) }
      const card = due.includes(stage) ? await cards.read(account, game, question) : undefined
      stages.push({ stage, dueAt: dueAt(stage), card })
    }
    return { event, foundAt, earlier, stages }
  }

  return {
    /** One update with all its stages; not found where the game has no such update. */
    one: async (account: Account, game: Game, eventId: number): Promise<ReportedUpdate> => {
      const event = await store.eventLog.byId(eventId)
      if (event?.kind !== 'update' || event.universeId !== game.universeId)
        throw rejection('NOT_FOUND', { name: 'unknown update', facts: {} })
      return report(account, game, event, () => STAGES)
    },

    list: async (
      account: Account,
      game: Game,
      query: Pick<EventListQuery, 'from' | 'until' | 'limit'>,
      after?: EventPosition,
    ): Promise<UpdatePage> => {
      const reader = { account, game, isOwn: true }
      const { events, next } = await listEvents.newest(reader, { ...query, kinds: ['update'] }, after)
      const updates: ReportedUpdate[] = []
      for (const event of events)
        updates.push(
          await report(account, game, event, (due) => due.slice(-1).concat(due.length === 0 ? STAGES.slice(0, 1) : [])),
        )
      return { updates, next }
    },
  }
}

const foundAtOf = ({ facts, start }: HistoryEvent): Minute => (facts.kind === 'update' ? facts.foundAt : start)

interface CardQuery {
  readonly stage: ReportCardStage
  readonly updatedAt: Minute
  readonly dueAt: Minute
  readonly newer: readonly Minute[]
}

function createCardReader({ store, clock, plans, market, dataVersions, activity }: Deps) {
  const marketHistory = createMarketHistory({ store, clock, market })
  const usual = createUsualHistory(store, noteReads(activity, 'usual'))
  const computed = new ReportCache<ReportCardFacts>(clock, noteReads(activity, 'reports'))

  /** As it was posted; undefined if it was not. */
  const sentCard = async (game: Game, { stage, updatedAt }: CardQuery): Promise<ReportCardFacts | undefined> => {
    const found = await store.outbox.list({ gameIds: [game.id], kinds: ['report_card'], limit: MAX_CARDS })
    const card = found.find(({ subject }) => subject === `${stage}:${updatedAt}`)?.facts
    return card?.kind === 'report_card' ? card : undefined
  }

  const compute = async (game: Game, query: CardQuery, interval: number, excluded: readonly Span[]) => {
    // Other requests may run between two reports, because one reads seven weeks of samples.
    await yieldToEventLoop()
    const { universeId } = game
    const end = query.dueAt + 1
    const span = { from: query.dueAt, until: end }
    const history = historyOf(store, {
      game,
      interval,
      until: end,
      usual: () => usual({ universeId, interval, span, excluded }),
    })
    const markets = (from: Minute, until: Minute) =>
      marketHistory({ leavingOut: universeId, from, until: Math.min(until, end) })
    return cardOf({ game, interval, excluded, history, markets }, query, query.stage)
  }

  return {
    read: async (account: Account, game: Game, query: CardQuery): Promise<ReportCardFacts> => {
      const interval = readingPlan(account, plans, clock.now()).intervalMinutes
      const excluded = await store.expectedSpans.ofGame(game.id)
      const spans = excluded.map(({ from, until }) => [from, until])
      const version = dataVersions.past(game.universeId)
      const key = JSON.stringify([game.id, interval, query, version, spans])
      return (
        (await sentCard(game, query)) ?? computed.of(key, query.dueAt, () => compute(game, query, interval, excluded))
      )
    },
  }
}
