// A universe: one experience on the platform, shared by every account that tracks it.
import type { Subscription } from './account.js'
import type { Minute } from './clock.js'

/** API-9: ids are 1 … 2^53−1. */
export const isId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/**
 * How the platform last showed it: `hidden` is a placeholder row, `gone` means that the platform no longer returns it.
 */
export type Condition = 'shown' | 'hidden' | 'gone'

/** Who made a universe: upstream field `creator`. */
export interface UniverseCreator {
  readonly kind: 'user' | 'group'
  readonly id: number
  readonly name: string
}

/** The platform's facts of a universe other than the measured values. */
export interface UniverseFacts {
  readonly id: number
  readonly name: string
  readonly rootPlaceId: number
  /** When the universe was last published (upstream field `updated`), ms. */
  readonly updatedAt: number | null
  readonly condition: Condition
  /** Missing or null until the platform named it. */
  readonly creator?: UniverseCreator | null
}

/** A change of a universe, at the minute of the tick that found it. */
export interface UniverseEvent {
  readonly universeId: number
  readonly minute: Minute
  /** For `published`, `value` is the platform's time of publication, ms; for `condition`, it is the new condition. */
  readonly what: 'published' | 'condition'
  readonly value: string
}

export interface Schedule {
  readonly since: Minute
  /** Minutes between samples. */
  readonly interval: number
}

export interface TrackedUniverse extends UniverseFacts {
  /**
   * Minutes between samples now in force, and since when; null before the first tick. An interval of 0 means paused.
   */
  readonly schedule: Schedule | null
  /** The subscriptions of the accounts that have an active game of it. */
  readonly subscribers: readonly Subscription[]
  /** When the first of its active games was added, ms; null where none is active. */
  readonly addedAt: number | null
}

export interface UniverseStore {
  /** Universes with an active game, and those whose schedule has not been ended yet. */
  tracked(): Promise<TrackedUniverse[]>
  /** One of them, without reading the others; undefined where it is none of them. */
  trackedOne(id: number): Promise<TrackedUniverse | undefined>
  /** Returns which of these universes have been stored. */
  known(ids: readonly number[]): Promise<Set<number>>
  /** The names of all stored universes. */
  names(): Promise<Pick<UniverseFacts, 'id' | 'name'>[]>
  /** The last known facts of these universes, in no order; unknown ones are omitted. */
  facts(ids: readonly number[]): Promise<UniverseFacts[]>
  /** The changes of these universes in the minutes `from` ≤ m < `until`, oldest first. */
  events(ids: readonly number[], from: Minute, until: Minute): Promise<UniverseEvent[]>
}
