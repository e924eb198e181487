// Holidays, in which more people play all games of the platform.
import { DAY_MINUTES, type Minute, minuteOf, msOf } from '../../domain/clock.js'

interface Holiday {
  readonly from: Minute
  readonly until: Minute
  /** The additional players relative to the usual number. */
  readonly extraShare: number
  /** The minutes in which the effect rises at the beginning, and falls at the end. */
  readonly ramp: number
}

const holiday = (from: number, days: number, { extraShare, ramp }: { extraShare: number; ramp: number }): Holiday => ({
  from: minuteOf(from),
  until: minuteOf(from) + days * DAY_MINUTES,
  extraShare,
  ramp: ramp * DAY_MINUTES,
})

/** The holidays that begin in a year: Easter, summer, Thanksgiving, and the days around Christmas and New Year. */
const holidaysOf = (year: number): readonly Holiday[] => {
  const weekdayOfNovember = new Date(Date.UTC(year, 10, 1)).getUTCDay()
  const thanksgiving = 1 + ((4 - weekdayOfNovember + 7) % 7) + 21
  return [
    holiday(easterOf(year) - msOf(7 * DAY_MINUTES), 9, { extraShare: 0.1, ramp: 2 }),
    holiday(Date.UTC(year, 5, 12), 70, { extraShare: 0.12, ramp: 10 }),
    holiday(Date.UTC(year, 10, thanksgiving - 1), 5, { extraShare: 0.1, ramp: 1 }),
    holiday(Date.UTC(year, 11, 19), 17, { extraShare: 0.22, ramp: 3 }),
  ]
}

/** The Sunday after the first full moon of spring, in ms; the anonymous Gregorian algorithm. */
function easterOf(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const day = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1)
}

const known = new Map<number, readonly Holiday[]>()

/** The holidays that a year has, including those that began in the year before. */
function holidaysIn(year: number): readonly Holiday[] {
  const found = known.get(year) ?? [...holidaysOf(year - 1), ...holidaysOf(year)]
  known.set(year, found)
  return found
}

/** The factor on every player count; 1 outside holidays. */
export const holidayFactor = (minute: Minute): number => {
  let factor = 1
  for (const { from, until, extraShare, ramp } of holidaysIn(new Date(msOf(minute)).getUTCFullYear())) {
    if (minute < from || minute >= until) continue
    factor += extraShare * Math.min(1, (minute - from) / ramp, (until - minute) / ramp)
  }
  return factor
}
