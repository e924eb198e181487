// The platform port: what Headcount asks of the game platform. The engine knows which platform that is.
import type { GapReason } from '../gap.js'
import type { Measurements } from '../sample.js'
import type { UniverseFacts } from '../universe.js'
import type { PopularityPlace } from './popularity.js'

/** One universe as the platform showed it in a tick. */
export type UniverseReading = Measurements & { readonly facts: UniverseFacts }

export interface PlatformReadings {
  readonly read: readonly UniverseReading[]
  /** The universes asked for that gave no reading, and why. */
  readonly missing: ReadonlyMap<number, Exclude<GapReason, 'not running' | 'not stored' | 'clock'>>
  /** The first thing that went wrong, for the operator's log; undefined where nothing did. */
  readonly error: unknown
}

/** How long the platform may be asked: no new call begins later, and running ones are given up. */
export interface CallDeadline {
  readonly withinMs: number
  /** Fires when the process stops: what has arrived is kept, the rest is given up. */
  readonly stop: AbortSignal
}

export interface Platform {
  /** `absent`: those of them that were not shown at their last reading; that the others are missing is taken with doubt. */
  readUniverses(ids: readonly number[], patience: CallDeadline, absent?: ReadonlySet<number>): Promise<PlatformReadings>
  /** What the platform says of one universe; undefined where it does not exist. A hidden one is known, and says so. */
  findUniverse(id: number): Promise<UniverseFacts | undefined>
  universeOfPlace(placeId: number): Promise<number | undefined>
  /** The place or universe that a pasted address of the platform names. */
  parseAddress(text: string): { readonly placeId: number } | { readonly universeId: number } | undefined
  /** The platform's own order of what is played most, by universe id. */
  readCharts(): Promise<ReadonlyMap<number, PopularityPlace>>
  /** One cheap call, to see whether it answers, and what time it is there. */
  probe(stop?: AbortSignal): Promise<void>
  close(): Promise<void>
}
