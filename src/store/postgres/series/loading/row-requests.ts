// What a call has to load before its work can go on.
import type { Minute } from '../../../../domain/clock.js'

/** What is loaded of all universes of a workspace at once. */
export type Part = 'base' | 'weeks' | 'hours' | 'quarantine' | 'removed' | 'restored' | 'removal'

/** Both weeks are included. */
export interface WeekRequest {
  readonly universeId: number
  readonly from: number
  readonly until: number
}

/** What was not loaded when it was needed. */
export type RowRequest =
  | { readonly what: Part }
  /** All gaps that end at this minute or later. */
  | { readonly what: 'gaps'; readonly from: Minute }
  | { readonly what: 'head rows'; readonly from: Minute; readonly until: Minute }
  | ({ readonly what: 'segments' | 'rollups' } & WeekRequest)
  | { readonly what: 'number' }

export interface CallScope {
  readonly universeIds: readonly number[]
  /** What the work will need in any case, so that it is loaded at once. */
  readonly needs?: readonly RowRequest[]
  /** Whether `needs` is usually everything, so that one message can read it. */
  readonly isUsuallyEnough?: boolean
}

export class MissingRows extends Error {
  constructor(readonly need: RowRequest) {
    super(`The series need more rows: ${need.what}.`)
  }
}
