// The usual of the minutes of one hour and of the first half hour after it, as a few numbers in place of the model.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Hour } from './hourly-means.js'
import type { Usual, UsualModel } from './usual.js'
import { type HourUsuals, usualBetween } from './usual-between.js'
import type { RelativeErrors } from './usual-errors.js'

/** Minutes lie between the middles of the hour before, of the hour itself and of the one after. */
const FIRST_OFFSET = -1
const OFFSETS: readonly number[] = [FIRST_OFFSET, 0, 1]
const UNKNOWN_ERRORS: RelativeErrors = { low: Number.NaN, high: Number.NaN }

export class HourUsual implements HourUsuals {
  private readonly expected: readonly number[]
  private readonly errors: readonly RelativeErrors[]
  private readonly weeks: readonly number[]
  /** While too little is known; the time from which it will be known takes long to find. */
  private readonly unknown: Usual | undefined

  constructor(
    model: UsualModel,
    private readonly hour: Hour,
  ) {
    const found = model.at(hour * HOUR_MINUTES)
    this.unknown = found.kind === 'known' ? undefined : found
    const of = <Value>(read: (hour: Hour) => Value): readonly Value[] =>
      found.kind === 'known' ? OFFSETS.map((offset) => read(hour + offset)) : []
    this.expected = of((each) => model.expectedHour(each))
    this.errors = of((each) => model.errorsOf(each))
    this.weeks = of((each) => model.weeksOf(each))
  }

  /** In steps, between which a caller may do something else: the same, with the bands prepared first. */
  static *inSteps(model: UsualModel, hour: Hour): Generator<void, HourUsual> {
    for (const offset of OFFSETS) yield* model.prepareBand(hour + offset)
    return new HourUsual(model, hour)
  }

  /** Whether the usual of the hour before has what this minute needs. */
  static knowsAhead(minute: Minute): boolean {
    return minute % HOUR_MINUTES < HOUR_MINUTES / 2
  }

  /** Undefined where another hour has to be read. */
  at(minute: Minute): Usual | undefined {
    if (Math.floor(minute / HOUR_MINUTES) === this.hour && this.unknown !== undefined) return this.unknown
    return usualBetween(this, minute)
  }

  expectedHour(hour: Hour): number {
    return this.expected[this.indexOf(hour)] ?? Number.NaN
  }

  errorsOf(hour: Hour): RelativeErrors {
    return this.errors[this.indexOf(hour)] ?? UNKNOWN_ERRORS
  }

  weeksOf(hour: Hour): number {
    return this.weeks[this.indexOf(hour)] ?? 0
  }

  private indexOf(hour: Hour): number {
    return hour - this.hour - FIRST_OFFSET
  }
}
