// How far a time zone is from UTC, for the script of the first paint: comparing offsets is many times faster in a browser
// than asking it for the name of its zone.
import { HOUR_MINUTES, type Minute, minuteOf, msOf } from '../../../domain/clock.js'
import { wallOf } from '../../../domain/rules/wall-clock.js'

/**
 * `MILLISECONDS:MINUTES`, a time and the offset at it, now and in both halves of the year: zones that agree in all show
 * the same recent times.
 */
export function zoneOffsets(timeZone: string, now: Minute): string {
  const year = new Date(msOf(now)).getUTCFullYear()
  const minutes = [
    now - (now % HOUR_MINUTES),
    ...['01', '07'].map((month) => minuteOf(Date.parse(`${year}-${month}-01T00:00Z`))),
  ]
  return minutes.map((minute) => `${msOf(minute)}:${wallOf(minute, timeZone) - minute}`).join(' ')
}
