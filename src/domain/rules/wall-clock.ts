// Converts between UTC and the local time of an IANA time zone through Intl, including daylight saving time.
import { DAY_MINUTES, type Minute, msOf } from '../clock.js'
import { nearestName } from './nearest-name.js'

const MAX_CACHE_SIZE = 100
const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes longer than using it a hundred times. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= MAX_CACHE_SIZE) formats.clear()
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
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

/** The local time of the zone at this minute, expressed as the minute at which UTC shows the same time. */
export function wallOf(minute: Minute, timeZone: string): Minute {
  const parts = dateFormat('en-US', { ...FIELDS, timeZone }).formatToParts(msOf(minute))
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Math.floor(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) / 60_000)
}

/**
 * The minute at which the zone's local time is `wall`: the first one if there are two, and if the zone skips that time, the
 * first minute after it.
 */
export function minuteAtWall(wall: Minute, timeZone: string): Minute {
  // The offset of the day before is the one before any change, east and west of Greenwich.
  const dayBefore = wall - DAY_MINUTES
  const guess = wall - (wallOf(dayBefore, timeZone) - dayBefore)
  const error = wallOf(guess, timeZone) - wall
  if (error === 0) return guess
  const second = guess - error
  if (wallOf(second, timeZone) === wall) return second
  // The zone skips this time: one of the two guesses is before the jump and the other one after it.
  let [before, after] = [Math.min(guess, second), Math.max(guess, second)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallOf(middle, timeZone) < wall) before = middle
    else after = middle
  }
  return after
}

/**
 * The IANA name of the zone, in its usual case where Intl knows it so; undefined if there is none of that name. Offsets such as +02:00 are none, because
 * they have no daylight saving time.
 */
export function zoneNamed(text: string): string | undefined {
  // Most requests name it, and the first formatter of a process takes tens of milliseconds.
  if (text === 'UTC') return text
  try {
    if (!/^[a-z]/i.test(text)) return undefined
    const name = dateFormat('en', { timeZone: text }).resolvedOptions().timeZone
    // An older or newer name of the same zone, such as Asia/Kolkata, stays the one that was asked for.
    return name.toLowerCase() === text.toLowerCase() ? name : text
  } catch {
    // Intl throws for a name that it does not know.
  }
  return undefined
}

/** Cities are suggested too: `Berlin` for Europe/Berlin. */
export function nearestZone(text: string): string | undefined {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const cities = new Map(zones.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]))
  return nearestName(text, zones) ?? cities.get(nearestName(text.replace(/ /g, '_'), [...cities.keys()]) ?? '')
}

export const wallDay = (wall: Minute): number => Math.floor(wall / DAY_MINUTES)
