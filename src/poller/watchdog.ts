// Whether ticks stay away. Measured by the monotonic clock: the wall clock may be what is wrong.
import { type Clock, MINUTE_MS, minuteOf } from '../domain/clock.js'
import { overdueFrom, type TickSchedule } from '../domain/time/tick-schedule.js'

export interface OverdueState {
  /** When the last tick that was stored began, or this process, ms of the wall clock as it goes now. */
  readonly since: number
  readonly minutes: number
  /** None has been stored since the start of the process. */
  readonly isFirst: boolean
}

export class Watchdog {
  private beganAt: number
  /** How long after `beganAt` it is too late; undefined where ticks are too rare to be watched. */
  private allowedMs: number | undefined
  private isFirst = true

  constructor(
    private readonly schedule: TickSchedule,
    private readonly clock: Clock,
  ) {
    this.beganAt = clock.monotonic()
    this.allowedMs = this.allowedFrom(clock.now())
  }

  /** A tick was stored that began at these readings of the clock. */
  stored(began: { readonly now: number; readonly monotonic: number }): void {
    this.beganAt = began.monotonic
    this.allowedMs = this.allowedFrom(began.now)
    this.isFirst = false
  }

  overdue(): OverdueState | undefined {
    const passed = this.clock.monotonic() - this.beganAt
    if (this.allowedMs === undefined || passed <= this.allowedMs) return undefined
    return { since: this.clock.now() - passed, minutes: Math.floor(passed / MINUTE_MS), isFirst: this.isFirst }
  }

  private allowedFrom(now: number): number | undefined {
    const minute = overdueFrom(this.schedule, minuteOf(now))
    return minute === undefined ? undefined : minute * MINUTE_MS - now
  }
}
