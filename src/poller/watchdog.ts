// Detects that ticks are missing. It measures with the monotonic clock, because the wall clock may be wrong.
import { type Clock, MINUTE_MS, minuteOf } from '../domain/clock.js'
import { overdueFrom, type TickSchedule } from '../domain/time/tick-schedule.js'

export interface OverdueState {
  /** When the last stored tick began, or else this process: milliseconds of the current wall clock. */
  readonly since: number
  readonly minutes: number
  /** True if no tick has been stored since the process started. */
  readonly isFirst: boolean
}

export class Watchdog {
  private beganAt: number
  /** How many milliseconds after `beganAt` a tick is overdue; undefined if ticks are too rare to be monitored. */
  private allowedMs: number | undefined
  private isFirst = true

  constructor(
    private readonly schedule: TickSchedule,
    private readonly clock: Clock,
  ) {
    this.beganAt = clock.monotonic()
    this.allowedMs = this.allowedFrom(clock.now())
  }

  /** Must be called when a tick was stored, with the clock readings at its beginning. */
  recordStored(began: { readonly now: number; readonly monotonic: number }): void {
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
