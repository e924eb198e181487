// Step 3 of 7, the outbox: notifications wait in the store. These are its ports: what an evaluation commits, what a
// delivery claims, and the settings that decide both, which are routes and alert rules. After a crash before the commit, nothing is stored and the same minutes are
// evaluated again; after the commit, both the notifications and the advanced cursor are stored, so that none is lost
// and none is created twice.
import type { Minute } from '../clock.js'
import type { EventWrite } from '../events/event.js'
import type { Facts, NotificationKind } from './facts.js'
import type { Notification, NotificationDraft, NotificationState } from './notification.js'
import type { NotificationRoute, QuietHours, RoutedKind, Rule, RuleChoice, RuleDraft } from './settings.js'

/** The state that an evaluator keeps for a game, as JSON. */
export interface EvaluatorState {
  readonly gameId: number
  readonly kind: RoutedKind | 'incident'
  readonly state: string
}

export interface StoredEvaluatorState extends EvaluatorState {
  /** True if the game was paused at some time since this state was stored. */
  readonly isResumed: boolean
}

/** The results of evaluating a window of history, which are stored completely or not at all. */
export interface EvaluationBatch {
  /**
   * The cursor before this evaluation; undefined before the first. If it was moved meanwhile, because a clock had run
   * ahead, nothing is stored.
   */
  readonly after: Minute | undefined
  /** The last minute evaluated. */
  readonly cursor: Minute
  readonly notifications: readonly NotificationDraft[]
  readonly events: readonly EventWrite[]
  /** The ids of the alerts of single people that are over with these notifications. */
  readonly endedAlerts?: readonly number[]
  /** Only the states that changed. */
  readonly states: readonly EvaluatorState[]
  readonly createdAt: number
}

export interface EvaluationStore {
  /** The last minute evaluated. */
  cursor(): Promise<Minute | undefined>
  /**
   * The states of active games, by game, in parts between which other work runs. Also marks the states of games that are paused
   * now, so that their next evaluation detects the pause.
   */
  states(): AsyncIterable<readonly StoredEvaluatorState[]>
  /** Returns the number of new notifications; undefined if the cursor was moved meanwhile. */
  commit(batch: EvaluationBatch): Promise<number | undefined>
}

/** The outcome of an attempt. */
export type DeliveryOutcome =
  | { readonly state: 'sent'; readonly messageId: string | null }
  /** A `dead_letter` is not tried again. */
  | { readonly state: 'dead_letter' | 'canceled' | 'uncertain'; readonly reason: string }
  | {
      readonly state: 'pending'
      readonly reason: string
      readonly nextAttemptAt: number
      /** The earliest attempt that may have posted; null if none may have. */
      readonly uncertainSince: number | null
    }

/** A pending notification, and what determines its channel. */
export interface DueNotification {
  readonly notification: Notification
  /** Null if the kind was switched off or has no channel. `owner` notifications are sent to no channel. */
  readonly channelId: string | null
  readonly gameIsRemoved: boolean
  /** The role, the quiet hours and the form of post that were chosen for its kind. */
  readonly roleId: string | null
  readonly quietHours: readonly QuietHours[]
  readonly isPublished: boolean
  readonly inThreads: boolean
}

export interface NotificationFilter {
  readonly accountId?: number
  readonly gameIds?: readonly number[]
  readonly states?: readonly NotificationState[]
  readonly kinds?: readonly NotificationKind[]
  /** The maximum number of notifications; the newest ones are returned. */
  readonly limit: number
}

/** Whether every game has a thread of its own in the channel; undefined while that is unknown. */
export type ThreadKnowledge = (channelId: string) => boolean | undefined

export interface Outbox {
  /**
   * DISCORD-35: combines the notifications whose quiet hours are over: into a batch for each channel, or for each game of
   * a channel in which every game has a thread. What is for a channel of which that is unknown stays as it is. In one transaction;
   * returns the number of batches.
   */
  gather(now: number, hasThreads: ThreadKnowledge): Promise<number>
  /** Replaces the facts of a notification that is part of a batch; the message of the batch is rendered from them. */
  amend(id: number, facts: Facts): Promise<void>
  /**
   * Of each channel, and of each person with direct messages, the oldest notification that may be posted at `now`, oldest
   * first. Paused channels have none, and what quiet hours or a mute hold is passed over.
   */
  due(now: number): Promise<DueNotification[]>
  /** Claims a pending notification for that channel; undefined if it is no longer pending. */
  claim(id: number, channelId: string | null, now: number): Promise<Notification | undefined>
  /** Stores the outcome of a claimed notification; false if the claim is no longer held. */
  recordOutcome(claimed: Notification, outcome: DeliveryOutcome): Promise<boolean>
  /**
   * Must be called when a delivery starts, because the notifications that the previous one had claimed may have been
   * posted. Returns their number.
   */
  releaseClaims(): Promise<number>
  /**
   * Turns expired notifications into dead letters, or into uncertain ones if an attempt may have posted them, with the last
   * failure as the reason. Returns their number.
   */
  expire(now: number): Promise<number>
  /** Adds a notification that no evaluation found, such as one to the owners. Stored once per game, kind and subject. */
  add(draft: NotificationDraft, createdAt: number): Promise<void>
  byId(id: number): Promise<Notification | undefined>
  /** The notification that this one continues. */
  originalOf(notification: Notification): Promise<Notification | undefined>
  /** Counts the notifications that wait and those that are being sent. */
  countOpen(): Promise<{ readonly pending: number; readonly claimed: number }>
  /**
   * Those that were given up, that were possibly sent, or that wait after a failed attempt, newest first. Only the newest
   * 50,000 notifications are searched.
   */
  failed(limit: number): Promise<Notification[]>
  /**
   * Lets a failed notification be delivered at once, as if it had not been tried, until `expiresAt`. An attempt that may
   * have posted stays known, so that it is looked up first. False if the notification is not among those that failed.
   */
  retry(id: number, expiresAt: number): Promise<boolean>
  /** Newest first. */
  list(filter: NotificationFilter): Promise<Notification[]>
}

/** A channel that rejects posts of the bot: nothing is sent there before `until`. */
export interface ChannelPause {
  readonly channelId: string
  readonly reason: string
  readonly since: number
  readonly until: number
}

export interface RouteStore {
  all(): Promise<NotificationRoute[]>
  ofGame(gameId: number): Promise<NotificationRoute[]>
  /** Of all its games that were not removed. */
  ofAccount(accountId: number): Promise<NotificationRoute[]>
  /** Switching a kind on or off deletes the state of its evaluator, except for kinds that are on by default. */
  put(route: NotificationRoute): Promise<void>
  /** Returns true if the channel was not paused before. */
  pause(pause: ChannelPause): Promise<boolean>
  resume(channelId: string): Promise<void>
  paused(channelIds: readonly string[]): Promise<ChannelPause[]>
}

export interface RuleStore {
  all(): Promise<Rule[]>
  ofGame(gameId: number): Promise<Rule[]>
  /** Of all its games that were not removed. */
  ofAccount(accountId: number): Promise<Rule[]>
  byId(id: number): Promise<Rule | undefined>
  add(draft: RuleDraft): Promise<Rule>
  /** What it was evaluated to before `createdAt` no longer counts. */
  change(id: number, change: RuleChoice & Pick<RuleDraft, 'createdAt'>): Promise<void>
  /** A rule that is resumed begins again `at` that time (ms). */
  setPaused(id: number, isPaused: boolean, at: number): Promise<void>
  remove(id: number): Promise<void>
}
