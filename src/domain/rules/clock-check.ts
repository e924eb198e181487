// What this process knows of its own clock: the platform's `Date` header is what it is compared with (contract §1).
import { type Clock, HOUR_MINUTES, MINUTE_MS } from '../clock.js'

/** `unknown` is never taken for `correct`: without an answer of the platform nobody can tell. */
export type ClockState = 'correct' | 'wrong' | 'unknown'

/** contract §1: further away from the platform's clock than this, ours is wrong. */
export const MAX_CLOCK_SKEW_MS = 2 * MINUTE_MS
/** A comparison that is older than this says nothing any more. Measured by the monotonic clock, which nobody sets. */
const COMPARISON_LIFETIME_MS = HOUR_MINUTES * MINUTE_MS

export interface ClockCheck {
  state(): ClockState
  /** Takes the platform's clock minus ours, in milliseconds; null, where no answer carried a date, changes nothing. */
  compare(skewMs: number | null): void
}

export function clockCheck(clock: Clock): ClockCheck {
  let last: { readonly skewMs: number; readonly at: number; readonly now: number } | undefined
  return {
    state() {
      if (last === undefined) return 'unknown'
      const passed = clock.monotonic() - last.at
      if (passed > COMPARISON_LIFETIME_MS) return 'unknown'
      // Somebody may have set the clock since: then it has moved by more or less than the time that passed.
      const skewNow = last.skewMs - (clock.now() - last.now - passed)
      return Math.abs(skewNow) > MAX_CLOCK_SKEW_MS ? 'wrong' : 'correct'
    },
    compare(skewMs) {
      if (skewMs !== null) last = { skewMs, at: clock.monotonic(), now: clock.now() }
    },
  }
}
