// Clock and calendar of an IANA time zone, through Intl: where its days begin, whatever its summer time does.
import { DAY_MINUTES, type Minute, msOf } from '../clock.js'

const MAX_CACHE_SIZE = 100
const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than using it a hundred times. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= MAX_CACHE_SIZE) formats.clear()
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

const FIELDS: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
}

/** What the zone's clock shows at this minute, as the minute at which a clock in UTC shows the same. */
export function wallOf(minute: Minute, timeZone: string): Minute {
  const parts = dateFormat('en-US', { ...FIELDS, timeZone }).formatToParts(msOf(minute))
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Math.floor(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) / 60_000)
}

/** The minute at which the zone's clock shows `wall`; where it skips that time, the first one after. */
export function minuteAtWall(wall: Minute, timeZone: string): Minute {
  const guess = wall - (wallOf(wall, timeZone) - wall)
  const off = wallOf(guess, timeZone) - wall
  if (off === 0) return guess
  const second = guess - off
  if (wallOf(second, timeZone) === wall) return second
  // Skipped: of both guesses, one lies before the jump and one behind it.
  let [before, after] = [Math.min(guess, second), Math.max(guess, second)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallOf(middle, timeZone) < wall) before = middle
    else after = middle
  }
  return after
}

export const wallDay = (wall: Minute): number => Math.floor(wall / DAY_MINUTES)
