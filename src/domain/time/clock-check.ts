// Checks whether the clock of this process is correct, by comparing it with the platform's `Date` header (DATA-6).
import { type Clock, HOUR_MS, MINUTE_MS } from '../clock.js'

/** `unknown` is never treated as `correct`: without a response of the platform the clock cannot be checked. */
export const CLOCK_STATES = ['correct', 'wrong', 'unknown'] as const
export type ClockState = (typeof CLOCK_STATES)[number]

/** DATA-6: if our clock differs from the platform's by more than this, ours is wrong. */
export const MAX_CLOCK_SKEW_MS = 2 * MINUTE_MS
/**
 * One correct clock may be two minutes ahead and another two minutes behind, so a correct timestamp is never further in
 * the future than this.
 */
export const MAX_AHEAD_MINUTES = 5
/** An older comparison is no longer valid. The age is measured by the monotonic clock, which cannot be set. */
const COMPARISON_LIFETIME_MS = HOUR_MS

export interface ClockCheck {
  state(): ClockState
  /**
   * The platform's clock minus ours in ms, computed from the last comparison, however old, and the monotonic clock;
   * undefined before the first.
   */
  skewMs(): number | undefined
  /** Receives the platform's clock minus ours in ms; null, for a response without a date, changes nothing. */
  compare(skewMs: number | null): void
}

/** The platform's time minus the monotonic clock's. Neither clock is set, so the difference is constant. */
type Offset = number

/**
 * Compares every response of the platform. One that agrees with our clock is accepted at once, because two clocks do
 * not agree by accident. One that contradicts a clock that was found correct within the hour may be a cached response
 * with an old date: it is accepted only if the next contradicting response confirms it.
 */
export function createClockCheck(clock: Clock): ClockCheck {
  let trusted: { readonly offset: Offset; readonly at: number } | undefined
  let unconfirmed: Offset | undefined

  const skewMs = (): number | undefined => trusted && trusted.offset + clock.monotonic() - clock.now()

  const state = (): ClockState => {
    const skew = skewMs()
    if (trusted === undefined || skew === undefined) return 'unknown'
    if (clock.monotonic() - trusted.at > COMPARISON_LIFETIME_MS) return 'unknown'
    return isSmall(skew) ? 'correct' : 'wrong'
  }

  const isPlausible = (skew: number, offset: Offset): boolean =>
    isSmall(skew) || isNear(offset, trusted?.offset) || isNear(offset, unconfirmed) || state() === 'unknown'

  return {
    state,
    skewMs,
    compare(skew) {
      if (skew === null) return
      const at = clock.monotonic()
      const offset = skew + clock.now() - at
      if (!isPlausible(skew, offset)) {
        unconfirmed = offset
        return
      }
      trusted = { offset, at }
      unconfirmed = undefined
    },
  }
}

/**
 * The state that health, metrics and pages show. As for the ticks, a difference that was measured stays one however old it is: a clock that
 * was found wrong is not unknown an hour later, but wrong until it is set or a response contradicts it.
 */
export function reportedClockState({ state, skewMs }: Pick<ClockCheck, 'state' | 'skewMs'>): ClockState {
  const skew = skewMs()
  return skew !== undefined && !isSmall(skew) ? 'wrong' : state()
}

const isSmall = (skew: number): boolean => Math.abs(skew) <= MAX_CLOCK_SKEW_MS

const isNear = (offset: Offset, other: Offset | undefined): boolean => other !== undefined && isSmall(offset - other)
