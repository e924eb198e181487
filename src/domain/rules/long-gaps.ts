// Finds the gaps that a chart of a long range must show: in a chart of a year, half a day without samples is less than
// a pixel.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import type { Span } from './span.js'

/** In intervals: a sample may be late by less than half of one. */
const MAX_INTERVALS = 1.5

/** Receives the minutes of samples, oldest first. */
export class GapFinder {
  readonly #gaps: Span[] = []
  #last: Minute | undefined
  #at = -1

  constructor(
    private readonly interval: number,
    /** Times with a longer interval: each from `since` on, oldest first. */
    private readonly schedule: readonly { readonly since: Minute; readonly interval: number }[],
  ) {}

  add(minute: Minute): void {
    this.#close(minute)
    this.#last = minute
  }

  /**
   * `until` is the end of the range, up to which samples may be missing. There is no gap before the first sample,
   * because nothing was measured then.
   */
  done(until: Minute): readonly Span[] {
    this.#close(until)
    return this.#gaps
  }

  #close(next: Minute): void {
    if (this.#last === undefined) return
    const interval = this.#intervalAt(this.#last)
    const from = this.#last + interval
    if (next - this.#last > MAX_INTERVALS * interval && next - from > HOUR_MINUTES)
      this.#gaps.push({ from, until: next })
  }

  #intervalAt(minute: Minute): number {
    while (minute >= (this.schedule[this.#at + 1]?.since ?? Number.POSITIVE_INFINITY)) this.#at++
    return Math.max(this.interval, this.schedule[this.#at]?.interval ?? 0)
  }
}
