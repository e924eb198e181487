// The facts of each kind of notification, stored as plain JSON so that they can be rendered later in any language.

import type { Minute } from '../clock.js'
import type { GapReason } from '../gap.js'
import type { Arrival } from '../insights/arrival.js'
import type { ChangeRange, EffectOutcome, EffectReason } from '../insights/effect/effect-facts.js'
import type { SpanComparison } from '../insights/span-comparison.js'
import type { ScheduledPostFacts } from '../live-updates/scheduled-post.js'
import type { PersonAlertNews } from '../person-alerts/person-alert.js'
import type { ValueChange } from '../rules/summary.js'
import type { AlertMetric, BatchFacts, RuleCondition } from './settings.js'

/**
 * The minutes between which something happened that no sample showed: after the last sample before it, and not after
 * the first sample since.
 */
export interface CrossingWindow {
  readonly from: Minute
  readonly until: Minute
}

/** One number of the 1-2-5 ladder that was passed for the first time. */
export interface MilestoneCrossing {
  readonly metric: 'visits' | 'favorites' | 'likes'
  readonly rung: number
  /** The value of the first sample at or above the number. */
  readonly count: number
  /** The window of the crossing if that sample came after a longer gap; null if the sample's own minute is precise. */
  readonly between: CrossingWindow | null
  /** When the next number may be reached, for the highest one of its metric; facts of earlier versions lack it. */
  readonly next?: Arrival
}

export interface MilestoneFacts {
  readonly kind: 'milestone'
  /** At least one; for each metric in ascending order. */
  readonly crossings: readonly MilestoneCrossing[]
}

export interface RecordFacts {
  readonly kind: 'record'
  readonly ccu: number
  /** The highest value before. */
  readonly previous: number
  /** When the peak began, with the first count above `previous`; facts of earlier versions lack it. */
  readonly since?: Minute
  /** When it was counted; facts of earlier versions lack it, and happened when they were posted. */
  readonly at?: Minute
  /** The share by which the whole platform was above its usual; null if it was not above, or if that is unknown. */
  readonly market?: number | null
  /** Set if the peak was not over yet: the post is changed when it is. */
  readonly isRising?: true
}

/** The facts of an alert: the reading and what it was compared with. */
export interface AlertFacts {
  readonly kind: 'alert' | 'recovery'
  readonly ruleId: number
  readonly metric: AlertMetric
  readonly condition: RuleCondition
  readonly value: number
  /** The number that the value was compared with: the rule's own, or one computed from the baseline. */
  readonly threshold: number
  /** The usual, or the value of the same hour last week; null if the rule does not need one. */
  readonly baseline: number | null
  readonly readings: number
  /** Set if the rule counts minutes instead of readings. */
  readonly minutes?: number
  /** The usual of the day before; set if the rule compares with it. */
  readonly line?: ExpectedLine | null
  /** When the readings that count began; for a recovery, when the alert that is over began. */
  readonly since: Minute
  /** Whether it began in quiet hours of its rule or kind, and so waited for their end. */
  readonly wasHeld?: true
  /** The role mentioned in the message; null for a recovery. */
  readonly roleId: string | null
  /**
   * For a decrease of CCU: whether most other games fell too, though much less (if they fell alike, there is a
   * platform_drop instead). Null if it could not be compared with other games, or if it is no decrease of CCU.
   */
  readonly platformWide: boolean | null
}

/** Sent once per account instead of one alert per game. */
export interface PlatformDropFacts {
  readonly kind: 'platform_drop'
  readonly since: Minute
  /** Of the universes compared, how many fell, and by how much the median one fell (0.3: to 70 %). */
  readonly universes: number
  readonly fell: number
  readonly medianDrop: number
  /** The games of this account that fell with it; no alerts are sent for them while it lasts. */
  readonly gameIds: readonly number[]
  /** When most players were back; missing while it goes on. */
  readonly until?: Minute
  /** True for the reply that states the end. */
  readonly isEnd?: boolean
}

