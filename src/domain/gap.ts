// Due time with no sample: kept as a range with its reason, never guessed away (contract §1).
import type { Minute } from './clock.js'

export const GAP_REASONS = ['platform error', 'not running', 'stopping', 'hidden', 'gone', 'clock'] as const
export type GapReason = (typeof GAP_REASONS)[number]

/** From `from` up to, not including, `until`. */
export interface Gap {
  readonly universeId: number
  readonly from: Minute
  readonly until: Minute
  readonly reason: GapReason
}
