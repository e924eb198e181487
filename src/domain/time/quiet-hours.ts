// Hours of the day in which nothing is posted. Thousands of notifications that wait for the same hours are looked at each second,
// and time zones are slow, so what was found is remembered.
import { DAY_MINUTES, type Minute } from '../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'
import type { DailyHours } from './time-of-day.js'

interface ZonedHours extends DailyHours {
  /** IANA name. */
  readonly timeZone: string
}

const MAX_KNOWN_MINUTES = 10_000
const knownMinutes = new Map<string, boolean>()

/**
 * Quiet hours begin and end at an instant, so that a local hour that occurs twice does not end them twice. If `from`
 * equals `until`, there are none.
 */
export function isQuiet(hours: ZonedHours, minute: Minute): boolean {
  if (hours.from === hours.until) return false
  const key = `${hours.from} ${hours.until} ${hours.timeZone} ${minute}`
  const known = knownMinutes.get(key) ?? isWithin(hours, minute)
  if (knownMinutes.size >= MAX_KNOWN_MINUTES) knownMinutes.clear()
  knownMinutes.set(key, known)
  return known
}

function isWithin({ from, until, timeZone }: ZonedHours, minute: Minute): boolean {
  const day = wallDay(wallOf(minute, timeZone))
  // Yesterday's quiet hours may last into today; if the clocks go back at midnight, tomorrow's may have begun.
  return [day - 1, day, day + 1].some((begins) => {
    const ends = until > from ? begins : begins + 1
    const start = instantOf(begins * DAY_MINUTES + from, timeZone)
    return start <= minute && minute < instantOf(ends * DAY_MINUTES + until, timeZone)
  })
}

const MAX_CACHE_SIZE = 500
const instants = new Map<string, Minute>()

/** Cached, because the same quiet hours are evaluated every minute. */
function instantOf(wall: Minute, timeZone: string): Minute {
  const key = `${timeZone} ${wall}`
  const known = instants.get(key) ?? minuteAtWall(wall, timeZone)
  if (instants.size >= MAX_CACHE_SIZE) instants.clear()
  instants.set(key, known)
  return known
}