/** What was expected at equally spaced minutes, and the band in which it may lie; null where it is unknown. */
export interface ExpectedLine {
  readonly from: Minute
  readonly step: number
  readonly expected: readonly (number | null)[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
  /** The value at which the rule is broken. */
  readonly threshold?: readonly (number | null)[]
}

export interface ReportCardFacts {
  readonly kind: 'report_card'
  readonly stage: '1h' | '24h' | '7d'
  /** When the universe was published, to the minute. Updates within a day of it are reported together with it. */
  readonly updatedAt: Minute
  /** Updates since then, within the stage, oldest first. */
  readonly newer: readonly Minute[]
  /** Average CCU over the stage: what would have come without the update, and what came. */
  readonly players: ValueChange
  readonly likesPerThousandVisits: ValueChange
  readonly favoritesPerThousandVisits: ValueChange
  readonly outcome: EffectOutcome
  /** Why there is no result; null if there is one. */
  readonly reason: EffectReason | null
  /** The update's part of the change, with its uncertainty; null if it is unknown. */
  readonly effect: ChangeRange | null
  /** The whole change against the usual; (1 + market) × (1 + effect) = 1 + observed. */
  readonly observed: number | null
  /** The part of the platform as a whole; null if it is unknown. */
  readonly market: number | null
  /** True if the change began before the update. */
  readonly beganBefore: boolean
  readonly line: ExpectedLine | null
  /** The shares of the two windows that samples cover: 0 … 1. */
  readonly coverage: { readonly before: number; readonly after: number }
}

export interface DigestFacts {
  readonly kind: 'digest'
  readonly period: 'daily' | 'weekly'
  /** True if the digest covers several periods, because nothing was known when the earlier ones were due. */
  readonly isMerged: boolean
  readonly from: Minute
  readonly until: Minute
  readonly timeZone: string
  readonly players: ValueChange
  /** The mean players against the usual of the same hours; null if it is not known. Facts of earlier versions lack it. */
  readonly usual?: SpanComparison | null
  readonly peak: { readonly ccu: number; readonly at: Minute } | null
  /** The hour of the local day with the highest average CCU. */
  readonly bestHour: number | null
  readonly visits: ValueChange
  readonly favorites: ValueChange
  readonly likes: ValueChange
  readonly likeRatio: ValueChange
  /** What happened in the time; facts of earlier versions lack it. */
  readonly happened?: ListedEvents
  /** The whole platform against its usual in the time: 0.1 is 10 % more; null if it is unknown. */
  readonly market?: number | null
  readonly coverage: { readonly before: number; readonly after: number }
}

/** What happened to a game, as a digest lists it. */
export type PastEvent =
  /** `change`: of the players against what was expected without the update; null if it is unknown, or not known yet. */
  | { readonly kind: 'update'; readonly at: Minute; readonly change: number | null }
  | { readonly kind: 'record'; readonly at: Minute; readonly ccu: number }
  | {
      readonly kind: 'milestone'
      readonly at: Minute
      readonly metric: MilestoneCrossing['metric']
      readonly rung: number
    }
  | {
      readonly kind: 'incident'
      readonly at: Minute
      readonly what: 'hidden' | 'gone' | 'no_data'
      /** Null if it was not over when the digest was made. */
      readonly until: Minute | null
      /** True if most games had it. */
      readonly isOfPlatform?: boolean
      /** Why there was no data; missing if it is not known, or if there were several reasons. */
      readonly reason?: SilenceReason | 'headcount'
    }
  | {
      readonly kind: 'alert'
      readonly at: Minute
      readonly metric: AlertMetric
      /** The rule, the value at which it alerted, and when it was over; digests of earlier versions lack them. */
      readonly condition?: RuleCondition
      readonly value?: number
      readonly until?: Minute | null
    }
  /** `drop`: what the median game lost of its players. */
  | { readonly kind: 'market_fall'; readonly at: Minute; readonly drop: number }

export interface ListedEvents {
  readonly events: readonly PastEvent[]
  /** The number of further ones that the message does not list. */
  readonly more: number
}

/** Why there are no samples of a game that the platform shows. */
export type SilenceReason = Exclude<GapReason, 'hidden' | 'gone'>

/** An incident that was over for a short time (INSIGHTS-57): when that was last, and how often. */
export interface Interruption {
  readonly from: Minute
  readonly until: Minute
  readonly count: number
}

export interface StatusFacts {
  readonly kind: 'status'
  readonly what: 'hidden' | 'gone' | 'back' | 'no_data' | 'data_back'
  /** The beginning of the state; for `back` and `data_back`, the beginning of the absence that is over. */
  readonly since: Minute
  /** For `back` and `data_back`, when it came back. */
  readonly until: Minute | null
  /** Why there was no data; null for hidden, gone and back, and if there were several reasons. */
  readonly reason: SilenceReason | null
  readonly interruption?: Interruption
  /** Of an end that was announced: when the incident went on. */
  readonly again?: Minute
}

/** Sent once per server: rules that nobody had changed compare with the usual from now on. */
export interface RulesMovedFacts {
  readonly kind: 'rules_moved'
  /** The games of the rules. */
  readonly gameIds: readonly number[]
}

/** What an incident is about; `fall`: the players of most games fell together. */
export const INCIDENT_TYPES = ['hidden', 'gone', 'silent', 'fall'] as const
export type IncidentType = (typeof INCIDENT_TYPES)[number]

/** The games of a server that a message is about; `until`: when the last one was back, null while one is away. */
export interface ServerGames {
  readonly gameIds: readonly number[]
  readonly awayIds: readonly number[]
  readonly until: Minute | null
}

/** An incident of several games: reported once in each server. `unknown`: it is not that of the platform. */
export interface PlatformIncidentFacts {
  readonly kind: 'platform_incident'
  readonly cause: 'platform' | 'headcount' | 'unknown'
  readonly isEnd: boolean
  readonly types: readonly IncidentType[]
  readonly since: Minute
  readonly until: Minute | null
  /** Of the universes that could be compared, how many it concerned so far; null for an incident of Headcount. */
  readonly affected: number | null
  readonly universes: number | null
  /** Why Headcount has no data; null if there were several reasons, and for an incident of the platform. */
  readonly reason: SilenceReason | null
  /** Facts of earlier versions, and those of an incident of Headcount, lack it. */
  readonly games?: ServerGames
  readonly interruption?: Interruption
  /** Of an end that was announced: when the incident went on. */
  readonly again?: Minute
}

/** A direct message to the account's owners about its notifications. */
export interface OwnerFacts {
  readonly kind: 'owner'
  readonly what: 'channel_paused' | 'uncertain'
  readonly channelId: string
  readonly reason: string
  /** The notification that could not be posted, or may have been posted. */
  readonly notificationId: number
}

/** A direct message to one person who asked for it. */
export interface PersonAlertFacts {
  readonly kind: 'person_alert'
  readonly locale: string
  readonly news: PersonAlertNews
}

export type Facts =
  | MilestoneFacts
  | RecordFacts
  | AlertFacts
  | PlatformDropFacts
  | ReportCardFacts
  | DigestFacts
  | StatusFacts
  | RulesMovedFacts
  | PlatformIncidentFacts
  | OwnerFacts
  | PersonAlertFacts
  | ScheduledPostFacts
  | BatchFacts

export type NotificationKind = Facts['kind']
