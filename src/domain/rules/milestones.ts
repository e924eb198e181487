// The next milestone of a counter, and when it will probably be reached, as precisely as the recent past allows.

/** The first number of the ladder: 100, 200, 500, 1000, 2000, 5000 … */
const FIRST = 100
const STEPS = [1, 2, 5] as const

/** The first number of the ladder above the value. */
export function nextMilestone(value: number): number {
  for (let power = FIRST; ; power *= 10) {
    for (const step of STEPS) if (step * power > value) return step * power
  }
}

/** The numbers of the ladder above `after` and at most `value`, ascending. */
export function milestonesPassed(after: number, value: number): number[] {
  const passed: number[] = []
  for (let rung = nextMilestone(after); rung <= value; rung = nextMilestone(rung)) passed.push(rung)
  return passed
}

/** Days from now. `latest` is null if the slowest window had no gain, so that no latest time can be estimated. */
export type Arrival =
  | { readonly kind: 'expected'; readonly earliest: number; readonly latest: number | null }
  | { readonly kind: 'too little data' }
  | { readonly kind: 'not growing' }

/** Windows last at most a week, so that weekends and weekdays have their usual weight. */
const MAX_WINDOW_DAYS = 7
/** The minimum number of windows: with fewer, their spread is not meaningful. */
const MIN_WINDOWS = 8

/**
 * `gains` are the gains of each of the last whole days, oldest first. The earliest arrival assumes the pace of the
 * fastest window, the latest that of the slowest; a short time to the milestone is estimated with short windows,
 * because weekly variation does not average out in it.
 */
export function arrivalOf(remaining: number, gains: readonly number[]): Arrival {
  const average = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length)
  const needed = average > 0 ? Math.ceil(remaining / average) : MAX_WINDOW_DAYS
  const length = Math.min(MAX_WINDOW_DAYS, Math.max(1, needed))
  const paces = pacesOf(gains, length)
  if (paces.length < MIN_WINDOWS) return { kind: 'too little data' }
  const [slowest, fastest] = [Math.min(...paces), Math.max(...paces)]
  if (fastest <= 0) return { kind: 'not growing' }
  return { kind: 'expected', earliest: remaining / fastest, latest: slowest > 0 ? remaining / slowest : null }
}

/** The mean gain per day in every window of `length` days. */
function pacesOf(gains: readonly number[], length: number): number[] {
  const paces: number[] = []
  for (let start = 0; start + length <= gains.length; start++) {
    const window = gains.slice(start, start + length)
    paces.push(window.reduce((sum, gain) => sum + gain, 0) / length)
  }
  return paces
}

/** A counter's value at the end of a day. */
export interface DayClosing {
  readonly day: number
  readonly value: number
}

/** The gain of each day between the closing values; a gain over days without a value is distributed evenly. */
export function dailyGains(closings: readonly DayClosing[]): number[] {
  return closings.flatMap((closing, index) => {
    const before = closings[index - 1]
    if (before === undefined) return []
    const days = closing.day - before.day
    return Array.from({ length: days }, () => (closing.value - before.value) / days)
  })
}
