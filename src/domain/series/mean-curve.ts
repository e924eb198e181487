// The mean, the lowest and the highest of each few minutes of a curve, for lines that go up and down so often that their
// samples would be drawn as one thick band: a game with few players changes by a large part of them in each minute.
import { DAY_MINUTES, type Minute } from '../clock.js'
import type { Span } from '../rules/span.js'

export interface MeanCurve {
  /** In minutes; parts begin at multiples of it. */
  readonly step: Minute
  /** The middle of the samples of each part; parts without a sample are left out. */
  readonly minutes: Int32Array
  readonly values: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
  /** Whether the samples of a part lie so far apart that they would be drawn as one thick band. */
  readonly isRough: boolean
}

/** Fewer samples than this can be seen one by one on a screen. */
const MAX_EXACT_SAMPLES = 720
const MAX_PARTS = 370
/** A mean of fewer samples would still go up and down. */
const MIN_PART_SAMPLES = 3
const STEPS = [5, 10, 15, 30, 60, 120, 180, 360, 720, DAY_MINUTES]
/** The share of the highest value by which each sample goes up or down, at the mean; from here on they look like a band. */
const MIN_ROUGH_SHARE = 0.02

/** The length of the parts in minutes; undefined where each sample can be seen. */
export function meanStepOf({ from, until }: Span, interval: Minute): Minute | undefined {
  const length = until - from
  if (length / interval <= MAX_EXACT_SAMPLES) return undefined
  const least = Math.max(length / MAX_PARTS, MIN_PART_SAMPLES * interval)
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY_MINUTES) * DAY_MINUTES
}

export class CurveMeans {
  readonly #minutes: number[] = []
  readonly #values: number[] = []
  readonly #low: number[] = []
  readonly #high: number[] = []
  /** By how much the samples of all parts go up and down, beside what a part rises or falls as a whole. */
  #unrest = 0
  #steps = 0
  #path = 0
  #part = Number.NaN
  #first = 0
  #last = 0
  #firstValue = 0
  #lastValue = 0
  #sum = 0
  #count = 0
  #lowest = 0
  #highest = 0

  constructor(private readonly step: Minute) {}

  /** Samples are added in order. */
  add(minute: Minute, value: number): void {
    if (Number.isNaN(value)) return
    const part = Math.floor(minute / this.step)
    if (part !== this.#part) {
      this.#close()
      this.#part = part
      this.#first = minute
      this.#firstValue = this.#lastValue = value
      this.#path = 0
      this.#sum = this.#count = 0
      this.#lowest = this.#highest = value
    }
    this.#last = minute
    this.#path += Math.abs(value - this.#lastValue)
    this.#lastValue = value
    this.#sum += value
    this.#count++
    if (value < this.#lowest) this.#lowest = value
    if (value > this.#highest) this.#highest = value
  }

  done(): MeanCurve {
    this.#close()
    return {
      isRough: this.#isRough(),
      step: this.step,
      minutes: Int32Array.from(this.#minutes),
      values: Float64Array.from(this.#values),
      low: Float64Array.from(this.#low),
      high: Float64Array.from(this.#high),
    }
  }

  #close(): void {
    if (this.#count === 0) return
    this.#minutes.push(Math.floor((this.#first + this.#last) / 2))
    this.#values.push(this.#sum / this.#count)
    this.#low.push(this.#lowest)
    this.#high.push(this.#highest)
    this.#unrest += this.#path - Math.abs(this.#lastValue - this.#firstValue)
    this.#steps += this.#count - 1
    this.#count = 0
  }

  #isRough(): boolean {
    const most = this.#high.reduce((highest, one) => Math.max(highest, one), 0)
    return this.#unrest / Math.max(1, this.#steps) > MIN_ROUGH_SHARE * most
  }
}
