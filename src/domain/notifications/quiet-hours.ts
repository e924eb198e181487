// Quiet hours: one stretch a local day, over midnight where they say so, whatever summer time does to that night.
import { DAY_MINUTES, type Minute } from '../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'
import type { QuietHours } from './rule.js'

/**
 * They begin and end at an instant, so that an hour that the clocks show twice does not end them twice. From and until
 * alike: there are none.
 */
export function isQuiet({ from, until, timeZone }: QuietHours, minute: Minute): boolean {
  if (from === until) return false
  const day = wallDay(wallOf(minute, timeZone))
  // Yesterday's may reach into today; where the clocks go back at midnight, tomorrow's may have begun.
  return [day - 1, day, day + 1].some((begins) => {
    const ends = until > from ? begins : begins + 1
    const start = instantOf(begins * DAY_MINUTES + from, timeZone)
    return start <= minute && minute < instantOf(ends * DAY_MINUTES + until, timeZone)
  })
}

const MOST_KEPT = 500
const instants = new Map<string, Minute>()

/** A night is asked about minute after minute. */
function instantOf(wall: Minute, timeZone: string): Minute {
  const key = `${timeZone} ${wall}`
  const known = instants.get(key) ?? minuteAtWall(wall, timeZone)
  if (instants.size >= MOST_KEPT) instants.clear()
  instants.set(key, known)
  return known
}
