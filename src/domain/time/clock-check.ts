// What this process knows of its own clock: the platform's `Date` header is what it is compared with (DATA-6).
import { type Clock, HOUR_MINUTES, MINUTE_MS } from '../clock.js'

/** `unknown` is never taken for `correct`: without an answer of the platform nobody can tell. */
export type ClockState = 'correct' | 'wrong' | 'unknown'

/** DATA-6: further away from the platform's clock than this, ours is wrong. */
export const MAX_CLOCK_SKEW_MS = 2 * MINUTE_MS
/** Of two correct clocks one may be two minutes ahead, and the other two minutes behind: nothing lies further in the future. */
export const MAX_AHEAD_MINUTES = 5
/** A comparison that is older than this says nothing any more. Measured by the monotonic clock, which nobody sets. */
const COMPARISON_LIFETIME_MS = HOUR_MINUTES * MINUTE_MS

export interface ClockCheck {
  state(): ClockState
  /** The platform's clock minus ours, ms, as the last comparison and the monotonic clock have it, however old; undefined before the first. */
  skewMs(): number | undefined
  /** Takes the platform's clock minus ours, in milliseconds; null, where no answer carried a date, changes nothing. */
  compare(skewMs: number | null): void
}

/** The platform's time minus the monotonic clock's. Nobody sets either of them, so it stays the same. */
type Offset = number

/**
 * Every answer of the platform is compared. One that agrees with our clock is believed at once, because two clocks do not
 * agree by accident. One that contradicts a clock that was found correct within the hour may come out of a cache with an
 * old date: it is believed when the next answer that contradicts says the same.
 */
export function createClockCheck(clock: Clock): ClockCheck {
  let believed: { readonly offset: Offset; readonly at: number } | undefined
  let doubted: Offset | undefined

  const skewMs = (): number | undefined => believed && believed.offset + clock.monotonic() - clock.now()

  const state = (): ClockState => {
    const skew = skewMs()
    if (believed === undefined || skew === undefined) return 'unknown'
    if (clock.monotonic() - believed.at > COMPARISON_LIFETIME_MS) return 'unknown'
    return isSmall(skew) ? 'correct' : 'wrong'
  }

  const isBelievable = (skew: number, offset: Offset): boolean =>
    isSmall(skew) || isNear(offset, believed?.offset) || isNear(offset, doubted) || state() === 'unknown'

  return {
    state,
    skewMs,
    compare(skew) {
      if (skew === null) return
      const at = clock.monotonic()
      const offset = skew + clock.now() - at
      if (!isBelievable(skew, offset)) {
        doubted = offset
        return
      }
      believed = { offset, at }
      doubted = undefined
    },
  }
}

const isSmall = (skew: number): boolean => Math.abs(skew) <= MAX_CLOCK_SKEW_MS

const isNear = (offset: Offset, other: Offset | undefined): boolean => other !== undefined && isSmall(offset - other)
