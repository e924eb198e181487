// One window of a game's history, evaluated for all kinds of notifications.
import { LRUCache } from 'lru-cache'
import type { Minute } from '../../domain/clock.js'
import { HeadcountError } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { EvaluationContext, Evaluator, PlayerCounts } from '../../domain/notifications/evaluator.js'
import { alert } from '../../domain/notifications/evaluators/alert.js'
import { digest } from '../../domain/notifications/evaluators/digest.js'
import { milestone } from '../../domain/notifications/evaluators/milestone.js'
import { record } from '../../domain/notifications/evaluators/record.js'
import { reportCard } from '../../domain/notifications/evaluators/report-card.js'
import { status } from '../../domain/notifications/evaluators/status.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { EvaluatorState, StoredEvaluatorState } from '../../domain/notifications/outbox.js'
import { findNews } from '../../domain/person-alerts/find-news.js'
import type { FoundNews, PersonAlert } from '../../domain/person-alerts/person-alert.js'
import type { UniverseEvent } from '../../domain/universe.js'
import type { MarketHistory } from '../insights/market-history.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import type { HistoryWindow } from './history.js'
import { chartCountsOf } from './platform-references.js'

/** All evaluators, one file per kind; a new one is added here. */
export const EVALUATORS: readonly Evaluator[] = [milestone, record, alert, reportCard, status]
/** Evaluators that list the results of the others; they run after all games. */
export const SUMMARIZING_EVALUATORS: readonly Evaluator[] = [digest]

export interface GameEvaluation {
  /** Also those of kinds that are switched off. */
  readonly notifications: readonly NotificationDraft[]
  readonly states: readonly EvaluatorState[]
  /** Errors of evaluators: a failed one keeps the state from before this window, and the others continue. */
  readonly errors: readonly unknown[]
}

interface GameEvaluationInput {
  readonly settings: EvaluationSettings
  readonly playerCounts: PlayerCounts
  readonly marketHistory: MarketHistory
  readonly evaluators: readonly Evaluator[]
  readonly pastEvents: EvaluationContext['pastEvents']
  readonly events: readonly UniverseEvent[]
  /** The states of this game, by kind. */
  readonly states: ReadonlyMap<string, StoredEvaluatorState>
  /** See collectError. */
  readonly isLastTry: boolean
}

export async function evaluateGame(
  window: HistoryWindow,
  { settings, playerCounts, marketHistory, evaluators, pastEvents, events, states, isLastTry }: GameEvaluationInput,
): Promise<GameEvaluation> {
  const { game } = window
  const notifications: NotificationDraft[] = []
  const changed: EvaluatorState[] = []
  const errors: unknown[] = []
  const hasNoData = window.stored.minutes.length === 0 && window.gaps.length === 0
  const shared = {
    ...window,
    events,
    rules: settings.rulesOf(game),
    peers: settings.peersOf(game),
    universes: settings.universes,
    playerCounts,
    charts: chartCountsOf(marketHistory, playerCounts, { universeId: game.universeId, end: window.until }),
    markets: (from: Minute, until: Minute) =>
      marketHistory({ leavingOut: game.universeId, from, until: Math.min(until, window.until) }),
    pastEvents,
  }
  const evaluate = async (evaluator: Evaluator): Promise<void> => {
    const before = states.get(evaluator.name)
    // A new game, or one that was paused, starts with its first sample or gap.
    if (hasNoData && (before === undefined || before.isResumed)) return
    const context = {
      ...shared,
      isResumed: before?.isResumed ?? false,
      route: settings.routeOf(game, evaluator.name),
      serverOf: (other: Game) => settings.serverOf(other, evaluator.name),
    }
    const known = before && parsedState(before)
    const evaluation = await evaluator.evaluate(context, known)
    // Usually nothing happened, and an unchanged state is not serialized again.
    const isSame = known !== undefined && evaluation.state === known
    const state = isSame ? before?.state : JSON.stringify(evaluation.state)
    if (state !== undefined && (state !== before?.state || context.isResumed))
      changed.push({ gameId: game.id, kind: evaluator.name, state })
    notifications.push(...evaluation.notifications)
  }
  for (const evaluator of evaluators)
    if (isEvaluated(evaluator, game, settings)) await evaluate(evaluator).catch(collectError(errors, isLastTry))
  return { notifications, states: changed, errors }
}

