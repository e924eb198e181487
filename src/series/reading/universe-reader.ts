// What the readers of many universes hand to the database, which decides how many it reads at once.

/** What the read of one universe costs, in eighths of a millisecond: a segment to decode takes about a whole one. */
export const COST = { segment: 8, row: 1 } as const
/** A turn of the event loop ends after this time, however little was read. */
export const MAX_TURN_MS = 4

/** Undefined where nothing was found. */
export interface StoredReading<Value> {
  readonly value: Value | undefined
  readonly cost: number
}

export interface UniverseReader<Value> {
  /** Must not read from the database. Undefined where it is not known whether there is a value. */
  known(universeId: number): { readonly value: Value | undefined } | undefined
  /** Must be called in a transaction. */
  read(universeId: number): StoredReading<Value>
}
