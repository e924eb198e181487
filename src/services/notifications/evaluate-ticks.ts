// Step 2 of 7, evaluation: follows the stored ticks and creates notifications from stored history alone. A crash loses
// nothing: the cursor is unchanged, and the same minutes are evaluated again.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import { eventsOf } from '../../domain/events/event-of-draft.js'
import type { Game } from '../../domain/game.js'
import type { Evaluator, PlayerCounts } from '../../domain/notifications/evaluator.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { EvaluatorState, StoredEvaluatorState } from '../../domain/notifications/outbox.js'
import { GameIncidents } from '../../domain/notifications/platform-incident.js'
import type { PersonAlert } from '../../domain/person-alerts/person-alert.js'
import type { Plans } from '../../domain/plan.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { UniverseEvent } from '../../domain/universe.js'
import type { MarketMode } from '../insights/count-market.js'
import { createMarketHistory } from '../insights/market-history.js'
import { createUsualHistory } from '../insights/usual-history.js'
import { MAX_SCANS } from '../reading/games-now.js'
import { groupsOfDifferent, settledAll } from '../reading/in-turns.js'
import {
  collectError,
  draftOfNews,
  EVALUATORS,
  evaluateGame,
  GameFailures,
  type GameNews,
  isEvaluated,
  newsOf,
  SUMMARIZING_EVALUATORS,
} from './evaluate-game.js'
import { announceMovedRules, type EvaluationSettings, grouped, settingsReader } from './evaluation-settings.js'
import { groupIncidents } from './group-incidents.js'
import { type FoundEvent, gameEventReader, readWindow } from './history.js'
import { fallDrafts, fallEvents, findFalls } from './platform-falls.js'
import { createPlayerCountReader } from './platform-references.js'

export interface EvaluationReport {
  /** The last minute evaluated; undefined if there is nothing to evaluate yet. */
  readonly cursor: Minute | undefined
  readonly notifications: number
  /** The errors of individual games. */
  readonly errors: readonly unknown[]
  /** What ended it after some of the minutes were evaluated; those after them are evaluated next. */
  readonly failure?: unknown
}

/** After a failure, as large a part of the minutes that failed is tried. */
const RETRIED_MINUTES_RATIO = 1 / 4

/** Milliseconds after which it yields to other work, once the group of games that is being evaluated is done. */
const MAX_EVALUATION_SLICE_MS = 8

interface EvaluationSpan {
  readonly from: Minute
  readonly until: Minute
}

/** What the evaluations of all games of a window share. */
interface WindowInputs {
  readonly settings: EvaluationSettings
  readonly latest: ReadonlyMap<number, LatestSample>
  readonly playerCounts: PlayerCounts
  /** By universe. */
  readonly universeEvents: ReadonlyMap<number, readonly UniverseEvent[]>
  readonly states: ReadonlyMap<number, ReadonlyMap<string, StoredEvaluatorState>>
}

interface GameInputs extends WindowInputs {
  readonly evaluators: readonly Evaluator[]
  /** What other evaluators found in the window, in the order in which it was found. */
  readonly events: readonly FoundEvent[]
  /** The open alerts of single people, by game. */
  readonly personAlerts: ReadonlyMap<number, readonly PersonAlert[]>
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly market?: MarketMode
  readonly activity?: Activity
}

