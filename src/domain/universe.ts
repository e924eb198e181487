// One experience on the platform, shared by every account that tracks it.
import type { Subscription } from './account.js'
import type { Minute } from './clock.js'

/** API-9: ids are 1 … 2^53−1. */
export const isId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** How the platform last showed it: `hidden` is a placeholder row, `gone` is known to nobody. */
export type Condition = 'shown' | 'hidden' | 'gone'

/** What the platform says of a universe beside the measured values. */
export interface UniverseFacts {
  readonly id: number
  readonly name: string
  readonly rootPlaceId: number
  /** When the universe was last published (upstream field `updated`), ms. */
  readonly updatedAt: number | null
  readonly condition: Condition
}

/** Something that happened to a universe, as the tick of that minute found it. */
export interface UniverseEvent {
  readonly universeId: number
  readonly minute: Minute
  /** `published`: `value` is the platform's own time of it, ms. `condition`: one of them. */
  readonly what: 'published' | 'condition'
  readonly value: string
}

export interface TrackedUniverse extends UniverseFacts {
  /** Minutes between samples now in force, and since when; null before the first tick. 0: paused. */
  readonly schedule: { readonly since: Minute; readonly interval: number } | null
  /** The subscriptions of the accounts that have an active game of it. */
  readonly subscribers: readonly Subscription[]
}

export interface UniverseStore {
  /** Universes with an active game, and those whose schedule has not been stopped yet. */
  tracked(): Promise<TrackedUniverse[]>
  /** Which of these universes are known. */
  known(ids: readonly number[]): Promise<Set<number>>
  /** The names of all that are known. */
  names(): Promise<Pick<UniverseFacts, 'id' | 'name'>[]>
  /** What was last heard of these universes, in no order; unknown ones are left out. */
  facts(ids: readonly number[]): Promise<UniverseFacts[]>
  /** What happened to these universes in the minutes `from` ≤ m < `until`, oldest first. */
  events(ids: readonly number[], from: Minute, until: Minute): Promise<UniverseEvent[]>
}
