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

/** What the usual of an hour is made of. */
type HourModel = Pick<UsualModel, 'at' | 'expectedHour' | 'errorsOf' | 'weeksOf'>

/** Of each of the hours: the expected value, the errors, and the weeks. */
const HOUR_NUMBER_COUNT = 4

export class HourUsual implements HourUsuals {
  private readonly expected: readonly number[]
  private readonly errors: readonly RelativeErrors[]
  private readonly weeks: readonly number[]
  /** While too little is known; the time from which it will be known takes long to find. */
  private readonly unknown: Usual | undefined

  constructor(
    model: HourModel,
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

  /** The same from its `numbers`; undefined where these are something else. */
  static restored(numbers: readonly number[], hour: Hour): HourUsual | undefined {
    const [first = Number.NaN] = numbers
    if (numbers.length === 1) return new HourUsual(modelOf({ kind: 'not yet', from: first }), hour)
    if (numbers.length !== OFFSETS.length * HOUR_NUMBER_COUNT) return undefined
    const read = (at: Hour, place: number) =>
      numbers[(at - hour - FIRST_OFFSET) * HOUR_NUMBER_COUNT + place] ?? Number.NaN
    const hours: HourUsuals = {
      expectedHour: (at) => read(at, 0),
      errorsOf: (at) => ({ low: read(at, 1), high: read(at, 2) }),
      weeksOf: (at) => read(at, 3),
    }
    const found = usualBetween(hours, hour * HOUR_MINUTES)
    return found && new HourUsual({ ...hours, at: () => found }, hour)
  }

  /** All that it consists of, to store it: the time from which it is known, or what each hour has. */
  get numbers(): readonly number[] {
    if (this.unknown?.kind === 'not yet') return [this.unknown.from]
    return OFFSETS.flatMap((_, index) => {
      const { low, high } = this.errors[index] ?? UNKNOWN_ERRORS
      return [this.expected[index] ?? Number.NaN, low, high, this.weeks[index] ?? 0]
    })
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

const modelOf = (unknown: Usual): HourModel => ({
  at: () => unknown,
  expectedHour: () => Number.NaN,
  errorsOf: () => UNKNOWN_ERRORS,
  weeksOf: () => 0,
})
