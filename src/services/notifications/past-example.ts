// The last time that something happened to a game that a kind of notification reports: the facts of a sample, which
// shows the game's own past and no invented numbers.
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { digest, dueUntil } from '../../domain/notifications/evaluators/digest.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { DigestPlan, NotificationRoute, RoutedKind, RuleDraft } from '../../domain/notifications/settings.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { MarketMode } from '../insights/count-market.js'
import { createMarketHistory } from '../insights/market-history.js'
import { createUsualHistory } from '../insights/usual-history.js'
import { createListEvents } from '../reading/events/list-events.js'
import { createMilestonesReached } from '../reading/game/milestones-reached.js'
import type { createUpdateReports } from '../reading/updates/update-reports.js'
import { createPlayerCountReader, readWindow } from './history.js'
import type { createPreviewRule } from './preview-rule.js'

export interface PastExample {
  readonly facts: Facts
  /** When the notification would have been sent. */
  readonly occurredAt: Minute
}

/** What the sample should show; a rule or a plan that is not set yet gets its default. */
export interface PastExampleQuery {
  readonly kind: Exclude<RoutedKind, 'record'>
  readonly rule: Omit<RuleDraft, 'gameId' | 'createdAt'>
  readonly digest: DigestPlan
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly market: MarketMode
  readonly previewRule: ReturnType<typeof createPreviewRule>
  readonly updateReports: ReturnType<typeof createUpdateReports>
}

const ALERT_DAYS = 30
/** So many of the newest updates are searched for one that has a report; that takes a day. */
const MAX_PAST_UPDATES = 3

export function createPastExample({ store, clock, plans, market, previewRule, updateReports }: Deps) {
  const listEvents = createListEvents({ store })
  const milestonesReached = createMilestonesReached({ store, clock, plans })
  const marketHistory = createMarketHistory({ store, clock, market })
  const usual = createUsualHistory(store)
  const now = (): Minute => minuteOf(clock.now())

  const milestone = async (account: Account, game: Game): Promise<PastExample | undefined> => {
    const latest = (await store.series.latest([game.universeId])).get(game.universeId)
    const [last] = latest ? await milestonesReached({ account, game }, latest) : []
    if (last === undefined) return undefined
    const { counter, value, at } = last
    const crossing = { metric: counter, rung: value, count: value, between: null }
    return { facts: { kind: 'milestone', crossings: [crossing] }, occurredAt: at }
  }

  /** The mention is left out, so that a sample pings nobody. */
  const alert = async (account: Account, game: Game, { rule }: PastExampleQuery): Promise<PastExample | undefined> => {
    const { alerts } = await previewRule(account, game, rule, ALERT_DAYS)
    const last = alerts.at(-1)
    return last && { facts: { ...last.facts, roleId: null }, occurredAt: last.at }
  }

  const reportCard = async (account: Account, game: Game): Promise<PastExample | undefined> => {
    const { updates } = await updateReports.list(account, game, { limit: MAX_PAST_UPDATES })
    const stages = updates.flatMap((update) => update.stages)
    const known = stages.find(({ card }) => card !== undefined)
    return known?.card && { facts: known.card, occurredAt: known.dueAt }
  }

  /** Of a game alone: an incident of the platform has a message of its own. */
  const status = async (account: Account, game: Game): Promise<PastExample | undefined> => {
    const reader = { account, game, isOwn: true }
    const { events } = await listEvents.newest(reader, { kinds: ['incident'] })
    for (const { facts, start, end } of events) {
      // A fall of players is reported by alerts.
      if (facts.kind !== 'incident' || facts.type === 'fall') continue
      const what = facts.type === 'silent' ? 'no_data' : facts.type
      return { facts: { kind: 'status', what, since: start, until: end, reason: null }, occurredAt: start }
    }
    return undefined
  }

  /** Evaluates the day at whose beginning the digest was due, as the evaluation would have done. */
  const lastDigest = async (
    account: Account,
    game: Game,
    { digest: plan }: PastExampleQuery,
  ): Promise<PastExample | undefined> => {
    const from = dueUntil(plan, now())
    const until = Math.min(now() + 1, from + DAY_MINUTES)
    const excluded = await store.expectedSpans.ofGame(game.id)
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const window = await readWindow(store, { game, interval, from, until, usual, excluded })
    const route: NotificationRoute = { gameId: game.id, kind: 'digest', channelId: null, enabled: true, digest: plan }
    const { notifications } = await digest.evaluate(
      {
        ...window,
        events: [],
        isResumed: false,
        route,
        rules: [],
        peers: [game],
        serverOf: () => null,
        universes: [game.universeId],
        playerCounts: createPlayerCountReader(store).forWindow(),
        markets: (first, end) => marketHistory({ leavingOut: game.universeId, from: first, until: end }),
        pastEvents: async () => [],
      },
      undefined,
    )
    const [sent] = notifications
    return sent && { facts: sent.facts, occurredAt: sent.occurredAt }
  }

  const READERS = { milestone, alert, report_card: reportCard, status, digest: lastDigest }

  /** Undefined if nothing of the kind ever happened, or it is not known. */
  return (account: Account, game: Game, query: PastExampleQuery): Promise<PastExample | undefined> =>
    READERS[query.kind](account, game, query)
}
