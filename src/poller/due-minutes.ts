// Determines for which minute a tick must begin now. It is polled and reads the clock each time, so after a clock
// change, a sleep of the machine or a blocked process it returns at most one minute that began since.
import { type Clock, MINUTE_MS, type Minute, minuteOf, msOf } from '../domain/clock.js'
import type { TickSchedule } from '../domain/time/tick-schedule.js'

/** A tick that is delayed by at most this many milliseconds still belongs to its minute. */
const MAX_DELAY_MS = 40_000
/** At most this many skipped minutes are reported, the newest ones: one day. */
const MAX_SKIPPED_MINUTES = 1_440

interface ClockReading {
  readonly minute: Minute
  readonly now: number
  readonly monotonic: number
}

export class DueMinutes {
  /** The clock when the last tick began, or when this process started. */
  private last: ClockReading
  private hasBegun = false

  constructor(
    private readonly schedule: TickSchedule,
    private readonly clock: Clock,
  ) {
    this.last = this.read()
  }

  /** The minute whose tick is due and has not begun; undefined if there is none. */
  next(): Minute | undefined {
    const { minute, now } = this.read()
    if (this.hasBegun && minute === this.last.minute) return undefined
    if (!this.schedule.isDue(minute)) return undefined
    const dueAt = this.schedule.seconds.map((second) => msOf(minute) + second * 1_000).findLast((at) => at <= now)
    if (dueAt === undefined || now - dueAt >= MAX_DELAY_MS) return undefined
    // Minutes that were due before this process started are not its responsibility.
    return !this.hasBegun && minute === this.last.minute && dueAt <= this.last.now ? undefined : minute
  }

  /** The minute whose tick has begun, while it lasts. */
  begun(): Minute | undefined {
    return this.hasBegun && this.read().minute === this.last.minute ? this.last.minute : undefined
  }

  /**
   * Records that the tick of the minute begins. Returns the due minutes since the last tick that this process skipped.
   */
  begin(minute: Minute): Minute[] {
    const before = this.last
    this.last = { ...this.read(), minute }
    this.hasBegun = true
    return this.skippedMinutes(before, this.last)
  }

  private skippedMinutes(before: ClockReading, after: ClockReading): Minute[] {
    // The wall clock advanced further than the monotonic clock: it was set ahead, or the machine slept.
    const jump = after.now - before.now - (after.monotonic - before.monotonic)
    if (Math.abs(jump) >= MINUTE_MS) return []
    const minutes: Minute[] = []
    for (let minute = after.minute - 1; minute > before.minute && minutes.length < MAX_SKIPPED_MINUTES; minute--) {
      if (this.schedule.isDue(minute)) minutes.unshift(minute)
    }
    return minutes
  }

  private read(): ClockReading {
    const now = this.clock.now()
    return { minute: minuteOf(now), now, monotonic: this.clock.monotonic() }
  }
}
