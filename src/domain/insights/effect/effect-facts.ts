// What a report says of an update.
export const EFFECT_OUTCOMES = ['more', 'fewer', 'no_clear_change', 'cannot_tell'] as const
export type EffectOutcome = (typeof EFFECT_OUTCOMES)[number]

export const EFFECT_REASONS = [
  'outage',
  'another update',
  'no data before',
  'no data after',
  'too few players',
  'market unknown',
  'unusual hours',
] as const
export type EffectReason = (typeof EFFECT_REASONS)[number]

/** A change with its uncertainty, as shares: 0.38 is 38 % more. */
export interface ChangeRange {
  readonly change: number
  readonly low: number
  readonly high: number
}

/**
 * Why a change is not clear: `chance` if it may be none at all; `noStep` if there is one that does not show at the update
 * itself, so that the update cannot be named as its cause.
 */
export const unclearReason = ({ low, high }: ChangeRange): 'chance' | 'noStep' =>
  low > 0 || high < 0 ? 'noStep' : 'chance'

export interface UpdateEffect {
  readonly outcome: EffectOutcome
  /** Why there is no result; null if there is one. */
  readonly reason: EffectReason | null
  /** Mean players that were measured, and that were expected without the update, in the compared hours; null if unknown. */
  readonly players: { readonly actual: number; readonly expected: number } | null
  /** The update's part of the change, actual / expected − 1; null if it is unknown. */
  readonly effect: ChangeRange | null
  /** The whole change against the usual, and the part of the platform as a whole; (1 + market) × (1 + effect) = 1 + observed. */
  readonly observed: number | null
  /** Null if it is not known how the platform as a whole did. */
  readonly market: number | null
  /** True if the change began before the update. */
  readonly beganBefore: boolean
  /** The players that would have come without the update, by hour from the update on; NaN where it is not known. */
  readonly expected: readonly number[]
  /** The standard deviation of the logarithm of measured over expected players; null if it is not known. */
  readonly deviation: number | null
}

export const unknownEffect = (reason: EffectReason): UpdateEffect => ({
  outcome: 'cannot_tell',
  reason,
  players: null,
  effect: null,
  observed: null,
  market: null,
  beganBefore: false,
  expected: [],
  deviation: null,
})
