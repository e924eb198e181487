// The clock of the demo's past: it stands still where it is set, until it becomes the clock of the computer.
import { type Clock, type Minute, msOf, systemClock } from '../domain/clock.js'

export class StoryClock implements Clock {
  private past: number | undefined

  constructor(start: Minute) {
    this.past = msOf(start)
  }

  readonly now = (): number => this.past ?? systemClock.now()

  /** Time passes between two minutes of the story, so that no part takes the clock for one that was set by hand. */
  readonly monotonic = (): number => this.now()

  set(minute: Minute): void {
    this.past = msOf(minute)
  }

  end(): void {
    this.past = undefined
  }
}
