// Stage 3 of 7, the outbox: notifications wait in the store. Here are its ports: what an evaluation commits, what a delivery
// claims, and where it all goes. A crash before the commit stores nothing, and the same minutes are evaluated again; after
// it, the notifications and the moved cursor are both there: nothing is lost, and nothing is decided twice.
import type { Minute } from '../clock.js'
import type { Notification, NotificationDraft, NotificationState } from './notification.js'
import type { NotificationRoute, RoutedKind, Rule, RuleDraft } from './settings.js'

/** What an evaluator remembers of a game. */
export interface EvaluatorState {
  readonly gameId: number
  readonly kind: RoutedKind
  /** JSON. */
  readonly state: string
}

export interface StoredEvaluatorState extends EvaluatorState {
  /** The game was found paused since this was written. */
  readonly isResumed: boolean
}

/** All that evaluating a window of history gave. It is stored whole or not at all. */
export interface EvaluationBatch {
  /** Where the evaluation stood; undefined before the first. Where another process has moved it, nothing is stored. */
  readonly after: Minute | undefined
  /** The last minute evaluated. */
  readonly cursor: Minute
  readonly notifications: readonly NotificationDraft[]
  /** Only those that changed. */
  readonly states: readonly EvaluatorState[]
  readonly createdAt: number
}

export interface EvaluationStore {
  /** The last minute evaluated. */
  cursor(): Promise<Minute | undefined>
  /** Of the active games. Marks those of games that are paused now, so that their next evaluation knows. */
  states(): Promise<StoredEvaluatorState[]>
  /** Answers how many notifications are new; undefined where another process was there first. */
  commit(batch: EvaluationBatch): Promise<number | undefined>
}

/** What became of an attempt. */
export type DeliveryOutcome =
  | { readonly state: 'sent'; readonly messageId: string | null }
  /** `parked`: a dead letter, which nobody tries again. */
  | { readonly state: 'parked' | 'canceled' | 'uncertain'; readonly reason: string }
  | {
      readonly state: 'pending'
      readonly reason: string
      readonly nextAttemptAt: number
      /** The earliest attempt that may have posted; null where none may have. */
      readonly doubtSince: number | null
    }

/** A notification that waits, with what decides where it goes. */
export interface DueNotification {
  readonly notification: Notification
  /** Null where nobody wants it any more, or nobody said where to. `owner` notifications go to no channel. */
  readonly channelId: string | null
  readonly gameIsRemoved: boolean
}

export interface NotificationFilter {
  readonly accountId?: number
  readonly gameIds?: readonly number[]
  readonly states?: readonly NotificationState[]
  /** The newest so many. */
  readonly limit: number
}

export interface Outbox {
  /** Of each channel the oldest that waits, oldest first; channels that are paused at `now` are left out. */
  due(now: number): Promise<DueNotification[]>
  /** Claims a pending notification for that channel; undefined where it is not pending any more. */
  claim(id: number, channelId: string | null, now: number): Promise<Notification | undefined>
  /** Writes down what became of a claimed notification; false where the claim is not held any more. */
  recordOutcome(claimed: Notification, outcome: DeliveryOutcome): Promise<boolean>
  /** To be called when a delivery starts: what the one before it had claimed may have been posted. Answers how many. */
  releaseClaims(): Promise<number>
  /** Makes dead letters of what has waited past its time, giving the last failure as the reason. Answers how many. */
  expire(now: number): Promise<number>
  /** A notification that no history gave: to the owners. Once per game, kind and subject. */
  add(draft: NotificationDraft, createdAt: number): Promise<void>
  byId(id: number): Promise<Notification | undefined>
  /** Newest first. */
  list(filter: NotificationFilter): Promise<Notification[]>
}

/** A channel that takes nothing from the bot: nothing is sent there before `until`. */
export interface ChannelPause {
  readonly channelId: string
  readonly reason: string
  readonly since: number
  readonly until: number
}

export interface RouteStore {
  all(): Promise<NotificationRoute[]>
  ofGame(gameId: number): Promise<NotificationRoute[]>
  /** Switching a kind on or off forgets what its evaluator knew: it begins afresh. Not so with those on by default. */
  put(route: NotificationRoute): Promise<void>
  /** True where the channel was not paused before. */
  pause(pause: ChannelPause): Promise<boolean>
  resume(channelId: string): Promise<void>
  paused(channelIds: readonly string[]): Promise<ChannelPause[]>
}

export interface RuleStore {
  all(): Promise<Rule[]>
  ofGame(gameId: number): Promise<Rule[]>
  byId(id: number): Promise<Rule | undefined>
  add(draft: RuleDraft): Promise<Rule>
  remove(id: number): Promise<void>
}
