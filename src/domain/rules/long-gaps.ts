// The gaps that a long range must still tell of: in a year's picture, half a day without samples is less than a pixel.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import type { Span } from './span.js'

/** A slot may begin late, never by half. */
const SLACK = 1.5

/** Takes the minutes of samples, oldest first. */
export class GapFinder {
  readonly #gaps: Span[] = []
  #last: Minute | undefined
  #at = -1

  constructor(
    private readonly interval: number,
    /** Where it was longer: from `since` on, oldest first. */
    private readonly schedule: readonly { readonly since: Minute; readonly interval: number }[],
  ) {}

  add(minute: Minute): void {
    this.#close(minute)
    this.#last = minute
  }

  /** `until`: the end of the range, to which samples may be missing. Before the first there is none: nobody measured. */
  done(until: Minute): readonly Span[] {
    this.#close(until)
    return this.#gaps
  }

  #close(next: Minute): void {
    if (this.#last === undefined) return
    const interval = this.#intervalAt(this.#last)
    const from = this.#last + interval
    if (next - this.#last > SLACK * interval && next - from > HOUR_MINUTES) this.#gaps.push({ from, until: next })
  }

  #intervalAt(minute: Minute): number {
    while (minute >= (this.schedule[this.#at + 1]?.since ?? Number.POSITIVE_INFINITY)) this.#at++
    return Math.max(this.interval, this.schedule[this.#at]?.interval ?? 0)
  }
}
