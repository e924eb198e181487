// The time of the service, as the page last reported it: the clock of a screen may be hours off, and it may sleep.

let reportedAt = 0
let [monotonicThen, wallThen] = [0, 0]

/** `at`: milliseconds since 1970. */
export function noteServiceTime(at: number): void {
  reportedAt = at
  monotonicThen = performance.now()
  wallThen = Date.now()
}

/** While a screen sleeps, one of its two clocks may stop, so the later of both is taken: nothing looks fresher than it is. */
export const serviceTime = (): number =>
  reportedAt + Math.max(0, performance.now() - monotonicThen, Math.min(Date.now() - wallThen, MAX_CLOCK_STEP_MS))

/** A clock that is set further while the page is shown was wrong before. */
const MAX_CLOCK_STEP_MS = 15 * 60_000
