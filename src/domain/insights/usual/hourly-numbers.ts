// The few numbers that are computed once an hour of each game, as they are stored beside the samples: read back after a start, they
// save it the computation. They are a copy. The transaction that rewrites the past of a universe also deletes its rows, so a
// row always follows from the samples that are stored.
import type { Hour } from './hourly-means.js'

/** What is known of a game by the hour; the position is the number in the database. */
export const HOURLY_KINDS = ['usual', 'accuracy', 'gains'] as const
export type HourlyKind = (typeof HOURLY_KINDS)[number]

export interface HourlyNumbersPlace {
  readonly universeId: number
  readonly gameId: number
  readonly kind: HourlyKind
}

export interface HourlyNumbers extends HourlyNumbersPlace {
  readonly hour: Hour
  /** What they follow from beside the samples: other texts are other numbers. */
  readonly basis: string
  /** Unchanged bytes of the service that computed them. */
  readonly data: Uint8Array
}

export interface HourlyNumbersStore {
  /** In the order of their places, at most `limit` of those after one. */
  after(place: HourlyNumbersPlace | undefined, limit: number): Promise<readonly HourlyNumbers[]>
  /** Replaces those of the same places. A power failure may undo it. */
  put(numbers: readonly HourlyNumbers[]): Promise<void>
  /** Those of earlier hours, of which no game has a sample that is the latest. */
  removeBefore(hour: Hour): Promise<void>
}