/**
 * An error of one evaluator leaves the others as they are, and its next window goes on from the state before. Where the store did
 * not answer, nothing is wrong with the evaluator: the whole evaluation fails, so that the same minutes are evaluated again, unless
 * it is `isLastTry`.
 */
export const collectError =
  (errors: unknown[], isLastTry: boolean) =>
  (error: unknown): [] => {
    if (!isLastTry && isNotAnswered(error)) throw error
    errors.push(error)
    return []
  }

/** By then a minute is tried alone. A game that fails still must not hold up the notifications of all others. */
const MAX_FAILURES_IN_A_ROW = 10
/** Where more fail, something else is wrong. */
const MAX_FAILED_GAMES = 1_000

type FoundOfGame = GameEvaluation & { readonly news: readonly GameNews[] }

/** Counts how often each evaluation failed in a row. */
export class GameFailures {
  private readonly counts = new LRUCache<string, number>({ max: MAX_FAILED_GAMES })

  /** Throws what `evaluate` throws, until that was its last try: then the game is left out, with its error. */
  async during(key: string, evaluate: (isLastTry: boolean) => Promise<FoundOfGame>): Promise<FoundOfGame> {
    const count = this.counts.get(key) ?? 0
    const isLastTry = count >= MAX_FAILURES_IN_A_ROW
    try {
      const found = await evaluate(isLastTry)
      if (!found.errors.some(isNotAnswered)) this.counts.delete(key)
      return found
    } catch (error) {
      if (isLastTry) return { notifications: [], news: [], states: [], errors: [error] }
      this.counts.set(key, count + 1)
      throw error
    }
  }
}

const isNotAnswered = (error: unknown): boolean => error instanceof HeadcountError && error.code === 'UNAVAILABLE'

export const isEvaluated = (
  { isAlwaysEvaluated, name }: Evaluator,
  game: Game,
  settings: EvaluationSettings,
): boolean => isAlwaysEvaluated || settings.isOn(game, name)

const lastParsed = new Map<string, { readonly text: string; readonly value: unknown }>()
/** Enough for six kinds of 10,000 games. */
const MAX_PARSED = 60_000

/** Cached, because the same text is parsed minute after minute; evaluators never modify their input. */
function parsedState({ gameId, kind, state: text }: StoredEvaluatorState): unknown {
  const key = `${gameId} ${kind}`
  const last = lastParsed.get(key)
  if (last?.text === text) return last.value
  if (lastParsed.size >= MAX_PARSED) lastParsed.clear()
  const value: unknown = JSON.parse(text)
  lastParsed.set(key, { text, value })
  return value
}

/** What was found for a personal alert that somebody made in Discord. */
export type GameNews = FoundNews & Pick<Game, 'accountId'>

/** DISCORD-40: what the window means for the alerts of single people; milestones are those that were found in it. */
export async function newsOf(
  alerts: readonly PersonAlert[],
  { game, history, ...window }: HistoryWindow & { readonly events: readonly UniverseEvent[] },
  drafts: readonly NotificationDraft[],
): Promise<GameNews[]> {
  if (alerts.length === 0) return []
  const milestones = drafts.flatMap(({ facts, occurredAt: minute }) => {
    if (facts.kind !== 'milestone') return []
    const reached = facts.crossings.map(({ metric: counter, rung: number, count }) => ({ counter, number, count }))
    return [{ minute, reached }]
  })
  const samples = (from: Minute, until: Minute) => history.samples(game.universeId, from, until)
  const found: GameNews[] = []
  for (const alert of alerts)
    for (const news of await findNews(alert, { ...window, milestones, history: samples }))
      found.push({ ...news, accountId: game.accountId })
  return found
}

/** An alert that goes on has a notification for each time. */
export const draftOfNews = ({ alert, accountId, minute, news, isLast }: GameNews): NotificationDraft => ({
  gameId: alert.gameId,
  accountId,
  kind: 'person_alert',
  subject: isLast ? `${alert.id}` : `${alert.id}:${minute}`,
  occurredAt: minute,
  facts: { kind: 'person_alert', locale: alert.locale, news },
  personAlertId: alert.id,
})