export function createEvaluateTicks(ports: Deps) {
  const { store, clock, plans } = ports
  const marketHistory = createMarketHistory(ports)
  const usual = createUsualHistory(store, noteReads(ports.activity, 'usual'))
  let playerCounts = createPlayerCountReader(store)
  let lastCursor: Minute | undefined
  /** Fewer after a failure: minutes that are too many for a database that often fails would never be stored (NOTIFY-2). */
  let maxMinutes = DAY_MINUTES
  const failures = new GameFailures()
  const readSettings = settingsReader({ store, clock, plans })

  /** Evaluates up to the last stored tick, in order, at most one UTC day at a time. */
  return async function evaluateTicks({ stop }: { readonly stop: AbortSignal }): Promise<EvaluationReport> {
    await announceMovedRules(ports, await readSettings())
    let cursor = await store.evaluations.cursor()
    // The cursor moved back because the clock had been ahead. Cached values of later minutes are then invalid.
    if ((cursor ?? 0) < (lastCursor ?? 0)) playerCounts = createPlayerCountReader(store)
    lastCursor = cursor
    const began = cursor
    let notifications = 0
    const errors: unknown[] = []
    for (;;) {
      const tick = await store.series.cursor()
      // History before the first evaluation causes no notifications.
      const evaluated = cursor ?? (tick && tick.minute - 1)
      if (tick === undefined || evaluated === undefined || evaluated >= tick.minute)
        return { cursor, notifications, errors }
      const from = evaluated + 1
      const span = { from, until: Math.min(tick.minute + 1, (dayOf(from) + 1) * DAY_MINUTES, from + maxMinutes) }
      try {
        const done = await evaluateAndCommit(span, cursor, stop)
        if (done === undefined) return { cursor, notifications, errors }
        errors.push(...done.errors)
        notifications += done.notifications
        cursor = lastCursor = span.until - 1
        maxMinutes = Math.min(DAY_MINUTES, maxMinutes * 2)
      } catch (failure) {
        maxMinutes = Math.ceil((span.until - span.from) * RETRIED_MINUTES_RATIO)
        if (cursor === began) throw failure
        return { cursor, notifications, errors, failure }
      }
    }
  }

  /** Undefined where it was stopped, or the cursor was moved meanwhile, because a clock had run ahead: the next call continues from there. */
  async function evaluateAndCommit(span: EvaluationSpan, after: Minute | undefined, stop: AbortSignal) {
    const found = await evaluateSpan(span, stop)
    if (found === undefined) return undefined
    const batch = { ...found, after, cursor: span.until - 1, createdAt: clock.now() }
    const notifications = await store.evaluations.commit(batch)
    return notifications === undefined ? undefined : { notifications, errors: found.errors }
  }

  async function evaluateSpan(span: EvaluationSpan, stop: AbortSignal) {
    const settings = await readSettings()
    const latest = await store.series.latest(settings.universes)
    playerCounts.follow(span.until - 1, latest)
    const stored = await store.universes.events(settings.universes, span.from, span.until)
    const universeEvents = grouped(stored, ({ universeId }) => universeId)
    const states = await statesByGame(store.evaluations.states())
    const shared = { settings, latest, playerCounts: playerCounts.forWindow(latest), universeEvents, states }
    const personAlerts = grouped(await store.personAlerts.open(), ({ gameId }) => gameId)
    const found = await evaluateGames(span, { ...shared, evaluators: EVALUATORS, events: [], personAlerts }, stop)
    if (found === undefined) return undefined
    const together = await group(found.notifications.sort(inOrder), { ...span, ...shared })
    const summaries = {
      ...shared,
      evaluators: SUMMARIZING_EVALUATORS,
      events: together.events,
      personAlerts: NO_ALERTS,
    }
    const summarized = await evaluateGames(span, summaries, stop)
    if (summarized === undefined) return undefined
    const notifications = [...together.notifications, ...summarized.notifications]
    return {
      notifications: [...notifications.filter(settings.isWanted), ...found.news.map(draftOfNews)].sort(inOrder),
      endedAlerts: found.news.flatMap(({ alert, isLast }) => (isLast ? [alert.id] : [])),
      events: together.events.map(({ write }) => write),
      states: [...found.states, ...summarized.states, ...together.states],
      errors: [...found.errors, ...summarized.errors],
    }
  }

  async function evaluateGames(span: EvaluationSpan, shared: GameInputs, stop: AbortSignal) {
    const { settings, evaluators } = shared
    const found: GamesEvaluation = { notifications: [], news: [], states: [], errors: [] }
    const isDue = (game: Game) =>
      firstMinuteOf(game) < span.until && evaluators.some((one) => isEvaluated(one, game, settings))
    let sliceStart = performance.now()
    // Where reads wait for a server, those of a group become a few statements; of a longer span, each game reads for itself, and too
    // many would wait for a connection. Games of the same universe are in different groups, because they extend the same cached history.
    const { readsAtOnce } = store.series
    const groupSize = span.until - span.from === 1 ? readsAtOnce : Math.min(readsAtOnce, MAX_SCANS)
    for (const games of groupsOfDifferent(settings.games.filter(isDue), groupSize, universeOf)) {
      if (stop.aborted) return undefined
      for (const one of await settledAll(games.map((game) => tryEvaluating(game, span, shared)))) {
        found.notifications.push(...one.notifications)
        found.news.push(...one.news)
        found.states.push(...one.states)
        found.errors.push(...one.errors)
      }
      if (performance.now() - sliceStart < MAX_EVALUATION_SLICE_MS) continue
      await yieldToEventLoop()
      sliceStart = performance.now()
    }
    return found
  }

  function tryEvaluating(game: Game, span: EvaluationSpan, shared: GameInputs) {
    const key = `${shared.evaluators[0]?.name} ${game.id}`
    return failures.during(key, (isLastTry) => evaluateOne(game, span, { ...shared, isLastTry }))
  }

  async function evaluateOne(game: Game, span: EvaluationSpan, shared: GameInputs & { readonly isLastTry: boolean }) {
    const { settings, latest, universeEvents, states, events, personAlerts, ...rest } = shared
    const from = Math.max(span.from, firstMinuteOf(game))
    const query = {
      game,
      interval: settings.intervalOf(game),
      from,
      until: span.until,
      latest: latest.get(game.universeId),
    }
    const window = await readWindow(store, { ...query, usual, excluded: settings.excludedOf(game) })
    const gameEvents = universeEvents.get(game.universeId)?.filter(({ minute }) => minute >= from) ?? []
    const evaluated = await evaluateGame(window, {
      ...{ ...rest, settings, marketHistory },
      pastEvents: gameEventReader(store, game, events),
      states: states.get(game.id) ?? new Map(),
      events: gameEvents,
    })
    const errors = [...evaluated.errors]
    const news = newsOf(personAlerts.get(game.id) ?? [], { ...window, events: gameEvents }, evaluated.notifications)
    return { ...evaluated, news: await news.catch(collectError(errors, rest.isLastTry)), errors }
  }

  /** Results of single games become events; what most games share becomes one event of the platform. */
  async function group(found: readonly NotificationDraft[], window: EvaluationSpan & WindowInputs) {
    const { settings } = window
    const isPlatformDrop = ({ kind }: NotificationDraft) => kind === 'platform_drop'
    const replaced = found.flatMap(({ facts, gameId, occurredAt: minute }) =>
      facts.kind === 'platform_drop'
        ? [{ minute, leavingOut: facts.universes === 0 ? settings.universeOf(gameId) : null }]
        : [],
    )
    const [first = 0] = settings.universes
    // Only the charts are read as an index, because the tracked universes are compared one by one.
    const markets = (from: Minute, until: Minute, leavingOut = first) =>
      marketHistory({ leavingOut, from, until: Math.min(until, window.until), source: 'charts' })
    const falls = await findFalls(store, settings, { ...window, replaced, markets })
    const drafts = found.filter((draft) => !isPlatformDrop(draft))
    const incidents = new GameIncidents(window.states)
    const grouped = await groupIncidents(store, settings, { ...window, drafts, falls, incidents })
    // A message about several games reports what is an event of each.
    const events = [...grouped.notifications, ...grouped.unposted]
      .sort(inOrder)
      .flatMap((draft) =>
        eventsOf(draft, settings.universeOf(draft.gameId)).map((write) => ({ minute: draft.occurredAt, write })),
      )
    const isUnreported = (minute: Minute) => !grouped.isIncidentAt(minute)
    return {
      notifications: [...grouped.notifications, ...falls.flatMap((fall) => fallDrafts(settings, fall, isUnreported))],
      events: [...events, ...grouped.events, ...fallEvents(falls)],
      states: grouped.states,
    }
  }
}

