// How far a time zone is from UTC, for the script of the first paint: comparing offsets is many times faster in a browser
// than asking it for the name of its zone.
import { HOUR_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import { wallOf } from '../../../domain/rules/wall-clock.js'

const JULY = 6

/** `MINUTE:OFFSET`, both in minutes, now and in both halves of the year: zones that agree in all show the same recent times. */
export function zoneOffsets(timeZone: string, now: Minute): string {
  const year = new Date(now * 60_000).getUTCFullYear()
  const minutes = [now - (now % HOUR_MINUTES), minuteOf(Date.UTC(year, 0)), minuteOf(Date.UTC(year, JULY))]
  return minutes.map((minute) => `${minute}:${wallOf(minute, timeZone) - minute}`).join(' ')
}
