// Due time with no sample: kept as a range with its reason, never guessed away (DATA-4).
import type { Minute } from './clock.js'

/**
 * `not stored`: a tick ran, and the store did not take it. `late`: the time of a tick was over before the universe was
 * asked for, or the tick before took so long that this one was passed over.
 */
export const GAP_REASONS = [
  'platform error',
  'not running',
  'not stored',
  'late',
  'stopping',
  'hidden',
  'gone',
  'clock',
] as const
export type GapReason = (typeof GAP_REASONS)[number]

/** From `from` up to, not including, `until`. */
export interface Gap {
  readonly universeId: number
  readonly from: Minute
  readonly until: Minute
  readonly reason: GapReason
}
