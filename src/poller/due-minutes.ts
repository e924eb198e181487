// Which minute's tick is to begin now. It is asked again and again, and looks at the clock as it is then: a clock that
// is set, a machine that slept and a process that was held up come to no more than a minute that began since.
import { type Clock, MINUTE_MS, type Minute, minuteOf, msOf } from '../domain/clock.js'
import type { TickSchedule } from '../domain/time/tick-schedule.js'

/** A tick that was held up no longer than this still belongs to its minute. */
const MAX_DELAY_MS = 40_000
/** Of the minutes that were passed over, the newest: a day of them. */
const MAX_PASSED_OVER = 1_440

interface ClockReading {
  readonly minute: Minute
  readonly now: number
  readonly monotonic: number
}

export class DueMinutes {
  /** Of the last tick that began, or of the start of this process. */
  private last: ClockReading
  private hasBegun = false

  constructor(
    private readonly schedule: TickSchedule,
    private readonly clock: Clock,
  ) {
    this.last = this.read()
  }

  /** The minute whose tick is due and has not begun; undefined where there is none. */
  next(): Minute | undefined {
    const { minute, now } = this.read()
    if (this.hasBegun && minute === this.last.minute) return undefined
    if (!this.schedule.isDue(minute)) return undefined
    const dueAt = this.schedule.seconds.map((second) => msOf(minute) + second * 1_000).findLast((at) => at <= now)
    if (dueAt === undefined || now - dueAt >= MAX_DELAY_MS) return undefined
    // What was due before the start was not this process's to do.
    return !this.hasBegun && minute === this.last.minute && dueAt <= this.last.now ? undefined : minute
  }

  /** Notes that the minute's tick begins. Answers the due minutes since the last one that this process let pass. */
  begin(minute: Minute): Minute[] {
    const before = this.last
    this.last = { ...this.read(), minute }
    this.hasBegun = true
    return this.passedOver(before, this.last)
  }

  private passedOver(before: ClockReading, after: ClockReading): Minute[] {
    // The wall clock went further than the process ran: it was set ahead, or the machine slept.
    const jump = after.now - before.now - (after.monotonic - before.monotonic)
    if (Math.abs(jump) >= MINUTE_MS) return []
    const minutes: Minute[] = []
    for (let minute = after.minute - 1; minute > before.minute && minutes.length < MAX_PASSED_OVER; minute--) {
      if (this.schedule.isDue(minute)) minutes.unshift(minute)
    }
    return minutes
  }

  private read(): ClockReading {
    const now = this.clock.now()
    return { minute: minuteOf(now), now, monotonic: this.clock.monotonic() }
  }
}
