// When a milestone may be reached, in words. Beyond a year only the year is given.
import { DAY_MS, type Minute, msOf } from '../domain/clock.js'
import type { Arrival } from '../domain/insights/arrival.js'
import type { MessageCatalog } from './catalog.js'

const YEAR_DAYS = 365
/** The pace of a few weeks does not support a longer forecast. */
const MAX_YEARS_AHEAD = 10

export interface ArrivalFormat {
  /** The minute of the sample from which the distance is measured. */
  readonly asOf: Minute
  /** In milliseconds. */
  readonly now: number
  date(milliseconds: number): string
}

export function arrivalText(
  arrival: Arrival,
  { asOf, now, date }: ArrivalFormat,
  { goal, number }: MessageCatalog,
): string {
  if (arrival.kind === 'too little data') return goal.tooLittleData
  if (arrival.kind === 'not growing') return goal.notGrowing
  // An old sample can put the date in the past, so it is clamped to now.
  const timeOf = (days: number): number => Math.max(msOf(asOf) + days * DAY_MS, now)
  const isFar = (time: number): boolean => time - now > YEAR_DAYS * DAY_MS
  const text = (time: number): string => (isFar(time) ? yearOf(time) : date(time))
  const { earliest, latest } = arrival
  if (earliest > MAX_YEARS_AHEAD * YEAR_DAYS) return goal.farAway(number(MAX_YEARS_AHEAD))
  const first = timeOf(earliest)
  if (latest === null || latest > MAX_YEARS_AHEAD * YEAR_DAYS) return goal.notBefore(text(first))
  const last = timeOf(latest)
  if (isFar(first) && yearOf(first) === yearOf(last)) return goal.inYear(yearOf(last))
  // A day and its own year would look like one time.
  if (isFar(last) && yearOf(first) === yearOf(last)) return goal.between(text(first), goal.endOf(yearOf(last)))
  // Within a day, two dates would look contradictory.
  return last - first < DAY_MS ? goal.around(text(last)) : goal.between(text(first), text(last))
}

const yearOf = (milliseconds: number): string => String(new Date(milliseconds).getUTCFullYear())
