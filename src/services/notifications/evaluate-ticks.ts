// Stage 2 of 7, evaluation: follows the stored ticks and creates notifications from stored history alone. A crash loses
// nothing: the cursor is unchanged, and the same minutes are evaluated again.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import { eventsOf } from '../../domain/events/event-of-draft.js'
import type { Game } from '../../domain/game.js'
import type { PlayerCounts } from '../../domain/notifications/evaluator.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { EvaluatorState, StoredEvaluatorState } from '../../domain/notifications/outbox.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import type { MarketMode } from '../insights/count-market.js'
import { createMarketHistory } from '../insights/market-history.js'
import { createUsualHistory } from '../insights/usual-history.js'
import { evaluateGame } from './evaluate-game.js'
import { announceMovedRules, type EvaluationSettings, settingsReader } from './evaluation-settings.js'
import { followFall } from './follow-fall.js'
import { groupIncidents } from './group-incidents.js'
import { createPlayerCountReader, readWindow } from './history.js'
import { notificationReader } from './past-events.js'

export interface EvaluationReport {
  /** The last minute evaluated; undefined if there is nothing to evaluate yet. */
  readonly cursor: Minute | undefined
  readonly notifications: number
  /** The errors of individual games. */
  readonly errors: readonly unknown[]
}

/** The maximum time in milliseconds before it yields to other work. */
const MAX_SLICE_MS = 8

interface EvaluationSpan {
  readonly from: Minute
  readonly until: Minute
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly market?: MarketMode
}

export function createEvaluateTicks(ports: Deps) {
  const { store, clock, plans } = ports
  const marketHistory = createMarketHistory(ports)
  const usual = createUsualHistory(store)
  const readNotifications = notificationReader(store)
  let playerCounts = createPlayerCountReader(store)
  let lastCursor: Minute | undefined
  const readSettings = settingsReader({ store, clock, plans })

  /** Evaluates up to the last stored tick, in order, at most one UTC day at a time. */
  return async function evaluateTicks({ stop }: { readonly stop: AbortSignal }): Promise<EvaluationReport> {
    await announceMovedRules(ports, await readSettings())
    let cursor = await store.evaluations.cursor()
    // The clock was ahead and the cursor was moved back, so remembered values of later minutes may become wrong.
    if ((cursor ?? 0) < (lastCursor ?? 0)) playerCounts = createPlayerCountReader(store)
    lastCursor = cursor
    let notifications = 0
    const errors: unknown[] = []
    for (;;) {
      const tick = await store.series.cursor()
      // History before the first evaluation causes no notifications.
      const evaluated = cursor ?? (tick && tick.minute - 1)
      if (tick === undefined || evaluated === undefined || evaluated >= tick.minute)
        return { cursor, notifications, errors }
      const from = evaluated + 1
      const span = { from, until: Math.min(tick.minute + 1, (dayOf(from) + 1) * DAY_MINUTES) }
      const found = await evaluateSpan(span, stop)
      if (found === undefined) return { cursor, notifications, errors }
      errors.push(...found.errors)
      const batch = { ...found, after: cursor, cursor: span.until - 1, createdAt: clock.now() }
      const added = await store.evaluations.commit(batch)
      // The cursor was moved meanwhile, because a clock had run ahead; the next call continues from where it is.
      if (added === undefined) return { cursor, notifications, errors }
      notifications += added
      cursor = lastCursor = batch.cursor
    }
  }

  async function evaluateSpan(span: EvaluationSpan, stop: AbortSignal) {
    const settings = await readSettings()
    const states = statesByGame(await store.evaluations.states())
    const latest = await store.series.latest(settings.universes)
    const events = await store.universes.events(settings.universes, span.from, span.until)
    const shared = playerCounts.forWindow(latest)
    // During a catch-up, the latest samples belong to a later minute than the evaluated one.
    if (span.until - span.from === 1) playerCounts.follow(span.from, latest)
    const notifications: NotificationDraft[] = []
    const changed: EvaluatorState[] = []
    const errors: unknown[] = []
    let began = performance.now()
    for (const game of settings.games) {
      if (stop.aborted) return undefined
      const { universeId } = game
      const from = Math.max(span.from, firstOf(game))
      if (from >= span.until) continue
      const interval = settings.intervalOf(game)
      const draft = {
        game,
        interval,
        from,
        until: span.until,
        latest: latest.get(universeId),
        ...{ usual, excluded: settings.excludedOf(game) },
      }
      const known = {
        settings,
        playerCounts: shared,
        marketHistory,
        readNotifications,
        states: states.get(game.id) ?? new Map(),
        events: events.filter((event) => event.universeId === universeId && event.minute >= from),
      }
      const evaluated = await evaluateGame(await readWindow(store, draft), known)
      notifications.push(...evaluated.notifications)
      changed.push(...evaluated.states)
      errors.push(...evaluated.errors)
      if (performance.now() - began < MAX_SLICE_MS) continue
      await breathe()
      began = performance.now()
    }
    return {
      ...(await finish(settings, notifications.sort(inOrder), { ...span, playerCounts: shared })),
      states: changed,
      errors,
    }
  }

  /** What was found becomes events, and notifications for those who want them. */
  async function finish(
    settings: EvaluationSettings,
    found: readonly NotificationDraft[],
    window: EvaluationSpan & { readonly playerCounts: PlayerCounts },
  ) {
    const grouped = await groupIncidents(store, settings, found)
    const events = grouped.notifications.flatMap((draft) => eventsOf(draft, settings.universeOf(draft.gameId)))
    const fall = await followFall(store, settings, { ...window, found })
    const notifications = [...grouped.notifications, ...fall.notifications]
    return {
      notifications: notifications.filter(settings.isWanted).sort(inOrder),
      events: [...events, ...grouped.events, ...fall.events],
    }
  }
}

/** History from before a game was added causes no notifications, even if it is stored for another account. */
const firstOf = (game: Game): Minute => minuteOf(game.createdAt)

function statesByGame(states: readonly StoredEvaluatorState[]): Map<number, Map<string, StoredEvaluatorState>> {
  const byGame = new Map<number, Map<string, StoredEvaluatorState>>()
  for (const state of states) {
    const kinds = byGame.get(state.gameId) ?? new Map<string, StoredEvaluatorState>()
    byGame.set(state.gameId, kinds.set(state.kind, state))
  }
  return byGame
}

/** The order of notifications does not depend on how history is divided into windows. */
const inOrder = (a: NotificationDraft, b: NotificationDraft): number =>
  a.occurredAt - b.occurredAt || a.gameId - b.gameId || compare(a.kind, b.kind) || compare(a.subject, b.subject)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
