// Computes the baseline of an hour of the week: the CCU of that weekday and hour in the weeks before.

export const USUAL_WEEKS = 4
/** With fewer weeks, one exceptional evening would count as usual. */
export const MIN_WEEKS = 3

export interface UsualBand {
  /** The mean of the measured hours. */
  readonly average: number
  readonly lowest: number
  readonly highest: number
  readonly weeks: number
}

/** `hours` contains the mean CCU of the hour in each of the last weeks; null where too little was measured. */
export function usualOf(hours: readonly (number | null)[]): UsualBand | undefined {
  const known = hours.filter((hour) => hour !== null)
  if (known.length < MIN_WEEKS) return undefined
  return {
    average: known.reduce((sum, hour) => sum + hour, 0) / known.length,
    lowest: Math.min(...known),
    highest: Math.max(...known),
    weeks: known.length,
  }
}
