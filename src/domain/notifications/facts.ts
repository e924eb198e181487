// What each kind of notification says, as stored: plain JSON, so that it can be rendered a day later in any language.
import type { Minute } from '../clock.js'
import type { GapReason } from '../gap.js'
import type { AlertMetric, RuleCondition } from './settings.js'

/** The minutes between which something happened that no sample saw: after the last one before, not after the first one since. */
export interface CrossingWindow {
  readonly from: Minute
  readonly until: Minute
}

/** One rung of the 1-2-5 ladder, passed for the first time. */
export interface MilestoneCrossing {
  readonly metric: 'visits' | 'favorites' | 'likes'
  readonly rung: number
  /** What the first sample at or above the rung said. */
  readonly count: number
  /** Where more time than usual lies before that sample; null where the sample's own minute tells. */
  readonly between: CrossingWindow | null
}

export interface MilestoneFacts {
  readonly kind: 'milestone'
  /** At least one; of each metric the lowest rung first. */
  readonly crossings: readonly MilestoneCrossing[]
}

export interface RecordFacts {
  readonly kind: 'record'
  readonly ccu: number
  /** The highest there was before. */
  readonly previous: number
}

/** What an alert saw, and what came of it. */
export interface AlertFacts {
  readonly kind: 'alert' | 'recovery'
  readonly ruleId: number
  readonly metric: AlertMetric
  readonly condition: RuleCondition
  readonly value: number
  /** What the value was held against: the rule's own number, or that of the same hour last week. */
  readonly threshold: number
  /** Of the same hour last week; null where the rule does not ask. */
  readonly baseline: number | null
  readonly readings: number
  /** When the readings that count began; of a recovery, when that began which is over now. */
  readonly since: Minute
  /** Mentioned with it; nobody is for a recovery. */
  readonly roleId: string | null
  /**
   * Of fewer players: whether most other games fell, too, though far less (where they fell alike, there is a platform_drop
   * instead). Null where it could not be compared with other games, and where it is not of fewer players.
   */
  readonly platformWide: boolean | null
}

/** Told once per account instead of one alert a game. */
export interface PlatformDropFacts {
  readonly kind: 'platform_drop'
  readonly since: Minute
  /** Of the universes compared, how many fell, and by how much the middle one did (0.3: to 70 %). */
  readonly universes: number
  readonly fell: number
  readonly medianDrop: number
  /** The games of this account that fell with it: no alert of theirs is told while it lasts. */
  readonly gameIds: readonly number[]
}

export interface ValueChange {
  readonly before: number | null
  readonly after: number | null
}

export interface ReportCardFacts {
  readonly kind: 'report_card'
  readonly stage: '1h' | '24h' | '7d'
  /** When the universe was published, to the minute. Updates within a day of it are told of together with it. */
  readonly updatedAt: Minute
  /** Updates since, within the stage, oldest first. */
  readonly newer: readonly Minute[]
  /** Average players over the stage, against the same weekday and hours of so many weeks before (the middle one). */
  readonly weeks: number
  readonly players: ValueChange
  readonly likesPerThousandVisits: ValueChange
  readonly favoritesPerThousandVisits: ValueChange
  readonly verdict: 'better' | 'worse' | 'same' | 'unknown'
  /** Why there is no verdict: samples missing before or after, an update more than a day later, too few players. */
  readonly unknownBecause: 'no data before' | 'no data after' | 'too few players' | 'another update' | null
  /** Parts of the two windows that samples cover: 0 … 1. */
  readonly coverage: { readonly before: number; readonly after: number }
}

export interface DigestFacts {
  readonly kind: 'digest'
  readonly period: 'daily' | 'weekly'
  /** Several periods at once, because nothing was known when the earlier ones were due. */
  readonly isMerged: boolean
  readonly from: Minute
  readonly until: Minute
  readonly timeZone: string
  readonly players: ValueChange
  readonly peak: { readonly ccu: number; readonly at: Minute } | null
  /** The hour of the day, as the chosen time zone counts, with the most players on average. */
  readonly bestHour: number | null
  readonly visits: ValueChange
  readonly favorites: ValueChange
  readonly likes: ValueChange
  readonly likeRatio: ValueChange
  readonly coverage: { readonly before: number; readonly after: number }
}

/** Of a game that the platform shows. */
export type SilenceReason = Exclude<GapReason, 'hidden' | 'gone'>

export interface StatusFacts {
  readonly kind: 'status'
  readonly what: 'hidden' | 'gone' | 'back' | 'no_data' | 'data_back'
  /** Since when: of `back` and `data_back` the time that it was away. */
  readonly since: Minute
  /** Where it came back: when. */
  readonly until: Minute | null
  /** Why there was no data; null for hidden, gone and back, and where it was for several reasons. */
  readonly reason: SilenceReason | null
}

/** What the account's owners are told in private, about its notifications. */
export interface OwnerFacts {
  readonly kind: 'owner'
  readonly what: 'channel_paused' | 'uncertain'
  readonly channelId: string
  readonly reason: string
  /** The notification that could not be posted, or may have been. */
  readonly notificationId: number
}

export type Facts =
  | MilestoneFacts
  | RecordFacts
  | AlertFacts
  | PlatformDropFacts
  | ReportCardFacts
  | DigestFacts
  | StatusFacts
  | OwnerFacts

export type NotificationKind = Facts['kind']
