// The port of the notices: what the judge commits, what the deliverer claims, and where it all goes.
import type { Minute } from '../clock.js'
import type { Notice, NoticeDraft, NoticeState } from '../notices/notice.js'
import type { Route, RoutedKind } from '../notices/route.js'
import type { Rule, RuleDraft } from '../notices/rule.js'

export interface KindState {
  readonly gameId: number
  readonly kind: RoutedKind
  /** JSON. */
  readonly state: string
}

export interface StoredKindState extends KindState {
  /** The game was found paused since this was written. */
  readonly isResumed: boolean
}

/** All that judging a stretch of history gave. It is stored whole or not at all. */
export interface Verdict {
  /** Where the judge stood; undefined before the first. Where another judge has moved it, nothing is stored. */
  readonly after: Minute | undefined
  /** The last minute judged. */
  readonly cursor: Minute
  readonly notices: readonly NoticeDraft[]
  /** Only those that changed. */
  readonly states: readonly KindState[]
  readonly createdAt: number
}

/** What became of an attempt. */
export type Settlement =
  | { readonly state: 'sent'; readonly messageId: string | null }
  | { readonly state: 'parked' | 'canceled' | 'uncertain'; readonly reason: string }
  | {
      readonly state: 'pending'
      readonly reason: string
      readonly nextAttemptAt: number
      /** The earliest attempt that may have posted; null where none may have. */
      readonly doubtSince: number | null
    }

/** A notice that waits, with what decides where it goes. */
export interface Waiting {
  readonly notice: Notice
  /** Null where nobody wants it any more, or nobody said where to. `owner` notices go to no channel. */
  readonly channelId: string | null
  readonly gameIsRemoved: boolean
}

export interface NoticeFilter {
  readonly accountId?: number
  readonly gameIds?: readonly number[]
  readonly states?: readonly NoticeState[]
  /** The newest so many. */
  readonly limit: number
}

export interface NoticeStore {
  /** The last minute judged. */
  cursor(): Promise<Minute | undefined>
  /** Of the active games. Marks those of games that are paused now, so that their next judge knows. */
  states(): Promise<StoredKindState[]>
  /** Answers how many notices are new; undefined where another judge was there first. */
  commit(verdict: Verdict): Promise<number | undefined>
  /** Of each channel the oldest that waits and has not expired, oldest first; channels that are paused at `now` are left out. */
  heads(now: number): Promise<Waiting[]>
  /** Claims a pending notice for that channel; undefined where it is not pending any more. */
  claim(id: number, channelId: string | null, now: number): Promise<Notice | undefined>
  /** Writes down what became of a claimed notice; false where the claim is not held any more. */
  settle(notice: Notice, settlement: Settlement): Promise<boolean>
  /** To be called when the deliverer starts: what its predecessor had claimed may have been posted. Answers how many. */
  releaseClaims(): Promise<number>
  /** Parks what has waited past its time, giving the last failure as the reason. Answers how many. */
  parkExpired(now: number): Promise<number>
  /** A notice that no history gave: to the owners. Once per game, kind and subject. */
  add(draft: NoticeDraft, createdAt: number): Promise<void>
  byId(id: number): Promise<Notice | undefined>
  /** Newest first. */
  list(filter: NoticeFilter): Promise<Notice[]>
}

/** A channel that refused for good: nothing is sent there before `until`. */
export interface ChannelPause {
  readonly channelId: string
  readonly reason: string
  readonly since: number
  readonly until: number
}

export interface RouteStore {
  all(): Promise<Route[]>
  ofGame(gameId: number): Promise<Route[]>
  /** Switching a kind on or off forgets what the judge knew of it: it begins afresh. Not so with those on by default. */
  put(route: Route): Promise<void>
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
