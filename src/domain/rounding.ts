// How many digits numbers have in answers (API-44): more would only repeat how computers divide.

/** In bytes. */
export const MIB = 1_048_576
/** A share of 1. */
export const PERCENT = 100
/** Shares from 0 to 1: a millionth. */
const SHARE_DIGITS = 6
/** Mean players and player-hours. */
const MEAN_DIGITS = 4

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits
  const scaled = value * factor
  // A number with no digits to lose stays as it is.
  return Math.abs(scaled) < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / factor : value
}

export const share = (value: number): number => rounded(value, SHARE_DIGITS)
export const shareOrNull = (value: number | null): number | null => (value === null ? null : share(value))
export const meanOrNull = (value: number | null): number | null => (value === null ? null : rounded(value, MEAN_DIGITS))
