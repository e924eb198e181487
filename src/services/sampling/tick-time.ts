// For which minute a tick may write down what it found, and how far this process's clock can be trusted (DATA-6).
import { type Clock, DAY_MINUTES, MINUTE_MS, type Minute, minuteOf } from '../../domain/clock.js'
import type { TickCursor } from '../../domain/ports/series.js'
import { type ClockCheck, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-check.js'

export interface TickStart {
  readonly now: number
  readonly monotonic: number
}

export type TickTime =
  /** Nothing speaks against this clock. `heldMinutes`: for so long, until now, ticks could not be written down. */
  | { readonly source: 'own'; readonly minute: Minute; readonly isCorrect: boolean; readonly heldMinutes: number }
  /** This clock contradicts the platform's, by which the minute goes. Nothing is sampled. */
  | { readonly source: 'platform'; readonly now: number; readonly minute: Minute }
  /** Nobody can tell: `minute`, as this clock has it, lies too far from the last tick, and the platform tells no time. */
  | { readonly source: 'none'; readonly minute: Minute }

/** Further than this, and than the time that this process measured, no tick lies ahead of the last one unless the clock is correct. */
const MAX_LEAP_MINUTES = DAY_MINUTES

export class TickTimes {
  /** The cursor as it was found when the clock could not be trusted any more, and when that was (monotonic ms). */
  private anchor: { readonly minute: Minute; readonly at: number } | undefined
  private heldSince: number | undefined

  constructor(
    private readonly clock: Clock,
    private readonly check: ClockCheck,
  ) {}

  begin(): TickStart {
    return { now: this.clock.now(), monotonic: this.clock.monotonic() }
  }

  /** To be asked once the platform has answered, or has not. */
  of(start: TickStart, cursor: TickCursor | undefined): TickTime {
    const monotonic = this.clock.monotonic()
    const setBy = this.clock.now() - start.now - (monotonic - start.monotonic)
    const skew = setBy + (this.check.skewMs() ?? 0)
    const isOwn = Math.abs(skew) <= MAX_CLOCK_SKEW_MS && Math.abs(setBy) <= MAX_CLOCK_SKEW_MS
    const isCorrect = isOwn && this.check.state() === 'correct'
    const now = isOwn ? start.now : start.now + skew
    const minute = minuteOf(now)
    if (isCorrect) this.anchor = undefined
    else if (cursor !== undefined && minute > this.latest(cursor, monotonic)) return this.hold(start)
    if (!isOwn) return { source: 'platform', now, minute }
    if (!isCorrect && cursor !== undefined && minute < cursor.minute) return this.hold(start)
    const heldMinutes = this.heldSince === undefined ? 0 : Math.ceil((start.monotonic - this.heldSince) / MINUTE_MS)
    this.heldSince = undefined
    return { source: 'own', minute, isCorrect, heldMinutes }
  }

  private latest(cursor: TickCursor, monotonic: number): Minute {
    this.anchor ??= { minute: cursor.minute, at: monotonic }
    return this.anchor.minute + Math.ceil((monotonic - this.anchor.at) / MINUTE_MS) + MAX_LEAP_MINUTES
  }

  private hold(start: TickStart): TickTime {
    this.heldSince ??= start.monotonic
    return { source: 'none', minute: minuteOf(start.now) }
  }
}
