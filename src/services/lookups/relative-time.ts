// Formats how long ago a time was, like the old catalog: "8 months ago".
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/clock.js'

const UNITS: readonly (readonly [name: string, milliseconds: number])[] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/** A time in the future, which only a wrong clock causes, counts as now. */
export function relativeTime(then: number, now: number): string {
  for (const [name, length] of UNITS) {
    const count = Math.floor((now - then) / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
