// Quiet hours: one stretch a local day, over midnight where they say so, whatever summer time does to that night.
import { DAY_MINUTES, type Minute } from '../../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../../rules/wall-clock.js'
import type { QuietHours } from '../rule.js'

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
    const start = minuteAtWall(begins * DAY_MINUTES + from, timeZone)
    return start <= minute && minute < minuteAtWall(ends * DAY_MINUTES + until, timeZone)
  })
}
