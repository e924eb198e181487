// What happened, in one list: to a game, to an account, or to the platform as a whole. Each event is written once, where
// it is found; pages, the bot, the API and files read it.
import type { Minute } from '../clock.js'
import type { GapReason } from '../gap.js'
import type { EventFacts, EventKind } from './event-facts.js'

/**
 * Who or what an event came from: the game itself, the platform as a whole, Headcount, or the reason of a gap; null if
 * it is unknown.
 */
export type EventCause = 'game' | 'platform' | 'headcount' | GapReason | null

export interface EventDraft {
  /** Null if it concerns the whole platform. */
  readonly universeId: number | null
  /** The account that alone may see it; null if everybody who sees the universe may. */
  readonly accountId: number | null
  readonly kind: EventKind
  /** Identifies the event among those of its kind: the same event found again is not written twice. */
  readonly subject: string
  readonly start: Minute
  /** The first minute after it; equal to `start` if it happened at one minute, null while it goes on. */
  readonly end: Minute | null
  readonly cause: EventCause
  readonly facts: EventFacts
  /** By how many minutes it may have begun earlier; null if that is unknown. */
  readonly uncertainty: number | null
}

export interface HistoryEvent extends EventDraft {
  /** Ascending in the order of writing; never used twice. */
  readonly id: number
  /** Ascending over all events: each writing and each later change of an event takes the next number. */
  readonly change: number
  /** True if it turned out not to have happened, for example a gap that an import filled, or if its note was removed. */
  readonly isWithdrawn: boolean
}

/**
 * `end`: the event with that subject is over, if it goes on; everything else about it stays. `withdraw`: it turned out to
 * be a part of another one. `resume`: it is put, and if it was over by `since`, it goes on.
 */
export type EventWrite =
  | { readonly write: 'put'; readonly event: EventDraft }
  | { readonly write: 'resume'; readonly event: EventDraft; readonly since: Minute }
  | { readonly write: 'end'; readonly kind: EventKind; readonly subject: string; readonly end: Minute }
  | { readonly write: 'withdraw'; readonly kind: EventKind; readonly subject: string }

/** DATA-30: shorter gaps are no events. */
export const MIN_GAP_EVENT_MINUTES = 60