interface GamesEvaluation {
  readonly notifications: NotificationDraft[]
  /** The personal alerts that people made in Discord. */
  readonly news: GameNews[]
  readonly states: EvaluatorState[]
  readonly errors: unknown[]
}

const NO_ALERTS: GameInputs['personAlerts'] = new Map()

/** History from before a game was added causes no notifications, even if it is stored for another account. */
const firstMinuteOf = (game: Game): Minute => minuteOf(game.createdAt)

const universeOf = ({ universeId }: Game): number => universeId

type StatesByGame = Map<number, Map<string, StoredEvaluatorState>>

async function statesByGame(pages: AsyncIterable<readonly StoredEvaluatorState[]>): Promise<StatesByGame> {
  const byGame: StatesByGame = new Map()
  for await (const page of pages)
    for (const state of page) {
      const kinds = byGame.get(state.gameId) ?? new Map<string, StoredEvaluatorState>()
      byGame.set(state.gameId, kinds.set(state.kind, state))
    }
  return byGame
}

/**
 * The order of notifications does not depend on how history is divided into windows. A message is changed before it is
 * replied to.
 */
const inOrder = (a: NotificationDraft, b: NotificationDraft): number =>
  a.occurredAt - b.occurredAt ||
  a.gameId - b.gameId ||
  compare(a.kind, b.kind) ||
  Number(a.follows?.as === 'reply') - Number(b.follows?.as === 'reply') ||
  compare(a.subject, b.subject)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
