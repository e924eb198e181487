// Determines for which minute a tick may store its results, and how far the clock of this process can be trusted
// (DATA-6).
import { type Clock, DAY_MINUTES, MINUTE_MS, type Minute, minuteOf } from '../../domain/clock.js'
import type { TickCursor } from '../../domain/ports/series.js'
import { type ClockCheck, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-check.js'

export interface TickStart {
  readonly now: number
  readonly monotonic: number
}

export type TickTime =
  /** Nothing contradicts this clock. `untrustedMinutes`: for how many minutes, until now, ticks could not be stored. */
  | { readonly source: 'own'; readonly minute: Minute; readonly isCorrect: boolean; readonly untrustedMinutes: number }
  /** This clock contradicts the platform's, which determines the minute. Nothing is sampled. */
  | { readonly source: 'platform'; readonly now: number; readonly minute: Minute }
  /**
   * The minute is unknown: `minute`, by this clock, is too far from the last tick, and the platform reports no time.
   */
  | { readonly source: 'none'; readonly minute: Minute }

/**
 * Unless the clock is correct, a tick may be at most this many minutes, or the time that this process measured, after
 * the last one.
 */
const MAX_LEAP_MINUTES = DAY_MINUTES

export class TickTimes {
  /** The cursor at the time when the clock became untrusted, and that time (monotonic ms). */
  private anchor: { readonly minute: Minute; readonly at: number } | undefined
  private untrustedSince: number | undefined

  constructor(
    private readonly clock: Clock,
    private readonly check: ClockCheck,
  ) {}

  begin(): TickStart {
    return { now: this.clock.now(), monotonic: this.clock.monotonic() }
  }

  /** Must be called after the platform has answered or failed to answer. */
  of(start: TickStart, cursor: TickCursor | undefined): TickTime {
    const monotonic = this.clock.monotonic()
    // How far the wall clock was set while the tick ran.
    const clockStepMs = this.clock.now() - start.now - (monotonic - start.monotonic)
    const skewMs = clockStepMs + (this.check.skewMs() ?? 0)
    const isOwn = Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS && Math.abs(clockStepMs) <= MAX_CLOCK_SKEW_MS
    const isCorrect = isOwn && this.check.state() === 'correct'
    const now = isOwn ? start.now : start.now + skewMs
    const minute = minuteOf(now)
    if (isCorrect) this.anchor = undefined
    else if (cursor !== undefined && minute > this.latest(cursor, monotonic)) return this.rememberUntrusted(start)
    if (!isOwn) return { source: 'platform', now, minute }
    if (!isCorrect && cursor !== undefined && minute < cursor.minute) return this.rememberUntrusted(start)
    const untrustedMinutes =
      this.untrustedSince === undefined ? 0 : Math.ceil((start.monotonic - this.untrustedSince) / MINUTE_MS)
    this.untrustedSince = undefined
    return { source: 'own', minute, isCorrect, untrustedMinutes }
  }

  private latest(cursor: TickCursor, monotonic: number): Minute {
    this.anchor ??= { minute: cursor.minute, at: monotonic }
    return this.anchor.minute + Math.ceil((monotonic - this.anchor.at) / MINUTE_MS) + MAX_LEAP_MINUTES
  }

  private rememberUntrusted(start: TickStart): TickTime {
    this.untrustedSince ??= start.monotonic
    return { source: 'none', minute: minuteOf(start.now) }
  }
}
