// The preview of a rule ("Would have fired 3 times in 30 days"): runs the evaluator on stored history; and when a
// new rule becomes able to fire.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { MarketValues } from '../../domain/insights/market/market-index.js'
import { type AlertState, alert } from '../../domain/notifications/evaluators/alert.js'
import { MARKET_HOURS } from '../../domain/notifications/evaluators/unusual.js'
import type { AlertFacts, PlatformDropFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { RuleDraft } from '../../domain/notifications/settings.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce, readingPlan } from '../../domain/rules/entitlement.js'
import type { Span } from '../../domain/rules/span.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import type { MarketMode } from '../insights/count-market.js'
import { createMarketHistory } from '../insights/market-history.js'
import { createUsualHistory } from '../insights/usual-history.js'
import { cacheWeeks, createWeeklyPlayers } from '../insights/weekly-reads.js'
import { readWindow } from './history.js'
import { chartCountsOf } from './platform-references.js'

export interface PreviewedAlert {
  /** When the alert would have been sent. */
  readonly at: Minute
  readonly facts: AlertFacts
  /** When the recovery would have been sent; null if the alert is not over. */
  readonly recoveredAt: Minute | null
}

export interface RulePreview {
  readonly game: Game
  /** The evaluated range, which is shorter than requested if history is shorter. */
  readonly span: Span
  /** Oldest first. */
  readonly alerts: readonly PreviewedAlert[]
  /** Falls of the whole platform, which are sent once per account instead of alerts. */
  readonly platformDrops: readonly { readonly at: Minute; readonly facts: PlatformDropFacts }[]
  /** The number of samples that were evaluated; with 0, the preview has no meaning. */
  readonly readings: number
  /**
   * Before this minute, history has one sample per hour or day, so the same number of readings takes longer; null if
   * there is no such history.
   */
  readonly coarseUntil: Minute | null
}

export const MAX_PREVIEW_DAYS = 90
/** A sample of fifty is enough to tell whether most universes fell together. */
const MAX_COMPARED_UNIVERSES = 50

interface PreviewDeps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly market?: MarketMode
}

export function createPreviewRule({ store, clock, plans, market }: PreviewDeps) {
  const marketHistory = createMarketHistory({ store, clock, ...(market === undefined ? {} : { market }) })
  return async function previewRule(
    account: Account,
    game: Game,
    draft: Omit<RuleDraft, 'gameId' | 'createdAt'>,
    days = 30,
  ): Promise<RulePreview> {
    const now = minuteOf(clock.now())
    const plan = readingPlan(account, plans, clock.now())
    const first = (await store.series.firstMinute(game.universeId)) ?? now
    const span = { from: Math.max(first, now + 1 - Math.min(days, MAX_PREVIEW_DAYS) * DAY_MINUTES), until: now + 1 }
    const active = await store.games.active()
    const players = createWeeklyPlayers(store)
    const ownHistory = cacheWeeks(store)
    const usual = createUsualHistory(ownHistory)
    const excluded = await store.expectedSpans.ofGame(game.id)
    const rule = { ...draft, id: 0, gameId: game.id, createdAt: 0 }
    const peers = active.filter(({ accountId, id }) => accountId === account.id || id === game.id)
    const marketSpan = { from: span.from - MARKET_HOURS * HOUR_MINUTES, until: span.until }
    let markets: Promise<readonly MarketValues[]> | undefined
    // Reads all minutes at once, although the evaluation of an alert reads none after its own minute.
    const readMarkets = () => {
      markets ??= marketHistory({ leavingOut: game.universeId, ...marketSpan })
      return markets
    }
    const context = {
      events: [],
      isResumed: false,
      route: undefined,
      rules: [rule],
      serverOf: () => null,
      markets: readMarkets,
      pastEvents: async () => [],
      peers,
      universes: comparedUniverses(game, [...peers, ...active]),
    }
    const notifications: NotificationDraft[] = []
    let state: AlertState | undefined
    let readings = 0
    let coarseUntil: Minute | null = null
    for (let from = span.from; from < span.until; from = (dayOf(from) + 1) * DAY_MINUTES) {
      const until = Math.min(span.until, (dayOf(from) + 1) * DAY_MINUTES)
      const interval = visibleInterval(plan, now, from)
      const window = await readWindow(ownHistory, { game, interval, from, until, usual, excluded })
      if (interval > plan.intervalMinutes) coarseUntil = until
      readings += window.samples.minutes.length
      const playerCounts = players()
      const charts = chartCountsOf(marketHistory, playerCounts, { universeId: game.universeId, end: until })
      const evaluated = await alert.evaluate({ ...window, ...context, playerCounts, charts }, state)
      state = evaluated.state
      notifications.push(...evaluated.notifications)
      await yieldToEventLoop()
    }
    return { game, span, ...sorted(notifications), readings, coarseUntil }
  }
}

/** Ascending, and always with the game itself. If there are too many, the first of the others are taken. */
const comparedUniverses = (game: Game, others: readonly Game[]): readonly number[] =>
  [...new Set([game, ...others].map(({ universeId }) => universeId))]
    .slice(0, MAX_COMPARED_UNIVERSES)
    .sort((a, b) => a - b)

function sorted(notifications: readonly NotificationDraft[]): Pick<RulePreview, 'alerts' | 'platformDrops'> {
  const alerts: PreviewedAlert[] = []
  const platformDrops = new Map<string, RulePreview['platformDrops'][number]>()
  for (const { facts, occurredAt: at, subject } of notifications) {
    if (facts.kind === 'alert') alerts.push({ at, facts, recoveredAt: null })
    const last = alerts.at(-1)
    if (facts.kind === 'recovery' && last) alerts[alerts.length - 1] = { ...last, recoveredAt: at }
    if (facts.kind === 'platform_drop') platformDrops.set(subject, platformDrops.get(subject) ?? { at, facts })
  }
  return { alerts, platformDrops: [...platformDrops.values()] }
}

/** States when a rule that compares with the usual becomes able to fire: a game that was just added has no usual yet. */
export function createRuleReady({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const usualHistory = createUsualHistory(store)

  /** Null if the rule is able to fire now, because the usual is known or is not needed. */
  return async function ruleReady(
    account: Account,
    game: Game,
    { condition }: Pick<RuleDraft, 'condition'>,
  ): Promise<Minute | null> {
    if (condition.is !== 'unusual') return null
    const now = minuteOf(clock.now())
    const usual = await usualHistory({
      universeId: game.universeId,
      interval: planInForce(account, plans, clock.now()).intervalMinutes,
      span: { from: now, until: now + 1 },
      excluded: await store.expectedSpans.ofGame(game.id),
    })
    const found = usual.at(now)
    return found.kind === 'not yet' ? found.from : null
  }
}
