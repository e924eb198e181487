// The port of the market: player counts of many universes, which tell how the platform as a whole is doing.
import type { Minute } from '../clock.js'
import type { Span } from '../rules/span.js'

/** `charts`: the members of the platform's public charts. `tracked`: the universes that this installation tracks. */
export const MARKET_SOURCES = ['charts', 'tracked'] as const
export type MarketSource = (typeof MARKET_SOURCES)[number]

/** The player counts of one minute, by universe. Members whose count is unknown are not in it. */
export interface MarketCount {
  readonly minute: Minute
  readonly counts: ReadonlyMap<number, number>
}

/** The change from one counted minute to the next, over the members that were counted in both. */
export interface MarketLink {
  readonly minute: Minute
  /** The counted minute before; null where the chain begins. */
  readonly since: Minute | null
  readonly playersBefore: number
  readonly playersNow: number
  /** The number of these members that had players in at least one of the two minutes. */
  readonly members: number
  /** All players that were counted at this minute. */
  readonly players: number
}

/** What one universe counted, by minute. */
export interface UniverseCounts {
  get(minute: Minute): number | undefined
}

export interface MarketStore {
  /** So many links are read at once where all are needed: few where others wait for the read, many where it waits for a server. */
  readonly linksAtOnce: number
  /** Stores a counted minute. A minute that is not later than the last one is not stored. */
  record(source: MarketSource, link: MarketLink, counts: MarketCount['counts']): Promise<void>
  /** The links of the minutes `from` ≤ m < `until`, oldest first, and of these the first `atMost`. */
  links(source: MarketSource, from: Minute, until: Minute, atMost?: number): Promise<readonly MarketLink[]>
  /** What each of the universes counted in the minutes `from` ≤ m < `until`; those that counted nothing are not in it. */
  countsOf(
    source: MarketSource,
    universeIds: readonly number[],
    span: Span,
  ): Promise<ReadonlyMap<number, UniverseCounts>>
  /** Which of the universes were ever counted, as far back as counts are stored. */
  membersOf(source: MarketSource, universeIds: readonly number[]): Promise<ReadonlySet<number>>
  /** The last counted minute; `hasPlayers` leaves out minutes at which nobody played. */
  last(source: MarketSource, hasPlayers?: boolean): Promise<MarketCount | undefined>
  /** Deletes the minutes before `minute`. Does nothing unless the clock is correct. */
  expire(minute: Minute): Promise<void>
}
