// Counts the ticks in a row that stored no sample, and decides how long they show that the service cannot (PROCESS-59).
import { type Clock, MINUTE_MS } from '../domain/clock.js'

/** With rare ticks, one that failed says nothing of now for longer: the database is tested at each check of health. */
const LONE_FAILURE_LIFETIME_MS = 3 * MINUTE_MS

export class FailedTicks {
  private count = 0
  /** On the monotonic clock, because the wall clock may be the cause. */
  private beganAt = 0

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  note(hasFailed: boolean, beganAt: number): void {
    this.count = hasFailed ? this.count + 1 : 0
    this.beganAt = beganAt
  }

  counted(): { readonly failedTicks?: number } {
    return this.count === 0 ? {} : { failedTicks: this.count }
  }

  areOutdated(): boolean {
    return this.count === 1 && this.clock.monotonic() - this.beganAt >= LONE_FAILURE_LIFETIME_MS
  }
}
