// What is known of each kind of event, as plain JSON.
import type { Minute } from '../clock.js'
import type { GapReason } from '../gap.js'
import type { IncidentType, Interruption, MilestoneCrossing } from '../notifications/facts.js'
import type { AlertMetric, RuleCondition } from '../notifications/settings.js'

export const EVENT_KINDS = ['update', 'incident', 'market_fall', 'gap', 'record', 'milestone', 'alert', 'note'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Events that only their account may see. */
export const PRIVATE_EVENT_KINDS: readonly EventKind[] = ['alert', 'note']

export interface UpdateEventFacts {
  readonly kind: 'update'
  /** The minute of the tick that found it. */
  readonly foundAt: Minute
}

export interface IncidentEventFacts {
  readonly kind: 'incident'
  readonly type: IncidentType
  /** Of the universes that could be compared, how many it concerned; null for an incident of one game. */
  readonly affected: number | null
  readonly universes: number | null
  /** The universes that an incident of the platform concerned, until when each; missing for one of a game. */
  readonly members?: readonly IncidentGame[] | undefined
  /** Other missing universes, without a notification of their own, for example because their game was added later. */
  readonly others?: readonly IncidentGame[] | undefined
  /** Of an incident of the platform that was over for a short time. */
  readonly interruption?: Interruption | undefined
}

export interface IncidentGame {
  readonly universeId: number
  readonly type: IncidentType
  /** The first minute of it: of silence, the one after the last sample. */
  readonly since: Minute
  /** Null while it goes on. */
  readonly until: Minute | null
}

export interface MarketFallFacts {
  readonly kind: 'market_fall'
  readonly affected: number
  readonly universes: number
  /** The share of players that the median universe, or the market, lost: 0.3 leaves 70 %. */
  readonly drop: number
  /** The tracked universes that fell; missing in events of earlier versions. */
  readonly universeIds?: readonly number[] | undefined
}

export interface GapEventFacts {
  readonly kind: 'gap'
  /** In the order in which they occurred first. */
  readonly reasons: readonly GapReason[]
}

export interface RecordEventFacts {
  readonly kind: 'record'
  readonly players: number
  readonly previous: number
}

export interface MilestoneEventFacts {
  readonly kind: 'milestone'
  readonly metric: MilestoneCrossing['metric']
  readonly value: number
  /** The value of the first sample at or above the milestone. */
  readonly count: number
}

export interface AlertEventFacts {
  readonly kind: 'alert'
  readonly gameId: number
  readonly ruleId: number
  readonly metric: AlertMetric
  readonly condition: RuleCondition
  readonly value: number
  readonly threshold: number
  readonly baseline: number | null
  readonly readings: number
}

export interface NoteFacts {
  readonly kind: 'note'
  readonly text: string
  /** The Discord user who wrote it; null if the account itself did, for example through the API. */
  readonly author: string | null
}

export type EventFacts =
  | UpdateEventFacts
  | IncidentEventFacts
  | MarketFallFacts
  | GapEventFacts
  | RecordEventFacts
  | MilestoneEventFacts
  | AlertEventFacts
  | NoteFacts

/** Which universes an incident of the platform concerned; undefined if that is not known, or if it is one of a game. */
export const membersOf = ({ members, others = [] }: IncidentEventFacts): readonly IncidentGame[] | undefined =>
  members && [...members, ...others]

/** DATA-33: an incident of the platform concerns the universes that it names, and a fall of the market all of them. */
export const concerns = (facts: EventFacts, universeId: number): boolean =>
  facts.kind !== 'incident' || (membersOf(facts)?.some((member) => member.universeId === universeId) ?? true)
