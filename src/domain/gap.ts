// Gaps: due time without samples, stored as ranges with a reason and never interpolated (DATA-4).
import type { Minute } from './clock.js'

/**
 * `not stored`: a tick ran, but the store could not save it. `late`: the time of the tick ended before the universe was
 * read, or the tick was skipped because the one before took too long; the process was suspended or too slow, and cannot
 * know which.
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

/** The minutes `from` ≤ m < `until`. */
export interface Gap {
  readonly universeId: number
  readonly from: Minute
  readonly until: Minute
  readonly reason: GapReason
}

/** Reasons and causes as programs read them: `platform error` becomes `platform_error`. */
export const codeOf = <Text extends string>(text: Text): string => text.replaceAll(' ', '_')
