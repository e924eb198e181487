// Formats how long ago a time was, like the old catalog: "8 months ago".

const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND

const UNITS: readonly (readonly [name: string, milliseconds: number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 60 * 60 * SECOND],
  ['minute', 60 * SECOND],
]

/** A time in the future, which only a wrong clock causes, counts as now. */
export function relativeTime(then: number, now: number): string {
  for (const [name, length] of UNITS) {
    const count = Math.floor((now - then) / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
