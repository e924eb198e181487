// The estimate before replays, kept for comparison: between the paces of the slowest and of the fastest window of the last
// 28 days.
import type { Arrival } from '../../../src/domain/insights/arrival.js'

/** Windows last at most a week, so that weekends and weekdays have their usual weight. */
const MAX_WINDOW_DAYS = 7
/** The minimum number of windows: with fewer, their spread is not meaningful. */
const MIN_WINDOWS = 8

/**
 * `gains` are the gains of each of the last whole days, oldest first. The earliest arrival assumes the pace of the
 * fastest window, the latest that of the slowest; a short time to the milestone is estimated with short windows,
 * because weekly variation does not average out in it.
 */
export function oldArrivalOf(remaining: number, gains: readonly number[]): Arrival {
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
