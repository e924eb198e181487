// The UTC offset of a time zone, as charts show it.
import type { Minute } from '../domain/clock.js'
import { wallOf } from '../domain/rules/wall-clock.js'

/** For example `UTC+2`; undefined if it changes within the range. */
export function offsetLabel(from: Minute, until: Minute, timeZone: string): string | undefined {
  const offset = wallOf(from, timeZone) - from
  if (wallOf(until, timeZone) - until !== offset) return undefined
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const sign = offset < 0 ? '\u2212' : '+'
  return `UTC${offset === 0 ? '' : `${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`}`
}
