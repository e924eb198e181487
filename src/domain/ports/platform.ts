// The platform port: what Headcount requests from the game platform. The implementation determines which platform that
// is.
import type { GapReason } from '../gap.js'
import type { Measurements } from '../sample.js'
import type { UniverseFacts } from '../universe.js'
import type { PopularityPlace } from './popularity.js'

/** The name that Headcount sends to the services that it calls. */
export const USER_AGENT = 'Headcount/0.1 (self-hosted game statistics)'

/** One universe as the platform showed it in a tick. */
export type UniverseReading = Measurements & { readonly facts: UniverseFacts }

export interface PlatformReadings {
  readonly read: readonly UniverseReading[]
  /** The requested universes without a reading, and why. */
  readonly missing: ReadonlyMap<number, Exclude<GapReason, 'not running' | 'not stored' | 'clock'>>
  /** The first error, for the operator's log; undefined if there was none. */
  readonly error: unknown
}

/** The limits of a run of platform calls: after the deadline no new call begins, and running ones are aborted. */
export interface CallDeadline {
  readonly withinMs: number
  /** Aborted when the process stops: data that has arrived is kept, and all other calls are aborted. */
  readonly stop: AbortSignal
}

export const ADDRESS_STATES = ['waiting', 'running', 'limited', 'failing'] as const

/** One local address from which calls leave. */
export interface AddressState {
  readonly address: string
  /** `waiting`: nothing has left from it yet. `limited`: the platform has answered 429. */
  readonly state: (typeof ADDRESS_STATES)[number]
  /** How many universes its rate limits still allow in this minute; missing while that is not known. */
  readonly universesLeft?: number
  /** Why it fails. */
  readonly detail?: string
}

export const PLATFORM_STATES = ['waiting', 'running', 'limited', 'failing', 'backing off'] as const

/** How the calls for samples fare (PROCESS-41). */
export interface PlatformState {
  /**
   * `waiting`: none was made yet. `limited`: the platform has answered 429, and no call is made until it allows one. `failing`:
   * they fail and are repeated. `backing off`: they have failed for three minutes or longer, and each is made only once.
   */
  readonly state: (typeof PLATFORM_STATES)[number]
  /** Since when, ms; missing while nothing fails. */
  readonly since?: number
  readonly detail?: string
}

export interface Platform {
  /**
   * `absent` contains those that were not shown at their last reading; that any other one is missing must be confirmed
   * first.
   */
  readUniverses(ids: readonly number[], deadline: CallDeadline, absent?: ReadonlySet<number>): Promise<PlatformReadings>
  /** How many universes `readUniverses` can read within so many milliseconds; undefined until the platform states its limits. */
  capacity(withinMs: number): number | undefined
  /** How the calls for samples fare, from whichever address. */
  state(): PlatformState
  /** The local addresses that the operator named; none where the system chooses. */
  addresses(): readonly AddressState[]
  /**
   * Reads the player counts of some universes beside the ticks, with at most two calls; later ones are left out if
   * that is too few. Universes that are not shown are omitted. Fails where the calls would leave too few for the ticks.
   */
  countPlayers(ids: readonly number[], deadline: CallDeadline): Promise<ReadonlyMap<number, number>>
  /**
   * Returns the platform's facts of one universe; undefined if it does not exist. A hidden one is returned with that
   * condition.
   */
  findUniverse(id: number): Promise<UniverseFacts | undefined>
  universeOfPlace(placeId: number): Promise<number | undefined>
  /** Parses the place or universe of a pasted address of the platform. */
  parseAddress(text: string): { readonly placeId: number } | { readonly universeId: number } | undefined
  /** Reads the platform's own ranking of the most played universes, by universe id. */
  readCharts(stop?: AbortSignal): Promise<ReadonlyMap<number, PopularityPlace>>
  /** Makes one cheap call, to check whether the platform answers and what time its clock shows. */
  probe(stop?: AbortSignal): Promise<void>
  /** Makes one cheap call from each named address, and returns how they are then. */
  probeAddresses(stop?: AbortSignal): Promise<readonly AddressState[]>
  close(): Promise<void>
}
